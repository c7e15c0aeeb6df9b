"""The HTTP side of accounts, and the conventions that every endpoint of the service keeps."""
