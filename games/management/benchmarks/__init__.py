"""What `manage.py bench` and `manage.py hammer` do: ratios of speed, and a crowd that treats the service badly."""
