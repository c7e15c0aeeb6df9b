"""The platform: HTTP and SQL for services that know their own games and players. It imports nothing of ours."""
