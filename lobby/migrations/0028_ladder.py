# Programs on the ladder, the matches that were arranged for them, and how each did.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0027_seats_know_the_end'),
    ]

    operations = [
        migrations.CreateModel(
            name='Bout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('begun_at', models.DateTimeField()),
                ('is_over', models.BooleanField(default=False)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='bout', to='lobby.match')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(db_index=True, max_length=40)),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('day', models.DateField(null=True)),
                ('today', models.PositiveIntegerField(default=0)),
                ('program', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ladder_entry', to='lobby.program')),
            ],
            options={
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('counts', models.JSONField(default=dict)),
                ('was_off', models.BooleanField(default=False)),
                ('fault', models.CharField(blank=True, max_length=240)),
                ('bout', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='lobby.bout')),
                ('program', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ladder_results', to='lobby.program')),
            ],
        ),
        migrations.AddIndex(
            model_name='bout',
            index=models.Index(fields=['game', '-id'], name='bout_newest'),
        ),
        migrations.AddIndex(
            model_name='bout',
            index=models.Index(condition=models.Q(('is_over', False)), fields=['id'], name='bout_goes_on'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['program', '-id'], name='result_of_program'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('bout', 'seat'), name='result_once'),
        ),
    ]
