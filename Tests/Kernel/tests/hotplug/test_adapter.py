"""An adapter on USB that is pulled out during drawing, with all its mappings."""

from guest import corpora, debugfs, screens, wait
from guest.adapter import DRIVER, Adapter
from guest.kerneltest import KernelTest

COLOUR = "#2a7fc4"
DISPLAY = "edid-decode/data/hp-lp2275w-dp"


class Pulled(KernelTest):
    machine = "cards"

    def setUp(self):
        self.adapter = Adapter(self, corpora.edid(DISPLAY))

    def name(self) -> str:
        """The connector of the adapter, once its display is known."""
        path = f"/dev/dri/card{self.adapter.number()}"
        (screen,) = (screen for screen in screens.document("list") if screen["card"] == path)
        self.assertEqual((screen["driver"], screen["identity"]["make"]), (DRIVER, "HWP"))
        return screen["name"]

    def expect_shown(self, program) -> None:
        program.until(lambda: debugfs.lit(self.adapter.number()), "the adapter shows something", interval=0.1)
        wait.until_shown(program, self.adapter.number(), self.name())

    def test_the_program_goes_on_and_shows_its_picture_when_it_is_back(self):
        # The smallest mode, because each frame goes over an emulated USB, pixel by pixel.
        with screens.show("--color", COLOUR, "--redraw", "--mode", "smallest") as program:
            for _ in range(3):
                self.expect_shown(program)
                path = f"/dev/dri/card{self.adapter.number()}"
                self.adapter.pull()
                program.until(lambda: not program.holds(path), "its file of the card is closed")
                self.adapter.plug()
            self.expect_shown(program)
