import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='preferences',
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name='orders',
            name='by',
            field=models.CharField(choices=[('person', 'Person'), ('bot', 'Bot'), ('program', 'Program'), ('auto', 'Auto')], max_length=10),
        ),
        migrations.CreateModel(
            name='Program',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=40)),
                ('text', models.TextField()),
                ('retired', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='programs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'base_manager_name': 'objects',
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='program',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to='lobby.program'),
        ),
        migrations.CreateModel(
            name='ProgramMemory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('entities', models.JSONField(default=dict)),
                ('overtimes', models.PositiveSmallIntegerField(default=0)),
                ('console', models.JSONField(default=list)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memories', to='lobby.match')),
            ],
        ),
        migrations.AddIndex(
            model_name='program',
            index=models.Index(fields=['owner', 'game'], name='lobby_progr_owner_i_d9947d_idx'),
        ),
        migrations.AddConstraint(
            model_name='programmemory',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='memory_once'),
        ),
    ]
