from django.db import migrations


def share_no_more(apps, schema_editor):
    """Contests that were cancelled before a cancellation took the rights of teams back: a program stays shared only with teams of other contests."""
    TeamVersion, Teammate = apps.get_model("lobby", "TeamVersion"), apps.get_model("lobby", "Teammate")
    Partner = apps.get_model("lobby", "Partner")
    shared = TeamVersion.objects.filter(team__contest__status="cancelled").values_list("program", flat=True)
    for program in sorted(set(shared)):
        mates = Teammate.objects.filter(team__versions__program=program).exclude(contest__status="cancelled")
        Partner.objects.filter(program=program).exclude(user__in=mates.values("user")).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0068_ratings_of_entrants'),
    ]

    operations = [
        migrations.RunPython(share_no_more, migrations.RunPython.noop, elidable=True),
    ]
