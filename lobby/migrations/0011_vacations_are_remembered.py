from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def note_vacations(apps, schema_editor):
    """Whoever has taken one in a match whose step has been given time may be on it now."""
    Match, Seat = apps.get_model("lobby", "Match"), apps.get_model("lobby", "Seat")
    going_on = Match.objects.filter(status__in=["running", "paused"], extra_seconds__gt=0, vacation_days__gt=0)
    match = going_on.filter(pk=OuterRef("match"))
    Seat.objects.filter(match__in=going_on, vacation_left__lt=Subquery(match.values("vacation_days"))).update(
        vacation_step=Subquery(match.values("step"))
    )


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0010_fewer_indexes'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='vacation_step',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.RunPython(note_vacations, migrations.RunPython.noop),
    ]
