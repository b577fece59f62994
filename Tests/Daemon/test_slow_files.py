"""Files whose close takes as long as their author likes: they hold up no other client."""

import contextlib
import os
import signal
import socket
from collections.abc import Iterator

import lingering
from drawing import Drawing
from guest.surface import call, memory
from guest.varlink import Client, message

NOBODY = 65534


class SlowFiles(Drawing):
    def setUp(self):
        self.start()
        self.daemon.folder.chmod(0o755)
        for path in (self.daemon.contents, self.daemon.reader):
            path.chmod(0o666)

    def client_without_rights(self, number: int = 0) -> Client:
        """Returns a client of a user without rights, who may send files."""
        os.seteuid(NOBODY - number)
        try:
            client = Client(str(self.daemon.contents))
        finally:
            os.seteuid(0)
        self.addCleanup(client.__exit__)
        return client

    def null(self) -> int:
        """Returns a file that closes at once."""
        file = os.open("/dev/null", os.O_RDONLY)
        self.addCleanup(os.close, file)
        return file

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stops the daemon, which otherwise closes a file before the test does. A signal also ends a close."""
        self.daemon.program.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.daemon.program.signal(signal.SIGCONT)

    def give(self, client: Client, *messages: tuple[bytes, list[int]]) -> None:
        """Sends messages with files, and last the only copy of a file that does not close."""
        file = lingering.connection(self)
        try:
            for data, files in messages[:-1]:
                socket.send_fds(client.socket, [data], files)
            data, files = messages[-1]
            socket.send_fds(client.socket, [data], [*files, file.fileno()])
        except OSError:
            # Otherwise the close here would not end.
            file.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes(8))
            raise
        finally:
            file.close()

    def test_files_that_no_call_takes_hold_up_no_client(self):
        null, list_call = self.null(), message("List")
        for number, (what, messages) in enumerate({
            "with a call": [(list_call, [])],
            "more than a call has": [(list_call, [null] * 64)],
            "as many as a message has": [(list_call, [null] * 252)],
            "behind bytes that are not a message": [(b"\x01\0", []), (b"y", [null]), (b"z", [])],
            "with half a call": [(b"{", [])],
        }.items()):
            with self.subTest(what):
                # The files of the former user do not close.
                client = self.client_without_rights(number)
                with self.stopped():
                    self.give(client, *messages)
                self.assertEqual(len(self.daemon.call("List")["screens"]), 2)
                client.socket.close()
                self.assertEqual(len(self.daemon.call("List")["screens"]), 2)

    def test_many_files_that_do_not_close_cost_only_their_user_the_right_to_send_some(self):
        null = self.null()
        clients = [self.client_without_rights() for _ in range(20)]
        with self.stopped():
            for client in clients:
                self.give(client, (message("List"), [null] * 15))
        for client in clients:
            with contextlib.suppress(ConnectionError):
                client.socket.recv(1 << 16)
        self.surface().show("#445566")
        self.daemon.until_shown("Virtual-1", "#445566")
        self.daemon.until_logged(f"earlier files of user {NOBODY} do not close")
        self.assertEqual(len(self.daemon.call("List")["screens"]), 2)

    def test_half_calls_with_files_cost_other_users_no_file(self):
        files = [memory(64 * 48 * 4) for _ in range(3)]
        for file in files:
            self.addCleanup(os.close, file)
        halves = [self.client_without_rights() for _ in range(128)]
        for half in halves:
            socket.send_fds(half.socket, [b"{"], files[:1])
        client = self.client()
        call(
            client, "Draw", files, screen="Virtual-1", size={"width": 64, "height": 48}, format="xrgb8888",
            buffers=[{"fd": number} for number in range(3)],
        )  # fmt: skip
        # Half a call with files has a deadline.
        for half in halves:
            self.assertTrue(half.is_cut_off())
        self.daemon.until_logged("it has not sent the rest of a call with files within 10 s")

    def test_files_of_a_client_without_the_right_to_send_some_end_its_connection(self):
        client = Client(str(self.daemon.reader))
        self.addCleanup(client.__exit__)
        file = memory(4096)
        self.addCleanup(os.close, file)
        try:
            socket.send_fds(client.socket, [message("List")], [file])
        except PermissionError:
            # From Linux 6.16 on the kernel refuses the files, and the client may go on.
            self.assertEqual(len(client.call("List")["screens"]), 2)
        else:
            self.assertTrue(client.is_cut_off())
