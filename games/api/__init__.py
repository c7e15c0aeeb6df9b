"""HTTP only: who asks, what is asked, and what of it the rules let them observe."""
