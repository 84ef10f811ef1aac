from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0003_followers"), ("desk", "0005_feeds")]

    operations = [
        migrations.CreateModel(
            "screen",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=8, unique=True)),
                ("section", models.ForeignKey("desk.Section", models.CASCADE, null=True, related_name="screens")),
                ("name", models.CharField(default="", max_length=60)),
                ("kinds", models.CharField(default="boards", max_length=80)),
                ("part", models.PositiveSmallIntegerField(default=1)),
                ("parts", models.PositiveSmallIntegerField(default=1)),
                ("light", models.BooleanField(default=False)),
                ("notice", models.CharField(default="", max_length=300)),
                ("orders", models.PositiveIntegerField(default=0)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("seen", models.DateTimeField(null=True)),
            ],
        ),
    ]
