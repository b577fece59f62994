"""The pictures of other screens of a card, while a program that has a lease tries to get them."""

import shlex
import signal

from guest import debugfs, drm, intruder, readback, screens
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.lending import CONFIGURATION, Lending
from guest.picture import difference, filled
from guest.program import Program

NOBODY = 65534
COLOR = "#2a7fc4"
# The size of the mode of `CONFIGURATION`.
SIZE = 640, 480
# Our kernel has no interface of i386.
WAYS = ("native", "larger", "upper", "type", "x32", "unmarked")
REFUSED = f"EACCES {len(intruder.NUMBERS)}"
# The kernel itself refuses requests of other types.
UNKNOWN = {"type": f"ENOTTY {len(intruder.NUMBERS)}"}


def refusals(*ways: str, answers: dict[str, str] | None = None) -> list[str]:
    """Returns the report of an intruder that gets nothing, with other outcomes for some ways."""
    return [f"{call} {way}: {(answers or {}).get(way, REFUSED)}" for way in ways for call in intruder.CALLS]


class OtherScreens(Lending):
    def setUp(self):
        super().setUp()
        self.start()
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        self.second = self.card.connectors[1]

    def expect_refusals(self, program: Program) -> None:
        self.assertEqual(program.wait(), 0, program.errors())
        shown = readback.framebuffer_of(self.daemon.pid, self.card.minor, self.second)
        self.assertIsNone(difference(shown, filled(*SIZE, COLOR)))
        self.assertEqual(program.lines()[: len(WAYS) * len(intruder.CALLS)], refusals(*WAYS, answers=UNKNOWN))

    def test_a_descriptor_leads_to_no_other_picture(self):
        self.expect_refusals(self.lease(*intruder.command("{fd}", *WAYS), user=NOBODY))

    def test_an_opened_card_leads_to_no_other_picture(self):
        self.expect_refusals(self.lease(*intruder.command(self.card.path, *WAYS)))

    def test_a_child_of_the_program_gets_no_other_picture(self):
        child = shlex.join(intruder.command("$FD", *WAYS)).replace("'$FD'", "$SCREENS_LEASE_FD")
        self.expect_refusals(self.lease("sh", "-c", f"{child}; exit $?"))

    def test_a_seat_leads_to_no_other_picture(self):
        self.expect_refusals(self.lease(*intruder.command(f"seat:{self.card.path}", *WAYS), options=["--seat"]))

    def test_a_lease_by_name_leads_to_no_other_picture(self):
        self.expect_refusals(self.lease(*intruder.command(f"manager:{self.card.card}-{self.first}", *WAYS)))

    def test_a_content_gets_no_other_picture(self):
        words = ", ".join(f"'{word}'" for word in intruder.command("{fd}", *WAYS))
        content = f"content = {{ command = [{words}] }}"
        self.daemon.configure(f"{CONFIGURATION}[[screen]]\nmatch = {{ connector = '{self.first}' }}\n{content}\n")
        command = [screens.binary(), "content", self.first, "--config", str(self.daemon.file)]
        run = Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)})
        self.addCleanup(run.__exit__)
        run.until(lambda: len(run.lines()) >= len(WAYS) * len(intruder.CALLS), "it has tried each way")
        run.signal(signal.SIGTERM)
        self.expect_refusals(run)

    def test_a_program_may_show_the_picture_of_another_screen_and_changes_nothing_there(self):
        number, _ = self.framebuffer(self.second)
        program = self.lease(*intruder.command("{fd}", "show"), user=NOBODY)
        program.until(program.lines, "it has tried each framebuffer")
        self.assertIn(number, program.lines()[0].split())
        self.expect_color(self.second)
        program.process.stdin.close()
        self.assertEqual(program.wait(), 0, program.errors())
        self.until_back()
        self.expect_color(self.first)
        self.expect_color(self.second)

    def expect_color(self, name: str) -> None:
        shown = readback.framebuffer_of(self.daemon.pid, self.card.minor, name)
        self.assertIsNone(difference(shown, filled(*SIZE, COLOR)), name)

    def test_a_program_removes_no_framebuffer_and_no_blob_of_others(self):
        program = self.lease(*intruder.command("{fd}", "remove"), user=NOBODY)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertEqual(program.lines(), ["framebuffers:", "blobs:"])
        self.until_back()
        self.expect_color(self.first)
        self.expect_color(self.second)

    def test_a_program_reads_the_blobs_of_other_screens(self):
        crtc = debugfs.crtc_of(self.card.minor, self.second)
        with drm.Card.shared_with(self.daemon.pid, self.card.path) as card:
            _, mode = card.properties(crtc.number, drm.OBJECT_CRTC)["MODE_ID"]
        program = self.lease(*intruder.command("{fd}", "blobs"), user=NOBODY)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertIn(str(mode), program.lines()[0].split())


class OtherArchitectures(KernelTest):
    """Programs of the other architectures that a kernel of Debian runs."""

    machine = "stock"

    def test_no_interface_leads_to_framebuffers(self):
        daemon = Daemon(self, CONFIGURATION)
        screen = daemon.call("List")["screens"][0]
        daemon.until_lit(screen["name"])
        name = f"{screen['card'].rpartition('/')[2]}/{screen['name']}"
        lease = [screens.binary(), "lease", name, "--", *intruder.command("{fd}", *WAYS, "i386")]
        with Program(lease, {"SCREENS_SOCKET": str(daemon.socket)}) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            self.assertEqual(program.lines(), refusals(*WAYS, "i386", answers=UNKNOWN))
