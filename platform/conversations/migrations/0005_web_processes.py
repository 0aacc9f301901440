from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0004_turn_routed_with_model'),
    ]

    operations = [
        migrations.CreateModel(
            name='WebProcess',
            fields=[
                ('name', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('beat', models.BigIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'web process',
                'verbose_name_plural': 'web processes',
            },
        ),
    ]
