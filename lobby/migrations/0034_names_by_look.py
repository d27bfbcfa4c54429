# How the names of accounts look, unique among them; filled and indexed while people play.
#
# Nobody loses a name: of accounts whose names look alike the oldest has the look, the others have it with a number.

from django.db import migrations, models

from lobby.platform.characters.looks import LONGEST, skeleton
from lobby.operations.live_migrations import AddUniqueBeside

BATCH = 500


def tell_looks(apps, schema_editor):
    User = apps.get_model('lobby', 'User')
    people = User.objects.using(schema_editor.connection.alias)
    named = people.filter(name_key__isnull=False, name_look__isnull=True).order_by('pk')
    last = 0
    # Each batch is a transaction of its own.
    while batch := list(named.filter(pk__gt=last).only('pk', 'name')[:BATCH]):
        looks = {user.pk: skeleton(user.name) for user in batch}
        taken = set(people.filter(name_look__in=[*looks.values()]).values_list('name_look', flat=True))
        for user in batch:
            look, number = looks[user.pk], 1
            user.name_look = look
            while user.name_look in taken or (number > 1 and people.filter(name_look=user.name_look).exists()):
                number += 1
                user.name_look = f'{look}#{number}'
            taken.add(user.name_look)
        people.bulk_update(batch, ['name_look'])
        last = batch[-1].pk


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0033_traces_and_pairs'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='name_look',
            field=models.CharField(editable=False, max_length=LONGEST + 10, null=True),
        ),
        AddUniqueBeside(
            model_name='user',
            constraint=models.UniqueConstraint(condition=models.Q(('name_look__isnull', False)), fields=('name_look',), name='name_look_once'),
        ),
        # After the index, which finds taken looks while the column is filled.
        migrations.RunPython(tell_looks, migrations.RunPython.noop),
    ]
