# Which months of public matches can be downloaded.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0030_challenges'),
    ]

    operations = [
        migrations.CreateModel(
            name='PublishedMonth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.CharField(max_length=7, unique=True)),
                ('matches', models.PositiveIntegerField()),
                ('size', models.BigIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('file', models.CharField(max_length=80)),
                ('made_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'ordering': ['-month'],
            },
        ),
    ]
