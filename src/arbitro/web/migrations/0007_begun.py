from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0006_webhooks")]

    operations = [
        migrations.AddField("told", "begun", models.PositiveSmallIntegerField(default=0)),
    ]
