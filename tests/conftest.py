"""pytest's settings for the whole suite. Its presence puts this folder on the module path, so that
every test can import `support`."""
