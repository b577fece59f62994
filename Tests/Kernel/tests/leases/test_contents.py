"""Contents that are programs, on vkms: over an unplug, on a seat, and while another terminal is shown."""

import contextlib
import itertools
import os
import shlex
import shutil
import signal
import tempfile
import time
from pathlib import Path

from guest import deadline, debugfs, lessee, processes, screens
from guest.checksums import Checksums
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.terminal import GRAPHICS, PROCESS, Terminal
from guest.varlink import Client
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

CONFIGURATION = """
[default]
mode = "640x480"
content = {{ command = [{command}], way = "{way}" }}
fallback = {{ color = "#2a7fc4" }}
"""


class ContentPrograms(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("contents", [CONNECTED], planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(self.card.remove)
        (self.name,) = self.card.connectors

    def start(self, *command: str, way: str = "lease") -> Program:
        words = ", ".join(f"'''{word}'''" for word in command)
        self.daemon = Daemon(self, CONFIGURATION.format(command=words, way=way))
        self.daemon.until_lit(self.name)
        # The name that the unit has if several cards have a screen of that name.
        name = f"{self.card.card}-{self.name}"
        command = [screens.binary(), "content", name, "--config", str(self.daemon.file)]
        run = Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)})
        self.addCleanup(run.__exit__)
        return run

    def shown(self) -> str | None:
        crtc = debugfs.crtc_of(self.card.minor, self.name)
        return debugfs.shown(self.card.minor).get(crtc.name, (None, None))[1] if crtc else None

    def until_shown(self, run: Program, count: int) -> None:
        def shown() -> bool:
            found = (run.output().count("connectors"), self.shown())
            assert found == (count, "python3"), f"{found}\n{run.errors()}{self.daemon.log()}"
            return True

        run.until(shown, f"it is shown, number {count}")

    def test_a_program_that_survives_an_unplug_goes_on(self):
        run = self.start(*lessee.command("{fd}", "#ff8000"))
        self.until_shown(run, 1)
        self.daemon.program.until(lambda: self.content()["state"] == "shown", "its picture is known")
        self.card.unplug(0)
        self.daemon.until_dark(self.name, "disconnected")
        self.card.plug(0)
        self.daemon.until_lit(self.name)
        self.daemon.program.until(lambda: self.daemon.screen(self.name)["content"], "its content is known")
        self.assertEqual(self.daemon.screen(self.name)["content"]["state"], "shown")
        self.assertEqual(self.shown(), "python3")
        self.assertEqual(run.output().count("connectors"), 1)
        self.assertNotIn("ended", run.errors())

    def content(self) -> dict:
        return self.daemon.screen(self.name)["content"]

    def pictures(self, checksums: Checksums) -> int:
        """Returns the number of pictures that were on the screen, one after the other."""
        return len(list(itertools.groupby(checksums.so_far)))

    def test_the_last_picture_stays_until_the_next_program_shows_its_own(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        os.mkfifo(folder / "pipe")
        run = self.start(*lessee.command("{fd}", "#ff8000"))
        until = self.daemon.program.until
        self.until_shown(run, 1)
        until(lambda: self.content()["state"] == "shown", "its picture is known")
        with Checksums(self.card.minor) as checksums:
            run.until(lambda: len(checksums.so_far) > 5, "it has checksums", interval=0.1)
            self.assertEqual(self.pictures(checksums), 1)
            # A restart.
            for process in processes.named("python3"):
                if str(lessee.__file__) in Path(f"/proc/{process}/cmdline").read_text():
                    os.kill(process, signal.SIGKILL)
            run.until(lambda: run.output().count("connectors") == 2, "it is started again")
            self.until_shown(run, 2)
            until(lambda: self.content()["state"] == "shown", "its picture is known")
            self.assertEqual(self.pictures(checksums), 1, "another picture was between")
            # Another program, which is slow.
            child = shlex.join(lessee.command("{fd}", "#0080ff"))
            words = f"'sh', '-c', '''read line <{folder}/pipe; exec {child}'''"
            self.daemon.configure(CONFIGURATION.format(command=words, way="lease"))
            until(lambda: (self.daemon.screen(self.name)["lessee"] or {}).get("name") == "sh", "it has the screen")
            until(lambda: self.content()["state"] == "waiting", "its picture is missing")
            count = len(checksums.so_far)
            run.until(lambda: len(checksums.so_far) > count + 20, "the display goes on", interval=0.1)
            self.assertEqual(self.pictures(checksums), 1, "the picture of the former program has gone")
            (folder / "pipe").write_text("draw\n")
            run.until(lambda: run.output().count("connectors") == 3, "it draws")
            until(lambda: self.content()["state"] == "shown", "its picture is known")
            count = len(checksums.so_far)
            run.until(lambda: len(checksums.so_far) > count + 5, "it has checksums", interval=0.1)
            self.assertEqual(self.pictures(checksums), 2, "only these two were shown")
        self.daemon.configure('[default]\nmode = "640x480"\ncontent = { color = "#102030" }\n')
        self.daemon.until_shown(self.name, "#102030")

    def test_a_program_that_draws_nothing_is_not_shown(self):
        pipe = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run"))) / "pipe"
        os.mkfifo(pipe)
        child = shlex.join(lessee.command("{fd}", "#ff8000"))
        self.start("sh", "-c", f"read line <{pipe}; exec {child}")
        until = self.daemon.program.until
        # Thirty seconds, during which every check takes time of the host. It waits before that, but a guest that waits
        # for a file of the host skips that state.
        until(lambda: self.content()["state"] == "fallback", "that is a failure", interval=1)
        self.assertIn("'sh' has the screen and shows no picture", self.content()["message"])
        self.assertNotEqual(self.shown(), "python3")
        pipe.write_text("draw\n")
        until(lambda: self.shown() == "python3", "it draws")
        until(lambda: self.content()["state"] == "shown", "that is known", interval=1)
        self.assertEqual(self.daemon.log().count("shows no picture"), 1)

    def test_the_reason_of_a_failure_is_the_current_one(self):
        words = "'''cage'''"
        self.daemon = Daemon(self, CONFIGURATION.format(command=words, way="lease"))
        until = self.daemon.program.until
        missing = "no program shows its content"
        until(lambda: missing in (self.content()["message"] or ""), "none has come", interval=1)
        for _ in range(2):
            with self.daemon.client() as client:
                client.lease(self.name, program="late")
                # A pass has followed then: it does not wait for a timeout.
                self.daemon.call("Reload")
                self.assertIn("'late' has the screen", self.content()["message"])
                self.assertEqual(self.content()["state"], "fallback")
            until(lambda: self.daemon.screen(self.name)["lessee"] is None, "none has it")
            self.daemon.call("Reload")
            self.assertIn(missing, self.content()["message"])
            self.assertEqual(self.content()["state"], "fallback")

    def test_without_a_display_the_screen_is_lent_on(self):
        """The socket for contents: its client loses a screen that has another content."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "screens.toml").write_text(CONFIGURATION.format(command="'cage'", way="lease"))
        command = [
            "screensd", "--no-terminal", "--config", f"{folder}/screens.toml", "--socket", f"{folder}/screens.Manager",
        ]
        daemon = self.enterContext(Program(command, {"STATE_DIRECTORY": str(folder / "state")}))
        daemon.until(lambda: "started" in daemon.errors() and (folder / "screens.Content").exists(), "it listens")
        manager = self.enterContext(Client(str(folder / "screens.Manager")))
        name = f"{self.card.card}/{self.name}"

        def screen() -> dict:
            (found,) = [
                one
                for one in manager.call("List", all=True)["screens"]
                if f"/dev/dri/{name}" == f"{one['card']}/{one['name']}"
            ]
            return found

        daemon.until(lambda: (screen()["content"] or {}).get("program"), "its content is a program")
        client = self.enterContext(Client(str(folder / "screens.Content")))
        client.lease(name)
        self.card.unplug(0)
        daemon.until(lambda: screen()["status"] == "disconnected", "it is unplugged")
        # Another pass, in which the screen has no content.
        manager.call("Reload")
        # Longer than a client keeps the screen of another content.
        time.sleep(30)
        self.assertIsNotNone(screen()["lessee"])
        self.card.plug(0)
        daemon.until(lambda: (screen()["content"] or {}).get("program"), "its content is a program again")
        self.assertIsNotNone(screen()["lessee"])
        self.assertNotIn("revoked", daemon.errors())

    def test_a_program_that_ends_without_a_display_is_started_at_the_plug(self):
        # Compositors do so, with 0.
        child = shlex.join(lessee.command("{fd}", "#ff8000"))
        status = f"/sys/class/drm/{self.card.card}-{self.name}/status"
        wait = f"until grep -q disconnected {status}; do sleep 0.1; done"
        script = f"exec 3<&0; {child} <&3 & {wait}; kill $!; wait; echo gone"
        run = self.start("sh", "-c", script)
        for count in range(1, 4):
            self.until_shown(run, count)
            self.card.unplug(0)
            run.until(lambda: run.output().count("gone") == count, "it has ended")
            # It is not the last line, which states afterwards why the command waits.
            run.until(lambda: run.errors().count("exit code 0") == count, "its end is known")
            self.daemon.program.until(lambda: self.daemon.screen(self.name)["lessee"] is None, "the lease has ended")
            self.card.plug(0)
        self.until_shown(run, 4)
        self.assertNotIn("again", run.errors())

    def test_on_a_seat(self):
        run = self.start(
            "sh", "-c", 'test -S "$SEATD_SOCK" && echo $LIBSEAT_BACKEND $WLR_DRM_DEVICES; exec sleep 1000', way="seat"
        )
        run.until(lambda: run.output() == f"seatd /dev/dri/{self.card.card}\n", "it has a seat")
        run.signal(signal.SIGTERM)
        self.assertEqual(run.wait(), 0, run.errors())


class OtherTerminal(KernelTest):
    """Programs while another virtual terminal is shown."""

    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("paused", [CONNECTED], planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(self.card.remove)
        (self.name,) = self.card.connectors
        self.other, self.ours = Terminal(1), Terminal(2)
        self.addCleanup(self.other.show)
        self.ours.show()

    def run_content(self, pauses: bool) -> Program:
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        # With a second process.
        script = f"sleep 1000 & exec {shlex.join(lessee.command('{fd}', '#ff8000'))}"
        content = CONFIGURATION.format(command=f"'sh', '-c', '''{script}'''", way="lease")
        (folder / "screens.toml").write_text(
            content.replace('way = "lease"', f'pauses = {"true" if pauses else "false"}')
        )
        environment = {"STATE_DIRECTORY": str(folder / "state"), "SCREENS_SOCKET": str(folder / "socket")}
        daemon = screens.on_terminal(
            2, "screensd", "--config", f"{folder}/screens.toml", "--socket", f"{folder}/socket", environment=environment
        )
        self.addCleanup(daemon.__exit__)
        daemon.until(lambda: "started" in daemon.errors(), "it has started")
        command = [screens.binary(), "content", f"{self.card.card}/{self.name}", "--config", f"{folder}/screens.toml"]
        run = Program(command, environment)
        # A killed command leaves a process behind, which keeps the card open.
        self.addCleanup(self.end_others)
        self.addCleanup(run.__exit__)
        run.until(lambda: "connectors" in run.output(), "the program runs")
        self.assertEqual(self.ours.kind, (PROCESS, GRAPHICS))
        return run

    @staticmethod
    def states(run: Program) -> set[str]:
        """Returns the states of all processes of the program, from `/proc`."""
        parents, states = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                state, parent = path.read_text().rsplit(")", 1)[1].split()[:2]
                parents[int(path.parent.name)], states[int(path.parent.name)] = int(parent), state
        below = {run.pid}
        while more := {process for process, parent in parents.items() if parent in below} - below:
            below |= more
        return {states[process] for process in below - {run.pid}}

    @staticmethod
    def end_others() -> None:
        for process in processes.named("sleep"):
            os.kill(process, signal.SIGKILL)

    def test_it_is_stopped_if_it_is_to_pause(self):
        run = self.run_content(pauses=True)
        for _ in range(2):
            self.other.show()
            run.until(lambda: self.states(run) == {"T"}, "all its processes are stopped")
            self.ours.show()
            run.until(lambda: self.states(run) == {"S"}, "they go on")
        # A process that was stopped before, like a job of a shell, stays stopped.
        for process in processes.named("sleep"):
            os.kill(process, signal.SIGSTOP)
        self.other.show()
        run.until(lambda: self.states(run) == {"T"}, "all its processes are stopped")
        self.ours.show()
        run.until(lambda: self.states(run) == {"S", "T"}, "the others go on")
        self.other.show()
        run.until(lambda: self.states(run) == {"T"}, "all its processes are stopped")
        self.end(run)

    def end(self, run: Program) -> None:
        run.signal(signal.SIGTERM)
        self.assertEqual(run.wait(), 0, run.errors())
        self.assertIn("was ended by signal 15", run.errors())

    def test_it_goes_on_elsewhere(self):
        run = self.run_content(pauses=False)
        self.other.show()
        deadline.until(lambda: debugfs.master(self.card.minor) is None, "the card is released")
        self.assertNotIn("T", self.states(run))
        self.ours.show()
        deadline.until(lambda: debugfs.master(self.card.minor) == "screensd", "the card is the daemon's again")
        self.assertNotIn("ended", run.errors())
        self.assertEqual(len(self.states(run)), 1)
        self.end(run)
