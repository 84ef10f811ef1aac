from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0004_screens")]

    operations = [
        migrations.CreateModel(
            "series",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("places", models.CharField(default="", max_length=200)),
                ("best", models.PositiveSmallIntegerField(default=0)),
                ("event", models.ForeignKey("desk.Event", models.CASCADE, related_name="series")),
                ("sections", models.ManyToManyField("desk.Section", related_name="series")),
            ],
        ),
    ]
