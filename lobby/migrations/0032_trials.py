# Trials of programs are jobs, which a runner plays.

import django.db.models.deletion
import django.utils.timezone
import lobby.matches.trials
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0031_published_months'),
    ]

    operations = [
        migrations.CreateModel(
            name='Trial',
            fields=[
                ('id', models.CharField(default=lobby.matches.trials.new_trial_id, editable=False, max_length=20, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=40)),
                ('text', models.TextField()),
                ('level', models.CharField(max_length=40)),
                ('seed', models.CharField(max_length=80)),
                ('language', models.CharField(max_length=10)),
                ('wanted', models.PositiveSmallIntegerField()),
                ('seconds', models.FloatField()),
                ('place', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='waiting', max_length=10)),
                ('played', models.PositiveSmallIntegerField(default=0)),
                ('ended', models.CharField(blank=True, default='', max_length=10)),
                ('refusal', models.JSONField(null=True)),
                ('head', models.BinaryField(default=b'')),
                ('holder', models.CharField(blank=True, default='', max_length=16)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('alive_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trials', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='TrialPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('content', models.BinaryField()),
                ('trial', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='lobby.trial')),
            ],
        ),
        migrations.AddConstraint(
            model_name='trial',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['waiting', 'running'])), fields=('person',), name='trial_one_a_person'),
        ),
        migrations.AddConstraint(
            model_name='trial',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['waiting', 'running'])), fields=('place',), name='trial_place_once'),
        ),
        migrations.AddConstraint(
            model_name='trialpart',
            constraint=models.UniqueConstraint(fields=('trial', 'number'), name='trial_part_once'),
        ),
    ]
