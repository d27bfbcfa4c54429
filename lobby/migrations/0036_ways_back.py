# Guests come back with a code of their own.

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0035_devices_and_lots'),
    ]

    operations = [
        migrations.CreateModel(
            name='WayBack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='way_back', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'way back',
                'verbose_name_plural': 'ways back',
            },
        ),
    ]
