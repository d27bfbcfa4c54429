# Ratings of players: where they stand, what changed them, seasons and distributions.

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0019_lists_of_matches'),
    ]

    operations = [
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('has_left', models.BooleanField(default=False)),
                ('points_before', models.IntegerField()),
                ('mean', models.FloatField()),
                ('deviation', models.FloatField()),
                ('points', models.IntegerField()),
                ('matches', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=10)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('is_stale', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='RatedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=10)),
                ('verdict', models.CharField(choices=[('counts', 'Counts'), ('nobody', 'Nobody'), ('void', 'Void')], max_length=10)),
                ('finished_at', models.DateTimeField()),
                ('rated_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.CharField(choices=[('people', 'People'), ('bots', 'Bots')], max_length=10)),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=10)),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('mean', models.FloatField()),
                ('deviation', models.FloatField()),
                ('points', models.IntegerField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('is_settled', models.BooleanField(default=False)),
                ('played_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='SeasonRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('season', models.CharField(max_length=6)),
                ('board', models.CharField(choices=[('people', 'People'), ('bots', 'Bots')], max_length=10)),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=10)),
                ('points', models.IntegerField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('is_settled', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Share',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.CharField(choices=[('people', 'People'), ('bots', 'Bots')], max_length=10)),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=10)),
                ('low', models.IntegerField()),
                ('players', models.IntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name='ticket',
            name='rated',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='change',
            name='seat',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating_change', to='lobby.seat'),
        ),
        migrations.AddConstraint(
            model_name='pool',
            constraint=models.UniqueConstraint(fields=('game', 'pace'), name='pool_once'),
        ),
        migrations.AddField(
            model_name='ratedmatch',
            name='match',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated_match', to='lobby.match'),
        ),
        migrations.AddField(
            model_name='change',
            name='rated',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='lobby.ratedmatch'),
        ),
        migrations.AddField(
            model_name='rating',
            name='program',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ratings', to='lobby.program'),
        ),
        migrations.AddField(
            model_name='rating',
            name='user',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='change',
            name='rating',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='lobby.rating'),
        ),
        migrations.AddField(
            model_name='seasonrating',
            name='rating',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='lobby.rating'),
        ),
        migrations.AddConstraint(
            model_name='share',
            constraint=models.UniqueConstraint(fields=('board', 'game', 'pace', 'low'), name='share_once'),
        ),
        migrations.AddIndex(
            model_name='ratedmatch',
            index=models.Index(fields=['game', 'pace', 'id'], name='rated_in_order'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('is_settled', True)), fields=['board', 'game', 'pace', '-points', 'id'], name='rating_standings'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'game', 'pace'), name='rating_of_person_once'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('program__isnull', False)), fields=('program', 'pace'), name='rating_of_program_once'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('bot', ''), _negated=True), fields=('game', 'pace', 'bot'), name='rating_of_bot_once'),
        ),
        migrations.AddConstraint(
            model_name='change',
            constraint=models.UniqueConstraint(fields=('rating', 'rated'), name='change_once'),
        ),
        migrations.AddIndex(
            model_name='seasonrating',
            index=models.Index(condition=models.Q(('is_settled', True)), fields=['board', 'game', 'pace', 'season', '-points', 'id'], name='season_standings'),
        ),
        migrations.AddConstraint(
            model_name='seasonrating',
            constraint=models.UniqueConstraint(fields=('rating', 'season'), name='season_rating_once'),
        ),
    ]
