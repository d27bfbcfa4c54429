"""Accounts get names of their own: of those that share one, the oldest keeps it and the others get a number after it."""

from django.db import migrations
from django.utils import timezone

LONGEST = 24


def give_names(apps, schema_editor):
    User = apps.get_model('lobby', 'User')
    User.objects.filter(is_active=False, username__startswith='closed-').update(closed_at=timezone.now())
    taken = set()
    for user in User.objects.filter(is_guest=False, closed_at=None).exclude(name='').order_by('pk').iterator():
        user.name = wanted = user.name.replace('/', '-').replace('\\', '-')
        number = 2
        while user.name.casefold() in taken:
            user.name = f'{wanted[:LONGEST - len(str(number)) - 1]} {number}'
            number += 1
        user.name_key = user.name.casefold()
        taken.add(user.name_key)
        user.save(update_fields=['name', 'name_key'])


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0004_people'),
    ]

    operations = [
        migrations.RunPython(give_names, migrations.RunPython.noop),
    ]
