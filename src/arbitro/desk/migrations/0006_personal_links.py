"""Personal links of players and captains; entries by the public form."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0005_feeds")]

    operations = [
        migrations.AddField("token", "section", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="links", to="desk.section")),
        migrations.AddField("token", "holder", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AlterField("token", "kind", models.CharField(choices=[("api", "Api"), ("player", "Player"), ("captain", "Captain")], max_length=10)),
        migrations.AlterField("token", "name", models.CharField(max_length=200)),
        migrations.CreateModel(
            name="Application",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("status", models.CharField(choices=[("new", "New"), ("waiting", "Waiting"), ("taken", "Taken"), ("refused", "Refused")], default="new", max_length=10)),
                ("player", models.JSONField()),
                ("contact", models.JSONField(default=dict)),
                ("agreed", models.JSONField(default=list)),
                ("fee", models.CharField(blank=True, max_length=20)),
                ("paid", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                ("entrant", models.PositiveIntegerField(blank=True, null=True)),
                ("link", models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="application", to="desk.token")),
                ("section", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="applications", to="desk.section")),
            ],
            options={"ordering": ["at", "id"]},
        ),
    ]  # fmt: skip
