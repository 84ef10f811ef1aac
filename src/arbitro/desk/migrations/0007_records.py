"""Names as people read them beside the words that are searched; boards of a feed whose moves an arbiter does not take."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def make_anew(apps: Any, schema_editor: Any) -> None:
    """The rows are an index: the next search makes them again, with the names."""
    apps.get_model("desk", "GameRow").objects.all().delete()
    apps.get_model("desk", "Section").objects.update(games_indexed=0)


class Migration(migrations.Migration):
    dependencies = [("desk", "0006_personal_links")]

    operations = [
        migrations.AddField("feedboard", "kept", models.BooleanField(default=False)),
        migrations.AddField("gamerow", "white_name", models.CharField(default="", max_length=200)),
        migrations.AddField("gamerow", "black_name", models.CharField(default="", max_length=200)),
        migrations.RunPython(make_anew, migrations.RunPython.noop),
    ]
