"""The one place where the version number of Kibitz stands."""

VERSION = "0.1.0"
