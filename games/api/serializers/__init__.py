"""What is asked and what is answered, as JSON; the answers' classes are what OpenAPI says of them."""
