
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rollout', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='killswitch',
            name='kind',
            field=models.CharField(choices=[('tool', 'tool'), ('server', 'MCP server'), ('model', 'model'), ('intent', 'intent'), ('tier', 'decision tier'), ('input_rail', 'check of what comes in'), ('output_rail', 'check of what goes out'), ('judge', 'judge'), ('flag', 'rollout flag')], max_length=16, verbose_name='kind'),
        ),
    ]
