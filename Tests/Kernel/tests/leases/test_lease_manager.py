"""Programs that request their lease from drm-lease-manager, which lends screens in Automotive Grade Linux."""

import os
from pathlib import Path

from guest import automotive, deadline, drm, readback
from guest.lending import Lending
from guest.picture import difference, filled
from guest.program import Program

NOBODY = 65534
SIZE = 800, 600
SHOW = f"show:{SIZE[0]}:{SIZE[1]}:ff8000"


class LeaseManager(Lending):
    def setUp(self):
        super().setUp()
        self.start()
        self.name = f"{self.card.card}-{self.first}"

    def client(self, *commands: str, user: int | None = None) -> Program:
        return self.lease(*automotive.command(self.name, *commands), user=user)

    def until_said(self, program: Program, count: int) -> list[str]:
        return program.until(lambda: len(program.lines()) >= count and program.lines(), f"it has said {count} lines")

    def expect_picture(self, program: Program) -> None:
        """Waits until its screen has the mode and the picture of the program."""
        self.until_shown(program, "python3")
        with drm.Card.open(self.card.path) as card:
            mode = card.crtc(card.crtcs()[0]).mode
            self.assertEqual((mode.hdisplay, mode.vdisplay), SIZE)
        shown = readback.framebuffer_of(program.pid, self.card.minor, self.first)
        self.assertIsNone(difference(shown, filled(*SIZE, "#ff8000")))

    def test_a_client_gets_the_lease_sets_a_mode_and_shows_a_picture(self):
        with drm.Card.open(self.card.path) as card:
            crtcs, connectors = card.crtcs(), card.connectors()
        program = self.client("get", SHOW)
        lines = self.until_said(program, 2)
        self.assertEqual(lines, ["get 1", f"show connectors [{connectors[0]}] crtcs [{crtcs[0]}]"])
        self.expect_picture(program)
        self.assertEqual(program.end(), 0, program.errors())
        self.until_back()

    def test_a_user_without_rights_gets_it_too(self):
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        program = self.client("get", SHOW, user=NOBODY)
        self.until_said(program, 2)
        self.expect_picture(program)
        self.assertEqual(program.end(), 0, program.errors())

    def test_the_lease_is_out_once_at_a_time(self):
        other = f"{self.card.card}-{self.card.connectors[1]}"
        program = self.client("get", "other:00000000", "release", "get", SHOW, f"missing:{other}")
        lines = self.until_said(program, 6)
        self.assertEqual(lines[:4] + lines[5:], ["get 1", "other 0", "release 0", "get 1", "missing ENOENT"])
        self.expect_picture(program)
        self.assertEqual(program.end(), 0, program.errors())

    def test_other_bytes_and_other_users_are_refused(self):
        wrong = [f"other:{text}" for text in ("02000000", "ffffffff", "00", "000000", "0000000000", "00" * 4096)]
        program = self.client(*wrong, f"user:{NOBODY}", "get", SHOW)
        lines = self.until_said(program, len(wrong) + 3)
        self.assertEqual(lines[:-2], ["other 0"] * len(wrong) + ["user refused"])
        self.assertEqual(lines[-2], "get 1")
        self.expect_picture(program)
        self.assertEqual(program.end(), 0, program.errors())

    def test_the_folder_goes_with_the_program(self):
        program = self.lease("sh", "-c", 'echo "$DLM_RUNTIME_PATH"; ls "$DLM_RUNTIME_PATH"; read x')
        folder, name = self.until_said(program, 2)
        self.assertEqual(name, self.name)
        self.assertEqual((os.stat(folder).st_mode & 0o777, Path(folder, name).is_socket()), (0o700, True))
        self.assertEqual(program.end(), 1, program.errors())
        deadline.until(lambda: not Path(folder).exists(), "its folder is gone")
