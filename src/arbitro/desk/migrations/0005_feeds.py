"""Feeds of electronic boards."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0004_games")]

    operations = [
        migrations.CreateModel(
            name="Feed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.CharField(max_length=500)),
                ("heard", models.DateTimeField()),
                ("trouble", models.CharField(blank=True, max_length=300)),
                ("section", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="feed", to="desk.section")),
            ],
        ),
        migrations.CreateModel(
            name="FeedBoard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("board", models.PositiveSmallIntegerField()),
                ("leg", models.PositiveSmallIntegerField(default=0)),
                ("packed", models.JSONField()),
                ("version", models.PositiveIntegerField()),
                ("moved", models.DateTimeField()),
                ("lost", models.CharField(blank=True, max_length=200)),
                ("section", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="feed_boards", to="desk.section")),
            ],
        ),
        migrations.AddConstraint(
            "feedboard",
            models.UniqueConstraint(fields=("section", "round", "board", "leg"), name="one_feed_per_board"),
        ),
        migrations.AddIndex("feedboard", models.Index(fields=["section", "version"], name="feed_by_version")),
    ]  # fmt: skip
