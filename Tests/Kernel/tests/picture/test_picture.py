"""`screens show` shows the right pixels, on every driver."""

from guest import hostlink, modetest, picture, screens, testcard, wait
from guest.cards import minor_of
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard


class OneColour(KernelTest):
    machine = "cards"

    def test_every_pixel_of_virtio_gpu_has_the_colour(self):
        self.on_screen("virtio_gpu", "gpu")

    def test_every_pixel_of_bochs_has_the_colour(self):
        self.on_screen("bochs-drm", "bochs")

    def on_screen(self, driver: str, device: str):
        minor = minor_of(driver)
        found = modetest.connectors(driver)
        name = next(name for name in found if found[name].status == "connected")
        with screens.show(f"card{minor}/{name}", "--color", "#2a7FC4") as program:
            mode = wait.until_shown(program, minor, name)
            size = mode.split('"')[1].split("x")
            wait.until_on_screen(device, picture.filled(int(size[0]), int(size[1]), "#2a7fc4"))

    def test_every_pixel_of_vkms_has_the_colour(self):
        card = VirtualCard("colour", [CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        name = card.connectors[0]
        with screens.show(f"{card.card}/{name}", "--color", "#2a7fc4", "--mode", "800x600") as program:
            wait.until_shown(program, card.minor, name)
            expected = picture.filled(800, 600, "#2a7fc4")
            wait.until_scanned_out(program, card.minor, name, lambda found: picture.difference(found, expected))

    def test_show_goes_on_after_its_picture_was_read_back(self):
        card = VirtualCard("again", [CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        name = card.connectors[0]
        with screens.show(f"{card.card}/{name}", "--color", "#102030", "--redraw", "--mode", "640x480") as program:
            wait.until_shown(program, card.minor, name)
            expected = picture.filled(640, 480, "#102030")
            for _ in range(2):
                wait.until_scanned_out(program, card.minor, name, lambda found: picture.difference(found, expected))
            with FlipTrace() as trace:
                program.until(lambda: len(trace.flips()) > 5, "it flips on")


class Card(KernelTest):
    """The test card, which is the default picture."""

    machine = "cards"

    def test_it_is_right_and_its_bar_moves_on_virtio_gpu(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        places = set()

        def right() -> bool:
            shown = picture.from_ppm(hostlink.link().screendump("gpu"))
            wrong = testcard.wrong(shown)
            assert wrong is None, wrong
            places.add(testcard.bar_position(shown))
            return len(places) >= 3

        with screens.show(f"card{minor}/{name}") as program:
            wait.until_shown(program, minor, name)
            program.until(right, "three test cards with the bar in different places")

    def test_it_is_right_on_vkms_in_every_kind_of_size(self):
        for mode in ("640x480", "1366x768", "1920x1080", "1600x1200"):
            with self.subTest(mode=mode):
                card = VirtualCard("card", [CONNECTED], writeback=True)
                self.addCleanup(card.remove)
                name = card.connectors[0]
                with screens.show(f"{card.card}/{name}", "--mode", mode) as program:
                    wait.until_shown(program, card.minor, name)
                    wait.until_scanned_out(program, card.minor, name, testcard.wrong)
                self.doCleanups()


class AllScreens(KernelTest):
    machine = "cards"

    def test_without_a_name_every_connected_screen_of_every_card_shows_it(self):
        card = VirtualCard("all", [CONNECTED, DISCONNECTED, CONNECTED], console=False)
        self.addCleanup(card.remove)
        connected = [
            (int(screen["card"].removeprefix("/dev/dri/card")), screen["name"]) for screen in screens.document("list")
        ]
        self.assertEqual(len({minor for minor, _ in connected}), 3, "all three drivers have a screen")
        with screens.show("--color", "#2a7fc4") as program:
            for minor, name in connected:
                wait.until_shown(program, minor, name)
        self.assertEqual(len(connected), 4)


class Modes(KernelTest):
    """The mode on the screen after `--mode`."""

    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("modes", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.modes = screens.document("modes", f"{self.card.card}/{self.name}")

    def shown(self, policy: list[str]) -> list[str]:
        with screens.show(f"{self.card.card}/{self.name}", "--color", "#000000", *policy) as program:
            return wait.until_shown(program, self.card.minor, self.name).replace('"', "").split()

    def expect(self, policy: list[str], mode: dict):
        found = self.shown(policy)
        self.assertEqual(found[0], mode["name"] + ":")
        self.assertEqual(
            (found[2], found[6], found[10]), tuple(str(mode[key]) for key in ("clockKilohertz", "htotal", "vtotal"))
        )

    def test_the_default_is_the_preferred_mode(self):
        self.expect([], next(mode for mode in self.modes if mode["preferred"]))

    def test_largest_is_the_last_of_the_list(self):
        self.expect(["--mode", "largest"], self.modes[-1])

    def test_smallest_is_the_first_of_the_list(self):
        self.expect(["--mode", "smallest"], self.modes[0])

    def test_a_size_alone_takes_its_highest_refresh(self):
        sized = [mode for mode in self.modes if (mode["width"], mode["height"]) == (1440, 900)]
        self.assertGreater(len(sized), 1)
        self.expect(["--mode", "1440x900"], max(sized, key=lambda mode: mode["refreshMillihertz"]))

    def test_a_mode_that_is_not_listed_is_computed(self):
        with screens.show(
            f"{self.card.card}/{self.name}", "--color", "#000000", "--mode", "1000x600@50,cvt-rb"
        ) as program:
            shown = wait.until_shown(program, self.card.minor, self.name, "1000x600")
        # The result of `edid-decode --cvt w=1000,h=600,fps=50,rb=1`.
        self.assertEqual(shown.split()[1:11], "50 35750 1000 1048 1080 1160 600 603 610 617".split())

    def test_a_mode_line_is_set_as_it_is(self):
        line = "49.50 1000 1040 1144 1288 600 603 613 624 -hsync +vsync"
        with screens.show(f"{self.card.card}/{self.name}", "--color", "#000000", "--mode", line) as program:
            shown = wait.until_shown(program, self.card.minor, self.name, "1000x600")
        self.assertEqual(shown.split()[2:11], "49500 1000 1040 1144 1288 600 603 613 624".split())

    def test_a_refresh_takes_the_nearest(self):
        sized = [mode for mode in self.modes if (mode["width"], mode["height"]) == (4096, 2160)]
        self.expect(["--mode", "4096x2160@59.94"], min(sized, key=lambda mode: abs(mode["refreshMillihertz"] - 59940)))
