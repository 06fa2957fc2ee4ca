"""Files line by line: however long a file or a line of it is, only a piece is in memory."""

PIECE_bytes = 512  # that are read at a time
LINE_bytes = 4096  # what is longer is cut


def lines_of(file):
    """(line in bytes, ended) for each line of an open file, which is closed then. OSError

    ended: False for what stands behind the end of the last line, if anything does.
    """
    rest = b""
    try:
        piece = file.read(PIECE_bytes)
        while piece:
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            if len(rest) > LINE_bytes:
                lines.append(rest)
                rest = b""
            for line in lines:
                yield line, True
            piece = file.read(PIECE_bytes)
    finally:
        file.close()
    if rest:
        yield rest, False


def next_of(lines):
    """The next one, None if there is none."""
    for line in lines:
        return line
    return None
