"""What the service is, and whether it is well."""
