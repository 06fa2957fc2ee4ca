"""What makes the drawings, lists and files for a fab from hardware/circuit.py."""
