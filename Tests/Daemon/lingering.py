"""A file whose close takes as long as its author likes."""

import socket
import struct
import unittest

FOREVER = 3600


def connection(test: unittest.TestCase) -> socket.socket:
    """Returns a connection whose last close waits for a reader that never reads."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        # Small buffers cost the machine little.
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        near = socket.create_connection(server.getsockname())
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        far, _ = server.accept()
    test.addCleanup(far.close)
    near.setblocking(False)
    try:
        while True:
            near.send(bytes(65536))
    except BlockingIOError:
        pass
    near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, FOREVER))
    return near
