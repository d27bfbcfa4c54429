# When the match of a seat ended, on the seat itself, and sums of what people have done, filled and indexed while people play.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from lobby.operations.live_migrations import AddIndexBeside, DropForeignKeyIndex

BATCH = 1000


def tell_seats(apps, schema_editor):
    Match, Seat = apps.get_model("lobby", "Match"), apps.get_model("lobby", "Seat")
    database = schema_editor.connection.alias
    over = Match.objects.using(database).filter(finished_at__isnull=False).order_by("pk").values_list("pk", flat=True)
    ended_at = Match.objects.filter(pk=models.OuterRef("match_id")).values("finished_at")
    last = ""
    # Each batch is a transaction of its own.
    while chosen := list(over.filter(pk__gt=last)[:BATCH]):
        seats = Seat.objects.using(database).filter(match_id__in=chosen, finished_at__isnull=True)
        seats.update(finished_at=models.Subquery(ended_at))
        last = chosen[-1]


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('lobby', '0026_bot_accounts'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='finished_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(tell_seats, migrations.RunPython.noop),
        AddIndexBeside(
            model_name='seat',
            index=models.Index(fields=['user', 'finished_at'], name='seat_of_person'),
        ),
        DropForeignKeyIndex(
            model_name='seat',
            name='user',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['finished_at'], name='match_over'),
        ),
        AddIndexBeside(
            model_name='user',
            index=models.Index(condition=models.Q(('is_staff', True)), fields=['username'], name='user_staff'),
        ),
        AddIndexBeside(
            model_name='staffact',
            index=models.Index(fields=['act', '-at'], name='staff_act_by_kind'),
        ),
        migrations.CreateModel(
            name='TalliedUntil',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('clock', models.CharField(max_length=10)),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('places', models.PositiveIntegerField(default=0)),
                ('steps_due', models.PositiveIntegerField(default=0)),
                ('steps_answered', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'constraints': [models.UniqueConstraint(fields=('user', 'game', 'clock'), name='tally_once')],
            },
        ),
    ]
