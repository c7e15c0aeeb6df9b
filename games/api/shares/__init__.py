"""Share links: how players of a private game let others look back at it."""
