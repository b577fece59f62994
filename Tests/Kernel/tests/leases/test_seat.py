"""The input devices of a screen's seat: the program loses them."""

import os
from pathlib import Path

from guest import deadline, seated
from guest.keyboard import Keyboard
from guest.lending import Lending
from guest.program import Program

NOBODY = 65534
OPTIONS = ["--seat", "--input", "name=test keyboard"]


class Seat(Lending):
    def setUp(self):
        super().setUp()
        self.start()
        self.keyboard = Keyboard()
        self.is_pressed = False
        self.addCleanup(self.keyboard.close)
        self.path = deadline.until(self.event_file, "the keyboard is there")

    @staticmethod
    def event_file() -> str | None:
        """Returns the path of the keyboard."""
        for name in Path("/sys/class/input").glob("event*/device/name"):
            path = f"/dev/input/{name.parts[4]}"
            if name.read_text() == "test keyboard\n" and os.path.exists(path):
                return path
        return None

    def seated(self, *commands: str) -> Program:
        program = self.lease(*seated.command(self.path, *commands), options=OPTIONS)
        program.until(lambda: program.lines() == ["opened"], "it has the keyboard")
        return program

    def press(self) -> None:
        """Presses the key, or releases it: one event."""
        self.is_pressed = not self.is_pressed
        self.keyboard.set(Keyboard.DOWN, int(self.is_pressed))

    def expect_loss(self, program: Program) -> None:
        """The descriptor that the program has kept no longer brings anything."""
        lines = program.until(lambda: len(program.lines()) > 2 and program.lines(), "it has read again")
        self.assertEqual(lines[2], "ENODEV")

    def test_a_device_that_is_closed_is_lost(self):
        for word in ("close", "leave", "disconnect"):
            with self.subTest(word=word):
                program = self.seated("read", word, "read")
                self.press()
                self.expect_loss(program)
                self.assertEqual(program.wait(), 0, program.errors())
                self.until_back()

    def test_it_is_lost_with_the_lease(self):
        program = self.seated("read", "read")
        self.press()
        program.until(lambda: len(program.lines()) == 2, "it reads the key")
        self.daemon.call("Revoke", screen=self.first)
        self.expect_loss(program)

    def test_another_user_is_refused(self):
        script = (
            'chmod 755 "$XDG_RUNTIME_DIR" "$(dirname $SEATD_SOCK)"; chmod 777 "$SEATD_SOCK"; '
            f"setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups {' '.join(seated.command(self.path))}"
        )
        program = self.lease("sh", "-c", script, options=OPTIONS)
        self.assertNotEqual(program.wait(), 0)
        self.assertNotIn("opened", program.output())
        self.assertRegex(program.errors(), "ConnectionResetError|BrokenPipeError")
