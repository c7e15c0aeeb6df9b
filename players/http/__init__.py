"""What every endpoint of the service shares, whoever owns it: problems, parsers, pages, ETags, rate limits, sign-in."""
