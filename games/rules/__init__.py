"""The rules of the Mau-Mau family: pure, standard library only, no clock, no dice, no disk."""
