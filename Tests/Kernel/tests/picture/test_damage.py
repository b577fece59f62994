"""A driver gets only the changes, and none of them is missing on the screen."""

from guest import hostlink, ioctls, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest

MODE = (800, 600)


class Clips(KernelTest):
    machine = "cards"

    def setUp(self):
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")
        self.screen = f"card{self.minor}/{self.name}"

    def show(self, *arguments: str):
        return screens.show(self.screen, "--mode", "800x600", *arguments)

    def test_pixels_that_are_reported_one_by_one_are_all_on_the_screen(self):
        """Some drivers upload the damage of a flip to its buffer: the damage of earlier flips must be in it too."""
        for buffers in ("2", "3"):
            with self.subTest(buffers=buffers), self.show("--pattern", "pixel", "--buffers", buffers) as program:
                wait.until_shown(program, self.minor, self.name)

                def whites() -> int:
                    shot = picture.from_ppm(hostlink.link().screendump("gpu"))
                    self.assertEqual((shot.width, shot.height), MODE)
                    row = [shot.at(x, 0) for x in range(MODE[0])]
                    count = row.index((0, 0, 0)) if (0, 0, 0) in row else MODE[0]
                    gaps = [x for x in range(count, MODE[0]) if row[x] != (0, 0, 0)]
                    self.assertEqual(gaps, [], f"after {count} white pixels")
                    return count

                program.until(lambda: whites() > 60, "sixty pixels", interval=0.2)

    def test_a_blob_is_made_for_tiles_that_are_new_and_for_no_others(self):
        def blobs(frames: int, *arguments: str) -> int:
            show = ("show", self.screen, "--mode", "800x600", "--frames", str(frames), *arguments)
            with ioctls.Calls() as calls:
                self.assertEqual(screens.run(*show, environment=calls.environment()).code, 0)
                self.assertGreaterEqual(calls.by_kind[ioctls.FLIP], frames - 1)
                return calls.by_kind[ioctls.kind_of("CREATEPROPBLOB")]

        still = blobs(20, "--color", "#102030")
        self.assertEqual(blobs(20, "--pattern", "pixel"), still, "twenty pixels lie in one tile")
        # Four tiles, and the step from each to the next.
        moved = blobs(200, "--pattern", "pixel") - still
        self.assertGreater(moved, 2)
        self.assertLess(moved, 20)
