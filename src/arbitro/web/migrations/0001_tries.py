from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Try",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=32)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "indexes": [models.Index(fields=["key", "at"], name="web_try_key_55e70f_idx")],
            },
        ),
    ]
