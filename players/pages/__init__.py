"""The HTML pages of accounts: forms without scripts, for links in mails and for apps of others."""
