from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0001_tries")]

    operations = [
        migrations.AddField("try", "whose", models.CharField(db_index=True, default="", max_length=32)),
    ]
