"""Text by Cairo and Pango, in virtual time, which counts the machine's instructions instead of its speed."""

from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard


class Text(KernelTest):
    machine = "virtual"

    def test_a_thousand_letters_a_frame_miss_none(self):
        card = VirtualCard("text", [CONNECTED])
        self.addCleanup(card.remove)
        name = f"{card.card}/{card.connectors[0]}"
        with Program(["glyphs", "200", name, "1920x1080@60"]) as program:
            self.assertEqual(program.wait(120), 0, program.errors())
            reported = dict(line.split(": ") for line in program.lines())
        self.assertEqual(reported, {card.connectors[0]: "200 presented, 0 missed"})
