"""The stock kernel's cards, as seen by a program of others."""

from guest import debugfs, hostlink, modetest, picture
from guest.cards import minor_of
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest


class Harness(KernelTest):
    machine = "stock"

    def test_both_cards_of_the_machine_are_there(self):
        for driver in ("virtio_gpu", "bochs-drm"):
            with self.subTest(driver=driver):
                statuses = [connector.status for connector in modetest.connectors(driver).values()]
                self.assertIn("connected", statuses)

    def test_flips_are_traced_and_come_at_once(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        connector = next(found[name] for name in found if found[name].status == "connected")
        with FlipTrace() as trace, modetest.hold("virtio_gpu", minor, connector.number, "800x600", "-v") as program:
            program.until(lambda: len(trace.flips()) > 100, "flips", interval=0.1)
            times = [time for time, *_ in trace.flips()]
            program.end()
        # Far more than the mode's 60 per second, which is why the clock must not come from the driver.
        self.assertLess(times[-1] - times[0], len(times) / 120)

    def test_console_is_on_virtio_gpu_and_back_after_modetest(self):
        minor = minor_of("virtio_gpu")
        before = debugfs.shown(minor)
        self.assertEqual([allocator for _, allocator, _ in before.values()], [debugfs.CONSOLE])
        found = modetest.connectors("virtio_gpu")
        connector = next(found[name] for name in found if found[name].status == "connected")
        with modetest.hold("virtio_gpu", minor, connector.number, "800x600") as program:
            shown = picture.from_ppm(hostlink.link().screendump("gpu"))
            program.end()
        self.assertEqual(shown.at(10, 10), (192, 192, 192))
        self.assertEqual(debugfs.shown(minor), before)
        self.assertEqual(debugfs.clients(minor), [])
