"""Games: the rows in which they are searched. The moves themselves are in the journal."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0003_tokens")]

    operations = [
        migrations.AddField("section", "games_indexed", models.PositiveIntegerField(default=0)),
        migrations.CreateModel(
            name="GameRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("board", models.PositiveSmallIntegerField()),
                ("leg", models.PositiveSmallIntegerField(default=0)),
                ("entry", models.PositiveIntegerField()),
                ("white", models.CharField(db_index=True, max_length=120)),
                ("black", models.CharField(db_index=True, max_length=120)),
                ("result", models.CharField(db_index=True, max_length=10)),
                ("plies", models.PositiveSmallIntegerField(db_index=True)),
                ("opening", models.CharField(db_index=True, max_length=96)),
                ("section", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="games", to="desk.section")),
            ],
        ),
        migrations.AddConstraint(
            "gamerow",
            models.UniqueConstraint(fields=("section", "round", "board", "leg"), name="one_game_per_board"),
        ),
    ]  # fmt: skip
