"""Install Kibitz with mip, as a board would: install.py URL INDEX TARGET."""

import sys

import mip

mip.install(sys.argv[1], index=sys.argv[2], target=sys.argv[3])
