"""Kibitz on a PC: the simulated device, the replay of transcripts, score sheets and measurements."""
