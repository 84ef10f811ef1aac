"""Webhooks with their letters; how far the world outside was told."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import CASCADE

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    dependencies = [("web", "0005_series")]

    operations = [
        migrations.CreateModel(
            "told",
            [
                ID,
                ("number", models.PositiveIntegerField()),
                ("section", models.OneToOneField("desk.Section", CASCADE, related_name="told")),
            ],
        ),
        migrations.CreateModel(
            "webhook",
            [
                ID,
                ("url", models.CharField(max_length=500)),
                ("secret", models.CharField(max_length=64)),
                ("kinds", models.CharField(max_length=60)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("event", models.ForeignKey("desk.Event", CASCADE, related_name="webhooks")),
            ],
        ),
        migrations.CreateModel(
            "delivery",
            [
                ID,
                ("body", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("due", models.DateTimeField(db_index=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("trouble", models.CharField(default="", max_length=200)),
                ("webhook", models.ForeignKey("web.Webhook", CASCADE, related_name="deliveries")),
            ],
        ),
    ]
