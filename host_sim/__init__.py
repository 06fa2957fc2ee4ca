"""Kibitz on a PC: the simulated device, replays, score sheets and measurements."""
