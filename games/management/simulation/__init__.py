"""What ``manage.py simulate`` counts and draws."""
