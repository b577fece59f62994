"""Files whose close takes as long as their author likes: they hold up no other client."""

import contextlib
import os
import signal
import socket
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path

import lingering
from drawing import Drawing
from lockedepoll import LockedEpoll
from guest.hangingshare import DETACH, libc
from guest.surface import call, memory
from guest.varlink import Client, Refused, message

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

    def test_a_file_beside_an_urgent_byte_holds_up_no_client(self):
        for path in (self.daemon.contents, self.daemon.reader):
            with self.subTest(path.name), Client(str(path)) as client:
                file = lingering.connection(self)
                rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", file.fileno()))]
                with self.stopped():
                    try:
                        client.socket.sendmsg([b"x"], rights, socket.MSG_OOB)
                    except PermissionError:
                        # From Linux 6.16 on the kernel refuses files for readers.
                        file.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes(8))
                    file.close()
                    client.socket.sendall(message("List"))
                self.assertEqual(len(self.daemon.call("List")["screens"]), 2)

    def test_a_file_whose_description_waits_for_its_owner_holds_up_no_client(self):
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(folder.rmdir)
        epoll = LockedEpoll(self, folder)
        with self.daemon.client() as client, self.assertRaises(Refused) as refused:
            call(
                client, "Draw", [epoll.descriptor], screen="Virtual-1", size={"width": 8, "height": 8},
                format="xrgb8888", buffers=[{"fd": 0}],
            )  # fmt: skip
        self.assertIn("descriptor 0 is neither a file in memory nor a dma-buf", refused.exception.parameters["message"])

    def test_a_file_with_the_name_of_a_dma_buf_is_not_one(self):
        # The path of a file in a mount that is detached begins at the mount.
        with tempfile.TemporaryDirectory(dir="/run") as folder:
            self.assertEqual(libc.mount(b"none", folder.encode(), b"tmpfs", 0, None), 0)
            with open(f"{folder}/dmabuf:x", "wb+") as file:
                self.assertEqual(libc.umount2(folder.encode(), DETACH), 0)
                self.assertEqual(os.readlink(f"/proc/self/fd/{file.fileno()}"), "/dmabuf:x")
                file.truncate(8 * 8 * 4)
                with self.daemon.client() as client, self.assertRaises(Refused) as refused:
                    call(
                        client, "Draw", [file.fileno()], screen="Virtual-1", size={"width": 8, "height": 8},
                        format="xrgb8888", buffers=[{"fd": 0}],
                    )  # fmt: skip
        self.assertIn("lacks F_SEAL_SHRINK", refused.exception.parameters["message"])

    def test_memory_and_files_of_a_tmpfs_end_after_earlier_files_of_their_user(self):
        # On the main thread they would end at once. The last use of a file frees all of it, which may be gigabytes.
        self.daemon.socket.chmod(0o666)
        with self.stopped():
            self.give(self.client_without_rights(), (message("List"), []))
        os.seteuid(NOBODY)
        try:
            client = self.daemon.client()
        finally:
            os.seteuid(0)
        with client:
            file = memory(64 * 48 * 4)
            call(
                client, "Draw", [file], screen="Virtual-1", size={"width": 64, "height": 48}, format="xrgb8888",
                buffers=[{"fd": 0}],
            )  # fmt: skip
            os.close(file)
            with tempfile.TemporaryFile(dir="/dev/shm") as shared, self.assertRaises(Refused):
                call(client, "AddBuffers", [shared.fileno()], buffers=[{"fd": 0}])
        self.daemon.program.until(lambda: self.drawn_by() is None, "the drawing has ended", interval=0.02)
        self.assertEqual(len(self.daemon.call("List")["screens"]), 2)
        self.assertIn("/memfd:", Path(f"/proc/{self.daemon.pid}/maps").read_text())
        files = [os.readlink(path) for path in Path(f"/proc/{self.daemon.pid}/fd").iterdir()]
        self.assertTrue([path for path in files if path.startswith("/dev/shm/")], files)

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
