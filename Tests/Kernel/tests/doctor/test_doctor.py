"""`screens doctor` with black screens: its findings, its exit codes, and that it disturbs no program."""

import grp
import json
import re
import shlex
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from guest import bochs, debugfs, modetest, screens
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

NOBODY = 65534
VIDEO = grp.getgrnam("video").gr_gid

# A display whose only mode is interlaced, which bochs cannot do: it is connected, but has no mode.
INTERLACED_ONLY = bytes.fromhex(
    "00ffffffffffff00 5274341201000000 0c220103 8079447800 ee91a3544c99260f5054 000000"
    + "0101" * 8
    + "011d8018711c1620582c2500baa84200009e"
    + "000000100000000000000000000000000000" * 3
    + "00"
)


def signed(edid: bytes) -> bytes:
    """Returns an EDID with the checksum of its one block."""
    return edid + bytes([-sum(edid) % 256])


class Doctor(KernelTest):
    """Runs the doctor on the machine itself, or in a separate mount namespace."""

    machine = "cards"

    def examine(
        self, *preparations: str, code: int, user: int | None = None, groups: tuple[int, ...] = ()
    ) -> dict:
        call = [screens.binary(), "doctor", "--json"]
        if user is not None:
            kept = ["--groups", ",".join(map(str, groups))] if groups else ["--clear-groups"]
            call = ["setpriv", f"--reuid={user}", f"--regid={user}", *kept, *call]
        script = " && ".join([*preparations, f"exec {shlex.join(call)}"])
        done = subprocess.run(["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (code, ""), done.stdout)
        document = json.loads(done.stdout)
        order = ["error", "warning", "note"]
        severities = [order.index(finding["severity"]) for finding in document["findings"]]
        self.assertEqual(severities, sorted(severities), "the worst first")
        self.assertEqual(bool(document["showable"]), code == 0)
        return document

    def finding(self, document: dict, code: str, about: str) -> dict:
        found = [finding for finding in document["findings"] if (finding["code"], finding["object"]) == (code, about)]
        self.assertEqual(len(found), 1, document["findings"])
        self.assertTrue(found[0]["message"])
        return found[0]

    def codes(self, document: dict, about: str) -> list[str]:
        return [finding["code"] for finding in document["findings"] if finding["object"].startswith(about)]

    def card(self, document: dict, path: str) -> dict:
        (card,) = [card for card in document["cards"] if card["path"] == path]
        return card

    @staticmethod
    def only(card: VirtualCard) -> list[str]:
        """Returns the commands that remove all device nodes except one card's."""
        return [
            "mount -t tmpfs none /dev/dri",
            f"mknod -m 660 {card.path} c 226 {card.minor}",
            f"chgrp video {card.path}",
        ]


class Machine(Doctor):
    def test_a_healthy_machine_has_nothing_wrong_with_its_cards(self):
        card = VirtualCard("healthy", [CONNECTED, DISCONNECTED])
        self.addCleanup(card.remove)
        document = self.examine(code=0)
        self.assertIn(f"{card.card}/{card.connectors[0]}", document["showable"])
        self.assertEqual(self.codes(document, card.card), [])
        self.assertEqual([f for f in document["findings"] if f["severity"] == "error"], [])
        self.assertTrue(document["machine"]["udev"])
        self.assertEqual(document["machine"]["kernel"], Path("/proc/sys/kernel/osrelease").read_text().strip())
        drivers = {card["driver"] for card in document["cards"]}
        self.assertLessEqual({"vkms", "virtio_gpu", "bochs-drm"}, drivers)
        self.assertTrue(all(device["hasCard"] for device in document["machine"]["displayDevices"]))
        self.assertEqual(len(document["machine"]["displayDevices"]), 2)
        seen = self.card(document, card.path)
        self.assertEqual((seen["free"], seen["master"], seen["openBy"], seen["crtcs"]), (True, None, [], 2))
        self.assertTrue(seen["capabilities"]["atomic"] and seen["capabilities"]["dumbBuffers"])
        self.assertEqual(seen["capabilities"]["pacing"], "vblank")
        self.assertEqual(seen["node"]["group"], "video")

    def test_text_fits_eighty_columns(self):
        done = screens.run("doctor")
        self.assertEqual((done.code, done.errors), (0, ""))
        self.assertTrue(done.output.startswith("A picture can be shown on "))
        self.assertEqual([line for line in done.output.splitlines() if len(line) > 80], [])

    def test_no_card_at_all(self):
        document = self.examine("mount -t tmpfs none /dev/dri", "mount -t tmpfs none /sys/class/drm", code=69)
        self.assertEqual(document["cards"], [])
        # The machine has graphics devices with drivers that seem to have made no cards.
        for device in document["machine"]["displayDevices"]:
            self.finding(document, "driverWithoutCard", f"pci {device['address']}")

    def test_no_device_node(self):
        document = self.examine("mount -t tmpfs none /dev/dri", code=69)
        self.assertGreaterEqual(len(document["cards"]), 2)
        for card in document["cards"]:
            self.finding(document, "noDeviceNode", card["path"].rpartition("/")[2])

    def test_no_udev(self):
        document = self.examine("mount -t tmpfs none /run/udev", code=0)
        self.finding(document, "noUdev", "machine")

    def test_nothing_connected(self):
        card = VirtualCard("alone", [DISCONNECTED, DISCONNECTED])
        self.addCleanup(card.remove)
        document = self.examine(*self.only(card), code=69)
        self.assertIn(card.card, self.finding(document, "nothingConnected", "machine")["message"])
        seen = self.card(document, card.path)
        self.assertEqual(seen["capabilities"]["pacing"], "vblank", "dark, and timed by vblanks all the same")
        reasons = [connector["dark"]["reason"] for connector in seen["connectors"]]
        self.assertEqual(reasons, ["disconnected"] * 2)


    def test_a_loaded_driver_that_does_not_drive_its_device_is_named(self):
        socket = bochs.Socket(self)
        device = Path(f"/sys/class/drm/card{socket.minor}/device").resolve()
        driver = (device / "driver").resolve()

        def unbind() -> None:
            (driver / "unbind").write_text(device.name)

        unbind()
        self.addCleanup(
            bochs.until_numbered, socket.minor, unbind, lambda: (driver / "bind").write_text(device.name)
        )
        # The root file system is the host's, and has the modules of the host's kernel.
        folder = f"/lib/modules/{Path('/proc/sys/kernel/osrelease').read_text().strip()}"
        document = self.examine(
            "mount -t tmpfs none /lib/modules", f"mkdir {folder}",
            f"echo 'alias pci:v00001234d00001111sv*sd*bc*sc*i* bochs' >{folder}/modules.alias", code=0,
        )  # fmt: skip
        finding = self.finding(document, "noDriver", f"pci {device.name}")
        self.assertIn("bochs is loaded", finding["message"])
        self.assertIn(f"dmesg | grep -i -e bochs -e {device.name}", finding["remedy"])


class Permission(Doctor):
    def test_a_user_without_the_group_gets_its_name(self):
        card = VirtualCard("denied", [CONNECTED])
        self.addCleanup(card.remove)
        document = self.examine(code=77, user=NOBODY)
        finding = self.finding(document, "notInGroup", card.card)
        self.assertIn("requires the group video", finding["message"])
        # The machine's root file system is the host's, which may be marked as a container's.
        self.assertRegex(finding["remedy"], f"usermod -aG video nobody|--group-add {VIDEO}")
        self.assertNotIn("nothingConnected", self.codes(document, "machine"))

    def test_a_login_from_before_the_group_gets_the_advice_to_log_in_again(self):
        with tempfile.NamedTemporaryFile("w", dir="/run") as groups:
            groups.write(f"root:x:0:\nvideo:x:{VIDEO}:nobody\nnogroup:x:{NOBODY}:\n")
            groups.flush()
            Path(groups.name).chmod(0o644)
            document = self.examine(f"mount --bind {groups.name} /etc/group", code=77, user=NOBODY)
        card = document["cards"][0]["path"].rpartition("/")[2]
        self.assertIn("in again", self.finding(document, "loginWithoutGroup", card)["remedy"])

    def test_a_node_that_is_roots_alone(self):
        card = VirtualCard("private", [CONNECTED])
        self.addCleanup(card.remove)
        document = self.examine(
            *self.only(card), f"chmod 600 {card.path}", code=77, user=NOBODY, groups=(VIDEO,)
        )
        self.finding(document, "noPermission", card.card)

    def test_a_user_of_the_group_may(self):
        document = self.examine(code=0, user=NOBODY, groups=(VIDEO,))
        self.assertEqual([f for f in document["findings"] if f["severity"] == "error"], [])


class Master(Doctor):
    def setUp(self):
        self.vkms = VirtualCard("held", [CONNECTED])
        self.addCleanup(self.vkms.remove)
        self.connector = modetest.connectors("vkms")[self.vkms.connectors[0]]

    def hold(self, *arguments: str):
        master = modetest.hold("vkms", self.vkms.minor, self.connector.number, "800x600", *arguments)
        self.addCleanup(master.__exit__)
        return master

    def test_root_gets_the_name_of_the_master(self):
        master = self.hold()
        document = self.examine(*self.only(self.vkms), code=75)
        self.assertIn(f"modetest (process {master.pid})",
                      self.finding(document, "anotherMaster", self.vkms.card)["message"])  # fmt: skip
        card = self.card(document, self.vkms.path)
        self.assertEqual(card["master"], {"name": "modetest", "pid": master.pid})
        self.assertEqual(card["openBy"], [{"name": "modetest", "pid": master.pid}])
        self.assertTrue(card["connectors"][0]["shows"].startswith("800x600@"))
        self.assertEqual(debugfs.master(self.vkms.minor), "modetest")

    def test_another_user_learns_that_there_is_one_and_who_knows_more(self):
        self.hold()
        document = self.examine(*self.only(self.vkms), code=75, user=NOBODY, groups=(VIDEO,))
        finding = self.finding(document, "anotherMaster", self.vkms.card)
        self.assertIn("cannot see which one", finding["message"])
        self.assertIn("sudo screens doctor", finding["remedy"])
        self.assertIsNone(self.card(document, self.vkms.path)["master"])

    def test_a_master_goes_on_flipping(self):
        with FlipTrace() as trace:
            master = self.hold("-v")
            master.until(lambda: len(trace.flips()) > 10, "modetest flips")
            before = len(trace.flips())
            self.examine(code=0)
            master.until(lambda: len(trace.flips()) > before + 10, "modetest flips on")
        self.assertEqual([client.command for client in debugfs.clients(self.vkms.minor)], ["modetest"])

    def test_it_is_master_of_a_free_card_only_for_a_probe_and_sets_nothing(self):
        opened: set[str] = set()
        nodes: Counter[str] = Counter()
        first: list[str] = []
        calls = screens.strace("openat,ioctl", "doctor")
        for line in calls:
            if match := re.search(r'openat\(.*"(/dev/dri/card\d+)".* = (\d+)$', line):
                nodes[match[1]] += 1
                opened.add(match[2])
            elif (match := re.search(r"ioctl\((\d+), (\w+)", line)) and match[1] in opened:
                opened.remove(match[1])
                first.append(match[2])
        # Each of three cards is opened for the library's read, which is the probe's, and for the doctor's own.
        self.assertEqual(Counter(first), {"DRM_IOCTL_AUTH_MAGIC": 3, "DRM_IOCTL_DROP_MASTER": 3})
        self.assertEqual(sorted(nodes.values()), [2, 2, 2], nodes)
        changes = r"SET_MASTER|MODE_(SETCRTC|ATOMIC|PAGE_FLIP|RMFB|ADDFB|CREATE)"
        setting = [line for line in calls if re.search(changes, line)]
        self.assertEqual(setting, [])
        self.assertEqual(debugfs.clients(self.vkms.minor), [])


class Displays(Doctor):
    def test_more_displays_than_the_card_can_feed(self):
        card = VirtualCard("crowded", [CONNECTED, CONNECTED], crtcs=1)
        self.addCleanup(card.remove)
        document = self.examine(*self.only(card), code=0)
        self.assertEqual(len(document["showable"]), 1)
        (dark,) = {f"{card.card}/{name}" for name in card.connectors} - set(document["showable"])
        self.finding(document, "noCrtc", dark)

    def test_connectors_that_are_forced(self):
        card = VirtualCard("forced", [CONNECTED, DISCONNECTED])
        self.addCleanup(card.remove)
        off, on = card.connectors
        for name, word in ((off, "off"), (on, "on")):
            status = Path(f"/sys/class/drm/{card.card}-{name}/status")
            status.write_text(word)
            self.addCleanup(status.write_text, "detect")
        document = self.examine(*self.only(card), code=0)
        self.assertEqual(document["showable"], [f"{card.card}/{on}"])
        self.assertIn(f"screens force {card.card}/{off} auto",
                      self.finding(document, "forcedOff", f"{card.card}/{off}")["remedy"])  # fmt: skip
        self.finding(document, "forcedOn", f"{card.card}/{on}")

    def test_an_edid_with_a_wrong_checksum(self):
        socket = bochs.Socket(self)
        own = socket.edid
        self.assertGreater(len(own), 128, "QEMU's display has an extension")
        # The kernel accepts an extension of that kind with a wrong checksum, as real displays have.
        socket.plug(own[:-1] + bytes([own[-1] ^ 1]))
        socket.probe()
        document = self.examine(code=0)
        self.assertIn("checksum", self.finding(document, "edidDamaged", socket.screen)["message"])
        socket.plug(None)
        socket.probe()
        self.assertEqual(self.codes(self.examine(code=0), socket.screen), [])

    def test_a_display_that_leaves_no_mode(self):
        socket = bochs.Socket(self)
        socket.plug(signed(INTERLACED_ONLY))
        socket.probe()
        document = self.examine(code=0)
        self.finding(document, "noModes", socket.screen)
        self.assertNotIn(socket.screen, document["showable"])
        (connector,) = self.card(document, socket.card)["connectors"]
        self.assertEqual((connector["status"], connector["modes"]), ("connected", 0))
