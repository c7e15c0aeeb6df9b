"""A client in the terminal, and the HTTP client under it. Nothing here imports the service: any other client could."""
