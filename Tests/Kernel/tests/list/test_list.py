"""`screens list` and `screens modes` on every driver, alone and beside a program that shows something."""

import grp
import re
from pathlib import Path

from guest import agreement, deadline, debugfs, ioctls, modetest, screens, wait
from guest.daemon import Daemon
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, PLANE_OVERLAY, PLANE_PRIMARY, UNKNOWN, VirtualCard

NOBODY = 65534


class Agreement(KernelTest):
    machine = "cards"

    def test_virtio_gpu_agrees_with_modetest(self):
        agreement.compare_card(self, "virtio_gpu", 0)

    def test_bochs_agrees_with_modetest(self):
        agreement.compare_card(self, "bochs-drm", 1)

    def test_vkms_agrees_with_modetest_in_every_status(self):
        card = VirtualCard("agree", [CONNECTED, DISCONNECTED, UNKNOWN])
        self.addCleanup(card.remove)
        agreement.compare_card(self, "vkms", card.minor)

    def test_list_shows_only_connected_screens_by_card_and_connector(self):
        card = VirtualCard("order", [DISCONNECTED, CONNECTED, CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        found = screens.document("list")
        self.assertTrue(all(screen["status"] == "connected" for screen in found))
        places = [(screen["card"], screen["connector"]) for screen in found]
        self.assertEqual(places, sorted(places))
        here = [screen["name"] for screen in found if screen["card"] == card.path]
        self.assertEqual(here, card.connectors[1:])

    def test_all_adds_the_connectors_that_are_not_screens(self):
        card = VirtualCard("every", [DISCONNECTED, CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        names = [screen["name"] for screen in screens.document("list", "--all") if screen["card"] == card.path]
        self.assertEqual([name for name in names if not name.startswith("Writeback")], card.connectors)
        self.assertEqual(len([name for name in names if name.startswith("Writeback")]), 2)

    def test_text_has_a_line_for_every_screen_of_the_document(self):
        found = screens.document("list")
        done = screens.run("list")
        self.assertEqual(done.code, 0)
        for screen in found:
            lines = [line for line in done.output.splitlines() if screen["name"] in line]
            self.assertEqual(len(lines), 1, done.output)


class Console(KernelTest):
    """A new card: the kernel's console comes up there when the first program closes it."""

    machine = "cards"

    def shown(self, card: VirtualCard) -> str | None:
        """Returns the name of the mode that the kernel shows on the first connector."""
        crtc = debugfs.crtc_of(card.minor, card.connectors[0])
        return crtc and crtc.values["mode"].split('"')[1]

    def new_card(self, name: str) -> VirtualCard:
        card = VirtualCard(name, [CONNECTED])
        self.addCleanup(card.remove)
        self.assertIsNone(self.shown(card), "no program has opened it")
        return card

    def test_list_says_that_the_console_is_shown_after_it(self):
        card = self.new_card("listed")
        screen = screens.listed(card.path)[card.connectors[0]]
        self.assertIsNotNone(self.shown(card), "the console is there")
        self.assertEqual(((screen["currentMode"] or {}).get("name"), screen["dark"]), (self.shown(card), None))

    def test_doctor_says_that_the_console_is_shown_after_it(self):
        card = self.new_card("examined")
        document = screens.document("doctor")
        (found,) = [found["connectors"] for found in document["cards"] if found["path"] == card.path]
        self.assertIsNotNone(self.shown(card), "the console is there")
        self.assertEqual(((found[0]["shows"] or "").partition("@")[0], found[0]["dark"]), (self.shown(card), None))


class Unnoticed(KernelTest):
    """A display that was plugged in while no program listened and the kernel had no console on the card."""

    machine = "virtual"

    def test_list_and_doctor_agree_on_it(self):
        card = VirtualCard("unnoticed", [DISCONNECTED], console=False)
        self.addCleanup(card.remove)
        card.plug(0)
        document = screens.document("doctor")
        (examined,) = [found["connectors"] for found in document["cards"] if found["path"] == card.path]
        (name,) = card.connectors
        listed = screens.listed(card.path)[name]
        self.assertEqual(listed["status"], "connected")
        self.assertEqual(examined[0]["status"], listed["status"])


class Cost(KernelTest):
    """Calls of the kernel in proportion to the objects of the card."""

    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("cost", [CONNECTED, CONNECTED], planes=(PLANE_PRIMARY, *[PLANE_OVERLAY] * 7))
        self.addCleanup(self.card.remove)
        self.planes = sum(block.kind == "plane" for block in debugfs.state(self.card.minor))

    def test_a_list_reads_no_planes(self):
        with ioctls.Calls() as calls:
            self.assertEqual(screens.run("list", environment=calls.environment()).code, 0)
            counts = calls.by_kind
        self.assertGreaterEqual(self.planes, 16)
        self.assertNotIn(ioctls.kind_of("GETPLANE"), counts)
        self.assertLess(sum(counts.values()), 200, counts)

    def test_planes_are_described_once_however_often_they_are_read(self):
        name = f"{self.card.card}/{self.card.connectors[0]}"
        with ioctls.Calls() as calls:
            with screens.show(name, "--frames", "3", environment=calls.environment()) as program:
                self.assertEqual(program.wait(), 0, program.errors())
            counts = calls.by_kind
        # The library asks twice for each list: first for its length, then for its elements.
        self.assertEqual(counts[ioctls.kind_of("GETPLANE")], 2 * self.planes, counts)
        self.assertLess(sum(counts.values()), 100 * self.planes, counts)

    def test_a_further_modeset_describes_no_plane_and_no_property_again(self):
        name = self.card.connectors[0]
        with ioctls.Calls() as calls:
            daemon = Daemon(
                self,
                f'[[screen]]\nmatch = {{ connector = "{self.card.card}/{name}" }}\ncontent = {{ color = "#2a7fc4" }}\n',
                environment=calls.environment(),
            )
            wait.until_shown(daemon.program, self.card.minor, name)
            for mode in ("800x600", "640x480"):
                before = calls.by_kind
                daemon.call("Set", screen=name, settings={"mode": mode})
                wait.until_shown(daemon.program, self.card.minor, name, mode)
                self.assertEqual(calls.by_kind[ioctls.MODESET], before[ioctls.MODESET] + 1)
                for kind in map(ioctls.kind_of, ("GETPLANE", "GETPROPERTY")):
                    self.assertEqual(calls.by_kind.get(kind), before.get(kind), ioctls.name(kind))
            self.assertEqual(daemon.stop(), 0, daemon.log())


class Openings(KernelTest):
    """The calls on the cards that a command opens."""

    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("opened", [CONNECTED])
        self.addCleanup(self.card.remove)

    def calls(self, *arguments: str) -> dict[str, list[str]]:
        """Returns the ioctls on each card that a command opens, in order, by the card's path."""
        opened: dict[str, str] = {}
        found: dict[str, list[str]] = {}
        for line in screens.strace("openat,close,ioctl", *arguments):
            if match := re.search(r'openat\(.*"(/dev/dri/card\d+)".* = (\d+)$', line):
                opened[match[2]] = match[1]
                # A card may be opened several times: the earlier calls count, too.
                found.setdefault(match[1], [])
            elif match := re.search(r"close\((\d+)\)", line):
                opened.pop(match[1], None)
            elif (match := re.search(r"ioctl\((\d+), (\w+)", line)) and match[1] in opened:
                found[opened[match[1]]].append(match[2])
        self.assertEqual(opened, {}, "all are closed")
        return found

    def test_list_probes_as_master_for_a_moment_and_changes_nothing(self):
        found = self.calls("list")
        self.assertEqual(list(found), [self.card.path])
        for card, calls in found.items():
            self.assertIn("DRM_IOCTL_MODE_GETCONNECTOR", calls, card)
            changes = {"DRM_IOCTL_MODE_SETCRTC", "DRM_IOCTL_MODE_ATOMIC", "DRM_IOCTL_SET_MASTER"}
            self.assertEqual(changes & set(calls), set(), card)

    def test_without_a_probe_no_command_opens_a_card(self):
        screen = f"{self.card.card}/{self.card.connectors[0]}"
        for command in (["list"], ["modes", screen], ["info", screen]):
            with self.subTest(command[0]):
                self.assertEqual(self.calls(*command, "--no-probe"), {})

    def test_a_completion_opens_no_card(self):
        name = self.card.connectors[0]
        completing = ("---completion", "modes", "--", "positional@0", "2", str(len(name)), "screens", "modes", name)
        self.assertEqual(screens.run(*completing).output.splitlines(), [name])
        self.assertEqual(self.calls(*completing), {})

    def test_a_snapshot_gives_mastership_back_before_anything_else(self):
        found = self.calls("snapshot", f"{self.card.card}/{self.card.connectors[0]}", "-")
        self.assertIn(self.card.path, found)
        for card, calls in found.items():
            self.assertEqual(calls[0], "DRM_IOCTL_DROP_MASTER", card)


class Truth(KernelTest):
    """The lists of a card that no program drives, which come from a probe."""

    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("truth", [CONNECTED, DISCONNECTED])
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[1]
        self.card.plug(1)
        modes = Path(f"/sys/class/drm/{self.card.card}-{self.name}/modes")
        deadline.until(modes.read_text, "the kernel's console has probed it")
        # It leaves out what is larger than itself.
        self.known = len(modes.read_text().splitlines())

    def test_modes_after_a_plug_agree_with_modetest(self):
        found = screens.document("modes", f"{self.card.card}/{self.name}")
        agreement.compare_modes(self, found, modetest.connectors("vkms")[self.name])
        self.assertGreater(len(found), self.known)
        self.assertIs(screens.listed(self.card.path)[self.name]["stale"], False)

    def test_without_a_probe_they_are_read_from_sysfs(self):
        done = screens.run("list", "--no-probe")
        self.assertEqual((done.code, self.name in done.output), (0, True), done)
        self.assertIn("not probed", done.errors)
        found = screens.document("list", "--no-probe")
        (screen,) = (screen for screen in found if screen["name"] == self.name)
        self.assertEqual((screen["source"], screen["stale"], screen["status"]), ("sysfs", True, "connected"))
        self.assertEqual(debugfs.clients(self.card.minor), [])


class Guest(KernelTest):
    """A user who is neither root nor master reads the lists, and disturbs no other program."""

    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("guest", [CONNECTED, CONNECTED])
        self.addCleanup(self.card.remove)

    def test_list_works_for_a_user_of_the_video_group(self):
        video = grp.getgrnam("video").gr_gid
        found = screens.listed(self.card.path, user=NOBODY, groups=[video])
        self.assertEqual(list(found), self.card.connectors)
        self.assertEqual(debugfs.clients(self.card.minor), [])

    def test_watch_ends_for_a_user_without_rights(self):
        video = grp.getgrnam("video").gr_gid
        with screens.watch(user=NOBODY, groups=[video]) as program:
            program.until(program.lines, "the snapshot")
            self.assertTrue(program.running)
        with screens.watch(user=NOBODY) as program:
            self.assertEqual(program.wait(), screens.NO_PERMISSION, program.errors())
            self.assertEqual(program.output(), "")
            self.assertIn("Permission denied", program.errors())

    def test_list_leaves_no_master_behind(self):
        screens.listed()
        for minor in (0, 1, self.card.minor):
            self.assertEqual(debugfs.clients(minor), [])

    def test_list_beside_a_master_sees_its_mode_and_names_the_screens_it_could_not_probe(self):
        connector = modetest.connectors("vkms")[self.card.connectors[0]]
        with modetest.hold("vkms", self.card.minor, connector.number, "800x600") as master:
            found = screens.listed(self.card.path)
            self.assertEqual(debugfs.master(self.card.minor), "modetest")
            self.assertEqual([client.command for client in debugfs.clients(self.card.minor)], ["modetest"])
            master.end()
        shown = found[self.card.connectors[0]]
        self.assertEqual((shown["currentMode"]["width"], shown["currentMode"]["height"]), (800, 600))
        self.assertIs(shown["currentMode"]["current"], True)
        self.assertIsNone(shown["dark"])
        self.assertIs(shown["stale"], True)

    def test_list_beside_a_master_does_not_stop_its_flips(self):
        connector = modetest.connectors("vkms")[self.card.connectors[0]]
        with FlipTrace() as trace, modetest.hold("vkms", self.card.minor, connector.number, "800x600", "-v") as master:
            master.until(lambda: len(trace.flips()) > 10, "modetest flips")
            self.assertIn(self.card.connectors[1], screens.listed())
            before = len(trace.flips())
            master.until(lambda: len(trace.flips()) > before + 10, "modetest flips on")
