
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0006_words_of_permission'),
        ('routing', '0004_loops'),
    ]

    operations = [
        migrations.AddField(
            model_name='agentprofile',
            name='llm_router',
            field=models.ForeignKey(blank=True, help_text='Asked where nothing else is sure: it names one of the intents. Empty: no model is asked.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='agents.llmprofile', verbose_name='model that decides'),
        ),
        migrations.AddField(
            model_name='agentprofile',
            name='quick_messages',
            field=models.CharField(choices=[('queue', 'queue: each is answered on its own'), ('coalesce', 'coalesce: those that came while one was answered get one answer'), ('debounce', 'debounce: wait until the writer pauses, then give one answer')], default='queue', help_text='What a writer gets who sends several messages before the first is answered.', max_length=16, verbose_name='several quick messages'),
        ),
        migrations.AddField(
            model_name='historicalagentprofile',
            name='llm_router',
            field=models.ForeignKey(blank=True, db_constraint=False, help_text='Asked where nothing else is sure: it names one of the intents. Empty: no model is asked.', null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='agents.llmprofile', verbose_name='model that decides'),
        ),
        migrations.AddField(
            model_name='historicalagentprofile',
            name='quick_messages',
            field=models.CharField(choices=[('queue', 'queue: each is answered on its own'), ('coalesce', 'coalesce: those that came while one was answered get one answer'), ('debounce', 'debounce: wait until the writer pauses, then give one answer')], default='queue', help_text='What a writer gets who sends several messages before the first is answered.', max_length=16, verbose_name='several quick messages'),
        ),
        migrations.AlterField(
            model_name='agentprofile',
            name='confidence_threshold',
            field=models.FloatField(default=0.65, help_text='A model that decides must say that it is at least so sure, from 0 to 1, for example 0.65.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='sure enough from'),
        ),
        migrations.AlterField(
            model_name='historicalagentprofile',
            name='confidence_threshold',
            field=models.FloatField(default=0.65, help_text='A model that decides must say that it is at least so sure, from 0 to 1, for example 0.65.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='sure enough from'),
        ),
    ]
