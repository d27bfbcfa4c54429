# Notices, the outbox, and what people have chosen about them.

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0039_studies'),
    ]

    operations = [
        migrations.CreateModel(
            name='Wishes',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_wishes', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('ways', models.JSONField(default=dict)),
                ('time_zone', models.CharField(default='UTC', max_length=40)),
                ('quiet_from', models.PositiveSmallIntegerField(null=True)),
                ('quiet_to', models.PositiveSmallIntegerField(null=True)),
                ('digest_hour', models.PositiveSmallIntegerField(default=8)),
                ('only_away', models.BooleanField(default=True)),
                ('tells_more', models.BooleanField(default=False)),
                ('asked_push', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name_plural': 'wishes',
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('browser', models.CharField(max_length=40)),
                ('session', models.CharField(max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('form', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('json', 'Plain JSON, signed')], max_length=10)),
                ('address', models.CharField(max_length=500)),
                ('secret', models.CharField(max_length=64)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('switched_off_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='lobby.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('step', 'A match waits for my orders'), ('soon', 'A deadline is near'), ('missed', 'I have missed a deadline'), ('begun', 'A match has begun'), ('ended', 'A match is over'), ('rematch', 'Somebody wants a rematch'), ('challenge', 'Challenges, and answers to mine'), ('seat', 'A seat is free in a match of somebody I follow'), ('vote', 'A vote waits for me'), ('message', 'Somebody has written in a match of mine'), ('contest', 'A contest of mine goes on'), ('program', 'A program of mine was switched off'), ('report', 'A report of mine was decided'), ('hook', 'A webhook of mine was switched off')], max_length=10)),
                ('key', models.CharField(max_length=80)),
                ('step', models.PositiveIntegerField(null=True)),
                ('data', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('read_at', models.DateTimeField(null=True)),
                ('on_site', models.BooleanField(default=True)),
                ('routed', models.BooleanField(default=False)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='lobby.match')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('way', models.CharField(choices=[('mail', 'Mail'), ('digest', 'Digest'), ('push', 'Push'), ('hook', 'Hook'), ('letter', 'Letter')], max_length=10)),
                ('target', models.BigIntegerField(default=0)),
                ('key', models.CharField(max_length=80)),
                ('sealed', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('leased_until', models.DateTimeField(null=True)),
                ('handed_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('notice', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='lobby.notice')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='lobby.match')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='muted_matches', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'match'), name='mute_once')],
            },
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', '-id'], name='notices_of_person'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('routed', False)), fields=['id'], name='notices_to_route'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['created_at'], name='notices_by_age'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='notice_once'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['way', 'due_at'], name='outbox_due'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('way', 'target', 'key'), name='delivery_once'),
        ),
    ]
