"""Kibitz: the app of the device. It knows no board; see DESIGN in README.md."""
