# Which matches the site has arranged and which of them are sealed, and the lists of matches without them, made while people play.

from django.db import migrations, models

from lobby.operations.live_migrations import AddIndexBeside, RemoveIndexBeside

LISTS = {
    '': [],
    '_status': ['status'],
    '_game': ['game'],
    '_game_status': ['game', 'status'],
    '_clock': ['clock'],
}


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0023_refused_orders_of_programs'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='arranged',
            field=models.CharField(
                blank=True,
                choices=[('', 'None'), ('ladder', 'Ladder'), ('contest', 'Contest')],
                db_default='',
                default='',
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name='match',
            name='sealed',
            field=models.BooleanField(db_default=False, default=False),
        ),
        *(
            AddIndexBeside(
                model_name='match',
                index=models.Index(fields=['arranged', 'visibility', *wanted, '-created_at', '-id'], name=f'match_listed{name}'),
            )
            for name, wanted in LISTS.items()
        ),
        *(RemoveIndexBeside(model_name='match', name=f'match_public{name}') for name in LISTS),
    ]
