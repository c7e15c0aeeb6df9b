"""OAuth 2: apps of others get tokens for a player's account, with the player's consent."""
