"""Two programs, one card: the master shows its picture, the other one waits or names the master."""

import json

from guest import debugfs, drm, modetest, screens, wait
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


class Mastership(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("shared", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"
        connector = modetest.connectors("vkms")[self.name]
        self.master = modetest.hold("vkms", self.card.minor, connector.number, "800x600")
        self.addCleanup(self.master.__exit__)

    def test_no_wait_ends_with_busy_and_names_the_master(self):
        done = screens.run("show", self.screen, "--no-wait")
        self.assertEqual(done.code, screens.BUSY, done.errors)
        self.assertIn("modetest", done.errors)
        self.assertEqual(len(done.errors.splitlines()), 1, done.errors)
        self.assertEqual(debugfs.master(self.card.minor), "modetest")

    def test_scenario_16_show_waits_and_takes_over_when_the_other_ends(self):
        program = screens.show(self.screen, "--mode", "640x480")
        self.addCleanup(program.__exit__)
        program.until(lambda: "modetest" in program.errors(), "it says whom it waits for")
        self.assertIn("800x600", wait.until_shown(program, self.card.minor, self.name))
        self.assertEqual(self.master.end(), 0)
        program.until(lambda: "640x480" in wait.until_shown(program, self.card.minor, self.name), "its own mode")
        self.assertTrue(debugfs.master(self.card.minor))

    def test_scenario_16_show_waits_and_takes_over_when_the_other_is_killed(self):
        program = screens.show(self.screen, "--mode", "640x480")
        self.addCleanup(program.__exit__)
        program.until(lambda: program.errors(), "it says that it waits")
        self.master.kill()
        program.until(lambda: "640x480" in wait.until_shown(program, self.card.minor, self.name), "its own mode")


class Lost(KernelTest):
    machine = "cards"

    def test_scenario_16_another_becomes_master_and_releases_it(self):
        card = VirtualCard("shared", [CONNECTED])
        self.addCleanup(card.remove)
        (name,) = card.connectors
        connector = modetest.connectors("vkms")[name]
        program = screens.show(f"{card.card}/{name}", "--mode", "640x480", "--redraw")
        self.addCleanup(program.__exit__)
        wait.until_shown(program, card.minor, name, "640x480")
        # Another daemon switches terminals like this: the next opener is master.
        with drm.Card.shared_with(program.pid, card.path) as shared:
            shared.drop_master()
        with modetest.hold("vkms", card.minor, connector.number, "800x600") as other:
            program.until(lambda: "modetest" in program.errors(), "it says whom it waits for")
            self.assertIn("800x600", wait.until_shown(program, card.minor, name))
            self.assertEqual(other.end(), 0)
        wait.until_shown(program, card.minor, name, "640x480")


class TheDaemon(KernelTest):
    """The daemon is the other program."""

    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("served", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.screen = f"{self.card.card}/{self.card.connectors[0]}"
        self.daemon = Daemon(
            self, f'[[screen]]\nmatch = {{ connector = "{self.screen}" }}\ncontent = {{ color = "#112233" }}\n'
        )
        wait.until_shown(self.daemon.program, self.card.minor, self.card.connectors[0])

    def test_the_doctor_knows_it_by_the_name_of_its_process(self):
        done = screens.run("doctor", "--json")
        (finding,) = [one for one in json.loads(done.output)["findings"] if one["object"] == self.card.card]
        self.assertIn(f"screensd (process {self.daemon.pid})", finding["message"])
        self.assertIn("systemctl stop 'screensd*'", finding["remedy"])

    def test_show_names_the_remedy(self):
        done = screens.run("show", self.screen, "--no-wait")
        self.assertEqual(done.code, screens.BUSY, done.errors)
        self.assertIn(f"screensd (process {self.daemon.pid})", done.errors)
        self.assertIn("screens set", done.errors)
