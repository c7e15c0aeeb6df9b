"""The catalogue of problems and refusals."""
