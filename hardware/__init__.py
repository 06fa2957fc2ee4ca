"""The device that one can build: its circuit, and the drawings made from it."""
