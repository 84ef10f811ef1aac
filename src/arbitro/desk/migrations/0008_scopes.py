"""What a token is for, narrower than its role."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0007_records")]

    operations = [migrations.AddField("token", "scopes", models.CharField(default="all", max_length=60))]
