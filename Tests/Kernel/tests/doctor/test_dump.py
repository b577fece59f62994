"""`screens doctor --dump`: a document of the cards that commands on another machine read as they read the cards
here."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import bochs, drm, edids, ioctls, screens, wait
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, PLANE_CURSOR, PLANE_OVERLAY, PLANE_PRIMARY, UNKNOWN, VirtualCard

SERIAL = 0x31337ABC

# Keys of a screen in `list` that documents lack: the numbers of this process, and whether a program drives the screen.
PASSING = ("id", "dark", "stale")


class Dump(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard(
            "dump",
            [CONNECTED, DISCONNECTED, UNKNOWN],
            writeback=True,
            planes=(PLANE_PRIMARY, PLANE_OVERLAY, PLANE_CURSOR),
            console=False,
        )
        self.addCleanup(self.card.remove)
        self.folder = Path(tempfile.mkdtemp(prefix="dump-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def shown(self):
        """Starts a program that shows a picture on the card."""
        return screens.show(f"{self.card.card}/{self.card.connectors[0]}", "--color", "#112233")

    def dump(self, *options: str) -> tuple[dict, str]:
        """Returns a dump, and the file that contains it."""
        done = screens.run("doctor", "--dump", *options, seconds=120)
        self.assertEqual((done.code, done.errors), (0, ""))
        file = self.folder / "cards.json"
        file.write_text(done.output)
        return json.loads(done.output), str(file)

    def test_a_simulation_of_the_dump_lists_the_same_screens_and_modes(self):
        # A list may probe cards that nothing drives. The dump never probes, and is made after that.
        screens.document("list", "--all")
        with self.shown() as program:
            wait.until_shown(program, self.card.minor, self.card.connectors[0])
            _, file = self.dump("--with-serials")
            here = screens.document("list", "--all")
            modes = {screen["name"]: screens.document("modes", self.name(screen)) for screen in here}
        there = screens.document("list", "--all", "--simulate", file)
        self.assertEqual(len({screen["card"] for screen in here}), 3, "vkms, virtio-gpu and bochs")
        for screen in here + there:
            for key in PASSING:
                screen.pop(key, None)
        self.assertEqual(there, here)
        for screen in here:
            simulated = screens.document("modes", self.name(screen), "--simulate", file)
            self.assertEqual(simulated, modes[screen["name"]], screen["name"])

    @staticmethod
    def name(screen: dict) -> str:
        return f"{screen['card'].removeprefix('/dev/dri/')}/{screen['name']}"

    @unittest.skipUnless(shutil.which("drm_info"), "drm_info is not installed")
    def test_the_document_agrees_with_drm_info(self):
        # The close of a card brings the kernel's console back: after the first reading nothing else changes.
        nodes = sorted(set(self.dump()[0]) - {"screens"})
        self.assertEqual(len(nodes), 3, "vkms, virtio-gpu and bochs")
        # The cards are named, because by default drm_info leaves out vkms, which is on no bus.
        done = subprocess.run(["drm_info", "-j", *nodes], capture_output=True, timeout=60)
        theirs = json.loads(done.stdout)
        self.assertEqual(sorted(theirs), nodes)
        ours, _ = self.dump()
        for node in nodes:
            self.leave_out_cursors(ours[node], theirs[node])
        compared = sum(self.compare(ours[node], theirs[node], node) for node in theirs)
        self.assertGreater(compared, 1000)

    def leave_out_cursors(self, ours: dict, theirs: dict) -> None:
        """Leaves out the cursor planes of virtual machines, which drm_info does not request to see."""
        seen = {plane["id"] for plane in theirs["planes"]}
        hidden = [plane for plane in ours["planes"] if plane["id"] not in seen]
        if hidden:
            self.assertEqual(theirs["driver"]["name"], "virtio_gpu")
        for plane in hidden:
            self.assertIn("HOTSPOT_X", plane["properties"])
            ours["planes"].remove(plane)

    def compare(self, ours, theirs, place: str) -> int:
        """Compares the values that both state, and counts them; null counts as missing. The console's damage changes
        meanwhile."""
        if isinstance(theirs, dict) and isinstance(ours, dict):
            if place.endswith(".properties"):
                self.assertEqual(set(ours), set(theirs), place)
            return sum(self.compare(ours[key], theirs[key], f"{place}.{key}") for key in theirs if key in ours)
        if isinstance(theirs, list) and isinstance(ours, list):
            self.assertEqual(len(ours), len(theirs), place)
            pairs = enumerate(zip(ours, theirs))
            return sum(self.compare(one, other, f"{place}[{index}]") for index, (one, other) in pairs)
        if ours is None or theirs is None or ".FB_DAMAGE_CLIPS." in place:
            return 0
        self.assertEqual(ours, theirs, place)
        return 1

    def test_a_dump_changes_nothing_and_needs_no_mastership(self):
        with self.shown() as program, ioctls.Calls() as calls:
            wait.until_shown(program, self.card.minor, self.card.connectors[0])
            done = screens.run("doctor", "--dump", environment=calls.environment())
            self.assertEqual((done.code, done.errors), (0, ""))
            names = {ioctls.name(kind) for kind in calls.by_kind}
            self.assertTrue(program.running, program.errors())
        self.assertIn("GETPLANE", names)
        planes = json.loads(done.output)[self.card.path]["planes"]
        (framebuffer,) = [plane["fb"] for plane in planes if plane["fb_id"]]
        self.assertEqual([framebuffer["width"] * 4], [plane["pitch"] for plane in framebuffer["planes"]])
        self.assertEqual(framebuffer["format"], drm.XRGB8888)
        self.assertTrue(all(plane["fb"] is None for plane in planes if not plane["fb_id"]))
        changing = {"SETCRTC", "PAGE_FLIP", "SET_MASTER", "CREATE_DUMB", "ADDFB2", "RMFB", "CREATEPROPBLOB"}
        self.assertEqual(names & changing, set())
        self.assertEqual([name for name in names if name.startswith("ATOMIC")], [])

    def test_the_doctor_finds_the_same_in_a_dump_as_on_the_machine(self):
        _, file = self.dump("--with-serials")
        here = json.loads(screens.run("doctor", "--json").output)
        there = json.loads(screens.run("doctor", "--json", "--simulate", file).output)

        def findings(document: dict) -> list[tuple[str, str]]:
            found = [(finding["code"], finding["object"]) for finding in document["findings"]]
            return [finding for finding in found if finding[1].startswith("card")]

        self.assertEqual(findings(there), findings(here))
        self.assertEqual(there["showable"], here["showable"])
        self.assertIn("user", there["machine"]["unknown"])

    def test_a_serial_is_only_in_a_dump_that_requests_it(self):
        socket = bochs.Socket(self)
        socket.plug(edids.display([edids.XGA], serial=SERIAL))
        socket.probe()
        digits = SERIAL.to_bytes(4, "little").hex()
        plain, file = self.dump()
        self.assertNotIn(digits, json.dumps(plain))
        (screen,) = [screen for screen in screens.document("list", "--simulate", file) if screen["card"] == socket.card]
        self.assertEqual(screen["identity"]["make"], "TST")
        self.assertIsNone(screen["identity"]["serial"])
        full, _ = self.dump("--with-serials")
        self.assertIn(digits, json.dumps(full["screens"]["edids"]))
        self.assertIn(digits, json.dumps(full["screens"]["sysfs"]))
