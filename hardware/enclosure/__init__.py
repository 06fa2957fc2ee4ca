"""The box: printed parts, the checks of them, and their pictures."""
