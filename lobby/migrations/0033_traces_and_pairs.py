# Keyed hashes of where seats are played from, and pairs of people that staff should look at.

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0032_trials'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('meetings', models.PositiveIntegerField()),
                ('expected', models.FloatField()),
                ('one_gave_up', models.PositiveIntegerField()),
                ('other_gave_up', models.PositiveIntegerField()),
                ('one_gained', models.IntegerField()),
                ('other_gained', models.IntegerField()),
                ('devices', models.PositiveIntegerField(verbose_name='on one device')),
                ('addresses', models.PositiveIntegerField(verbose_name='from one address')),
                ('strength', models.FloatField(verbose_name='strength')),
                ('computed_at', models.DateTimeField(verbose_name='counted at')),
                ('one', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'pair to look at',
                'verbose_name_plural': 'pairs to look at',
                'indexes': [models.Index(fields=['-strength', 'id'], name='pair_strongest')],
                'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='pair_once')],
            },
        ),
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('address', 'Address'), ('device', 'Device')], max_length=10)),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='traces', to='lobby.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='traces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'digest', 'user'), name='trace_once')],
            },
        ),
    ]
