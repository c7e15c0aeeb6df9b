"""Push services: Web Push, FCM and APNs. No module here knows a table."""
