from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0006_personal_links"), ("web", "0002_whose")]

    operations = [
        migrations.CreateModel(
            name="Follower",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entrant", models.PositiveIntegerField()),
                ("endpoint", models.CharField(max_length=500)),
                ("keys", models.JSONField()),
                ("language", models.CharField(max_length=5)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("section", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="followers", to="desk.section")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("section", "entrant", "endpoint"), name="follows_once")]
            },
        ),
    ]  # fmt: skip
