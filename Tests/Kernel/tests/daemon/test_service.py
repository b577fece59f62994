"""The daemon under systemd: started by a card and by its socket, watched, restarted, stopped."""

import grp
import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path

from guest import deadline, debugfs, modetest, picture, screens, varlink, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest, long
from guest.systemd import ANSWERED, DENIED, REFUSED, System
from guest.terminal import AUTO, GRAPHICS, PROCESS, TEXT, Terminal

REPOSITORY = Path(__file__).resolve().parents[4]
PROGRAMS = "/run/screens-tests"
PREFIX = "/usr/bin"
SOURCE = "opt/screens"
UNIT = "screensd.service"
TARGET = "screens.target"
SOCKETS = ("screensd.socket", "screensd-operator.socket", "screensd-reader.socket")
COLOUR = "#208040"
METRICS = "var/lib/prometheus/node-exporter/screens.prom"
NOBODY = 65534
OTHER = 54321


class Service(KernelTest):
    machine = "service"
    # Whole starts of programs, and as many as three installations, on a machine that is emulated.
    seconds = 600

    @classmethod
    def setUpClass(cls):
        cls.minor = minor_of("virtio_gpu")
        Terminal(1).show()
        cls.system = System(cls.prepare, has_terminal=True)
        cls.addClassCleanup(cls.system.end)

    @staticmethod
    def prepare(root: Path) -> None:
        (root / "etc/screens").mkdir(exist_ok=True)
        (root / "etc/screens/screens.toml").write_text(
            f'[default]\ncontent = {{ color = "{COLOUR}" }}\n[daemon]\nmetrics = "/{METRICS}"\n'
        )
        # The folder as that program's package makes it, and as the instructions change it.
        metrics = (root / METRICS).parent
        metrics.mkdir(parents=True, exist_ok=True)
        os.chown(metrics, 0, grp.getgrnam("video").gr_gid)
        metrics.chmod(0o775)
        # The files from which it is installed.
        for folder in ("systemd", "udev"):
            shutil.copytree(f"{REPOSITORY}/{folder}", root / SOURCE / folder)
        for program in ("screens", "screensd"):
            shutil.copy(f"{PROGRAMS}/{program}", root / SOURCE)
        # This avoids a wait of half a minute.
        folder = root / "etc/systemd/system/screensd.service.d"
        folder.mkdir(parents=True)
        (folder / "watchdog.conf").write_text("[Service]\nWatchdogSec=6\n")
        # Any program in place of a display manager.
        manager = root / "etc/systemd/system/display-manager.service"
        manager.unlink(missing_ok=True)
        manager.write_text("[Service]\nExecStart=/bin/sleep infinity\n")
        # The installation does this on a running system.
        subprocess.run(["systemctl", f"--root={root}", "enable", UNIT], check=True)

    def setUp(self):
        self.systemctl("reset-failed")
        self.until_active()

    def systemctl(self, *arguments: str) -> None:
        done = self.system.call("systemctl", *arguments)
        self.assertEqual(done.returncode, 0, done.stdout)

    def journal(self) -> str:
        return self.system.call("journalctl", "--no-pager", "-b", "-n", "60").stdout

    def details(self) -> str:
        return self.journal()

    def state(self) -> str:
        return self.system.property(UNIT, "ActiveState")

    def until_active(self) -> int:
        """Returns the daemon's process, as seen from here."""
        if self.state() != "active":
            self.systemctl("start", UNIT)
        return self.process()

    def process(self) -> int:
        inside = self.system.property(UNIT, "MainPID")
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                lines = status.read_text().splitlines()
            except (FileNotFoundError, ProcessLookupError):
                # A process that has ended since the folder was listed.
                continue
            for line in lines:
                if line.startswith("NSpid:") and line.split()[2:] == [inside]:
                    return int(status.parent.name)
        self.fail(f"there is no process {inside}")

    def socket(self) -> str:
        return f"/proc/{self.system.first}/root/run/screens/screens.Manager"

    def until_state(self, *states: str) -> None:
        def right() -> bool:
            state = self.state()
            assert state in states, f"it is {state}"
            return True

        deadline.until(right, f"the service is {' or '.join(states)}", 60, 0.3)

    def expect_picture(self) -> None:
        name = next(name for name, found in modetest.connectors("virtio_gpu").items() if found.status == "connected")

        def mode() -> str | None:
            crtc = debugfs.crtc_of(self.minor, name)
            shown = crtc and debugfs.shown(self.minor).get(crtc.name)
            return shown[2] if shown and shown[1] != debugfs.CONSOLE else None

        text = deadline.until(mode, f"{name} shows the daemon's picture", interval=0.05)
        width, height = (int(side) for side in text.split('"')[1].split("x"))
        wait.until_on_screen("gpu", picture.filled(width, height, COLOUR))

    def test_a_card_starts_it_at_boot(self):
        # No other unit starts it: it runs because of the rule.
        self.assertEqual(self.system.property(UNIT, "WantedBy"), TARGET)
        self.assertIn(f"drm-card{self.minor}.device", self.system.property(TARGET, "WantedBy"))
        self.assertIn("lit", self.system.property(UNIT, "StatusText"))
        self.expect_picture()

    def test_it_has_a_user_of_its_own_and_no_capability(self):
        status = Path(f"/proc/{self.process()}/status").read_text()
        fields = dict(line.split(":", 1) for line in status.splitlines())
        self.assertNotEqual(fields["Uid"].split()[0], "0")
        for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(fields[name], 16), 0, name)
        self.assertEqual(fields["NoNewPrivs"].strip(), "1")
        # The filters of the unit, and the daemon's own.
        self.assertGreater(int(fields["Seccomp_filters"]), 1)

    def test_its_metrics_are_in_the_folder_of_node_exporter(self):
        file = self.system.root / METRICS
        uid = Path(f"/proc/{self.process()}").stat().st_uid
        deadline.until(
            lambda: file.exists() and "screens_uptime_seconds" in file.read_text(), "they are written", 60, 0.3
        )
        self.assertEqual((file.stat().st_uid, file.stat().st_mode & 0o777), (uid, 0o644))

    def card_appears(self) -> None:
        card = Path(f"/sys/class/drm/card{minor_of('bochs-drm')}/device").resolve()
        driver = card / "driver"
        bind = driver.resolve() / "bind"
        (driver / "unbind").write_text(card.name)
        bind.write_text(card.name)

    def test_a_card_that_appears_starts_it(self):
        # This is as if no card was there before: one more card starts nothing that was stopped.
        self.systemctl("stop", UNIT, TARGET)
        self.card_appears()
        deadline.until(lambda: self.state() == "active", "it runs", 60, 0.3)

    def test_a_disabled_daemon_is_started_by_nothing(self):
        self.addCleanup(self.systemctl, "enable", "--now", UNIT)
        self.systemctl("disable", "--now", UNIT, *SOCKETS)
        self.card_appears()
        # The target is reached after the rule took effect.
        deadline.until(lambda: self.system.property(TARGET, "ActiveState") == "active", "the card is known", 60, 0.3)
        self.assertEqual(self.state(), "inactive")
        listed = self.system.call(f"{PREFIX}/screens", "status")
        self.assertEqual(listed.returncode, 69, listed.stdout)
        self.assertEqual(self.state(), "inactive")

    @long
    def test_it_runs_when_it_is_installed_again(self):
        install = (f"/{SOURCE}/systemd/install", "--prefix", "/usr", "--binaries", f"/{SOURCE}", "--terminal")
        removed = self.system.call(*install, "--uninstall")
        self.assertEqual(removed.returncode, 0, removed.stdout)
        self.assertEqual(self.system.property(UNIT, "LoadState"), "not-found")
        installed = self.system.call(*install)
        self.assertEqual(installed.returncode, 0, installed.stdout)
        self.assertIn("screens status", installed.stdout)
        deadline.until(lambda: self.state() == "active", "it runs", 60, 0.3)
        self.expect_picture()
        # A unit that was disabled by hand stays disabled.
        self.addCleanup(self.systemctl, "enable", "--now", UNIT)
        self.systemctl("disable", "--now", UNIT, *SOCKETS)
        installed = self.system.call(*install)
        self.assertEqual(installed.returncode, 0, installed.stdout)
        self.assertIn("screensd.service is disabled, and stays so", installed.stdout)
        self.assertEqual(self.system.property(UNIT, "UnitFileState"), "disabled")
        for unit in (UNIT, *SOCKETS):
            self.assertEqual(self.system.property(unit, "ActiveState"), "inactive", unit)

    @long
    def test_sockets_of_an_earlier_version_are_opened_again(self):
        # The group video had the right to change everything.
        unit = self.system.root / "usr/lib/systemd/system/screensd.socket"
        unit.write_text(unit.read_text().replace("SocketGroup=screens-admin", "SocketGroup=video"))
        self.systemctl("daemon-reload")
        self.systemctl("stop", UNIT, *SOCKETS)
        self.systemctl("start", *SOCKETS, UNIT)
        self.assertEqual(self.system.called_as(NOBODY, "video", "Manager", "Identify", seconds=1), ANSWERED)
        installed = self.system.call(
            f"/{SOURCE}/systemd/install", "--prefix", "/usr", "--binaries", f"/{SOURCE}", "--terminal"
        )
        self.assertEqual(installed.returncode, 0, installed.stdout)
        self.assertIn("stopped for a moment to open the sockets again: screensd.socket", installed.stdout)
        self.assertEqual(self.system.called_as(NOBODY, "video", "Manager", "Identify", seconds=1), REFUSED)
        self.assertEqual(self.system.called_as(NOBODY, "screens-admin", "Manager", "Identify", seconds=1), ANSWERED)
        self.assertEqual(self.state(), "active")

    def test_a_command_that_reads_does_not_start_it(self):
        self.systemctl("stop", UNIT)
        for command in (["list"], ["modes"], ["status"]):
            self.system.call(f"{PREFIX}/screens", *command)
            self.assertEqual(self.state(), "inactive", command)

    def test_the_socket_for_changes_starts_it_for_its_group(self):
        self.systemctl("stop", UNIT)
        for group in (None, "video"):
            self.assertEqual(self.system.called_as(NOBODY, group, "Manager", "List"), REFUSED)
            self.assertEqual(self.state(), "inactive")
        self.assertEqual(self.system.called_as(NOBODY, "screens-admin", "Manager", "List"), ANSWERED)
        self.until_state("active")

    def test_each_group_has_its_own_right(self):
        self.assertEqual(self.system.called_as(NOBODY, None, "Reader", "List"), REFUSED)
        self.assertEqual(self.system.called_as(NOBODY, "video", "Reader", "List"), ANSWERED)
        self.assertEqual(self.system.called_as(NOBODY, "video", "Reader", "Identify", seconds=1), DENIED)
        self.assertEqual(self.system.called_as(NOBODY, "screens-admin", "Manager", "Identify", seconds=1), ANSWERED)
        self.assertEqual(self.system.called_as(OTHER, "screens-admin", "Manager", "Identify", seconds=1), ANSWERED)
        called = [self.system.called_as(NOBODY, group, "Operator", "List") for group in ("video", "screens-operator")]
        self.assertEqual(called, [REFUSED, ANSWERED])
        requests = [line for line in self.journal().splitlines() if "Identify" in line]
        for user in ("nobody", str(OTHER)):
            # Their processes are outside this system, so they have no number in it.
            self.assertTrue(any(f"user {user}: Identify" in line for line in requests), requests)

    def test_each_socket_has_its_owner_and_mode(self):
        expected = {
            "Manager": "root screens-admin 660",
            "Operator": "root screens-operator 660",
            "Reader": "root video 660",
            "Content": "root screens-content 660",
            "Presence": "root screens-presence 660",
            "Power": "screens-power screens-power 600",
        }
        for name, owner in expected.items():
            found = self.system.call("stat", "--format", "%U %G %a", f"/run/screens/screens.{name}")
            self.assertEqual(found.stdout.strip(), owner, name)

    def test_saved_settings_are_a_file_of_their_own(self):
        name = varlink.call(self.socket(), "List")["parameters"]["screens"][0]["name"]
        reply = varlink.call(self.socket(), "Set", screen=name, settings={"content": {"color": COLOUR}})
        self.assertNotIn("error", reply)
        reply = varlink.call(self.socket(), "Save")
        saved = {"file": "/var/lib/screens/saved.json", "settings": 1, "damaged": None}
        self.assertEqual(reply.get("parameters"), saved, reply)
        self.assertIn(COLOUR.lower(), (self.system.root / "var/lib/screens/saved.json").read_text().lower())

    def test_the_watchdog_ends_a_daemon_that_hangs_and_another_is_started(self):
        before = self.process()
        os.kill(before, signal.SIGSTOP)
        deadline.until(lambda: self.system.property(UNIT, "NRestarts") != "0", "it is restarted", 60, 0.3)
        self.until_state("active")
        self.assertNotEqual(self.process(), before)
        self.assertIn("Watchdog timeout", self.journal())
        self.expect_picture()

    def test_an_end_without_a_failure_is_followed_by_another_start(self):
        before = self.process()
        os.kill(before, signal.SIGTERM)
        deadline.until(lambda: self.system.property(UNIT, "NRestarts") != "0", "it is restarted", 60, 0.3)
        self.until_state("active")
        self.assertNotEqual(self.process(), before)

    def without_terminal(self) -> None:
        """Changes the unit as an installation without the option has it."""
        file = self.system.root / "etc/systemd/system/screensd.service.d/terminal.conf"
        # An empty file replaces the file of that name.
        file.write_text("[Service]\n")

        def put_back() -> None:
            self.systemctl("stop", UNIT)
            file.unlink(missing_ok=True)
            self.systemctl("daemon-reload")

        self.addCleanup(put_back)
        self.systemctl("stop", UNIT)
        self.systemctl("daemon-reload")
        self.systemctl("start", UNIT)

    def test_no_reading_over_a_restart_is_without_the_picture_and_a_stop_gives_the_card_back(self):
        self.without_terminal()
        self.expect_picture()
        self.assertEqual(self.system.property(UNIT, "NFileDescriptorStore"), "2")
        seen, ends = [], threading.Event()

        # The picture is read in a loop, which misses another picture that is shown for less than one reading. On vkms,
        # `tests/restart` compares each refresh.
        def look() -> None:
            while not ends.is_set():
                seen.append({picture[1] for picture in debugfs.shown(self.minor).values()})

        looking = threading.Thread(target=look)
        looking.start()
        before = self.process()
        self.systemctl("restart", UNIT)
        os.kill(self.process(), signal.SIGKILL)
        deadline.until(lambda: self.system.property(UNIT, "NRestarts") != "0", "it is restarted", 60, 0.3)
        self.until_state("active")
        ends.set()
        looking.join()
        self.assertNotEqual(self.process(), before)
        self.expect_picture()
        self.assertGreater(len(seen), 100)
        others = [found for found in seen if len(found) != 1 or debugfs.CONSOLE in found]
        self.assertEqual(others, [])
        # The kernel names the first opener of the file, which has ended.
        inside = self.system.property(UNIT, "MainPID")
        doctor = self.system.call(f"{PREFIX}/screens", "doctor")
        self.assertEqual(doctor.returncode, 0, doctor.stdout)
        self.assertIn(f"screensd (process {inside}), the daemon of this command", " ".join(doctor.stdout.split()))
        show = self.system.call(f"{PREFIX}/screens", "show", "--no-wait")
        self.assertEqual(show.returncode, 75, show.stdout)
        self.assertIn("the daemon of this command", show.stdout)
        self.systemctl("stop", UNIT)

        def is_free() -> bool:
            return debugfs.master(self.minor) is None

        deadline.until(is_free, "the card is free")

    def test_a_daemon_that_gets_a_terminal_takes_the_cards_that_were_kept(self):
        self.without_terminal()
        self.expect_picture()
        (self.system.root / "etc/systemd/system/screensd.service.d/terminal.conf").unlink()
        self.systemctl("daemon-reload")
        self.systemctl("restart", UNIT)

        def drives() -> bool:
            text = self.system.property(UNIT, "StatusText")
            assert text.startswith("2 of 2 screens lit"), text
            return True

        deadline.until(drives, "it drives the card", 60, 0.3)
        self.expect_picture()
        self.assertEqual(self.system.property(UNIT, "NFileDescriptorStore"), "0")

    def test_a_killed_daemon_leaves_its_terminal_to_the_next_which_gives_it_back(self):
        self.systemctl("stop", UNIT)
        Terminal(1).show()
        self.systemctl("start", UNIT)
        self.expect_picture()
        os.kill(self.process(), signal.SIGKILL)
        deadline.until(lambda: self.system.property(UNIT, "NRestarts") != "0", "it is restarted", 60, 0.3)
        self.until_state("active")
        self.expect_picture()
        self.assertEqual(Terminal(7).kind, (PROCESS, GRAPHICS))
        self.systemctl("stop", UNIT)
        deadline.until(lambda: Terminal(1).is_shown, "the console is shown")
        self.assertEqual(Terminal(7).kind, (AUTO, TEXT))
        self.assertTrue(Terminal(7).has_signals)

    def test_no_key_of_its_terminal_ends_it(self):
        keys = b"\x03\x1c\x1a"
        with screens.on_terminal(3, "sleep", "1000") as other:
            Terminal(3).type(keys[:1])
            self.assertEqual(other.wait(), -signal.SIGINT, "keys are typed")
        before = self.process()
        self.assertFalse(Terminal(7).has_signals)
        Terminal(7).type(keys)
        self.expect_picture()
        self.assertNotIn("error", varlink.call(self.socket(), "List"))
        self.assertEqual(self.process(), before)

    def test_a_display_manager_and_the_daemon_exclude_each_other(self):
        manager = "display-manager.service"
        self.systemctl("start", manager)
        self.until_state("inactive")
        self.systemctl("start", UNIT)
        self.assertEqual(self.system.property(manager, "ActiveState"), "inactive")
        self.expect_picture()

    def test_problems_in_the_configuration_do_not_keep_it_from_starting(self):
        file = self.system.root / "etc/screens/screens.toml"
        good = file.read_text()
        self.addCleanup(self.systemctl, "reload", UNIT)
        self.addCleanup(file.write_text, good)
        self.systemctl("stop", UNIT)
        file.write_text("[default]\nrotate = 45\n")
        self.systemctl("start", UNIT)
        self.expect_picture()
        self.assertIn("the configuration has problems", self.system.property(UNIT, "StatusText"))
        before = self.journal()
        self.assertNotEqual(self.system.call("systemctl", "reload", UNIT).returncode, 0)
        self.expect_picture()
        self.assertEqual(Terminal(7).kind, (PROCESS, GRAPHICS))
        self.assertNotIn("thread priority", self.journal().removeprefix(before))
        # It does not start with a file that its user may not read, either.
        file.write_text(good)
        self.assertEqual(self.system.call(f"{PREFIX}/screens", "config", "check").returncode, 0)
        self.addCleanup(file.chmod, 0o644)
        file.chmod(0o600)
        checked = self.system.call(f"{PREFIX}/screens", "config", "check")
        self.assertEqual(checked.returncode, 78, checked.stdout)
        self.assertIn("may not be read by the user of the service", checked.stdout)

    def test_its_terminal_is_shown_and_the_console_is_given_back(self):
        # The start is from a console that is shown.
        self.systemctl("stop", UNIT)
        Terminal(1).show()
        before = debugfs.shown(self.minor)
        self.systemctl("start", UNIT)
        ours = Terminal(7)
        self.assertTrue(ours.is_shown)
        self.assertEqual(ours.kind, (PROCESS, GRAPHICS))
        self.expect_picture()
        # A person looks at another terminal, and leaves.
        Terminal(1).show()
        words = "tty1 is shown, and the pictures are on tty7"
        deadline.until(lambda: words in self.system.property(UNIT, "StatusText"), "the status says so")
        doctor = self.system.call(f"{PREFIX}/screens", "doctor")
        self.assertIn("chvt 7", doctor.stdout)
        ours.show()
        deadline.until(lambda: words not in self.system.property(UNIT, "StatusText"), "it is over")
        self.expect_picture()
        self.systemctl("stop", UNIT)
        deadline.until(lambda: Terminal(1).is_shown, "the console is shown")
        self.assertEqual(ours.kind, (AUTO, TEXT))

        def console_is_shown() -> bool:
            shown = debugfs.shown(self.minor)
            assert shown == before, f"{shown} and not {before}"
            return True

        deadline.until(console_is_shown, "the console is on the display")
