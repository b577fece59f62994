"""Contents and words over whatever is on a screen: films of clients included, and programs on a lease not."""

import errno
import json

from drawing import NAME, Drawing
from guest.surface import call, memory
from guest.varlink import Refused

CONFIGURATION = """
[default]
content = { color = "#112233" }
overlay = [{ color = "#c08040", area = "0 75% 100% 25%" }]
"""
CONTENT, OVERLAY, FRAME, LAYER = "#112233", "#c08040", "#445566", "#40c080"
ABOVE, INSIDE = (32, 10), (32, 40)


class Overlays(Drawing):
    def pixel(self, place: tuple[int, int]) -> str:
        at = 3 * (place[1] * 64 + place[0])
        return "#" + self.daemon.picture(NAME).pixels[at : at + 3].hex()

    def until(self, place: tuple[int, int], color: str) -> None:
        self.daemon.program.until(lambda: self.pixel(place) == color, f"{place} has {color}", interval=0.05)

    def overlay(self) -> dict:
        return self.daemon.screen(NAME)["overlay"][0]

    def has_words(self) -> bool:
        return b"\xff\xff\xff" in self.daemon.picture(NAME).pixels

    def test_a_content_lies_over_the_frames_and_layers_of_clients(self):
        self.start(CONFIGURATION)
        self.until(INSIDE, OVERLAY)
        self.assertEqual(self.pixel(ABOVE), CONTENT)
        film = self.surface()
        film.show(FRAME)
        self.until(ABOVE, FRAME)
        self.assertEqual(self.pixel(INSIDE), OVERLAY)
        client = self.client()
        file = memory(64 * 48 * 4)
        place = {"x": 0, "y": 0, "width": 64, "height": 48}
        call(
            client, "Draw", [file], screen=NAME, size={"width": 64, "height": 48}, format="xrgb8888",
            buffers=[{"fd": 0}], layer={"name": "words", "rectangle": place, "order": 1000000},
        )  # fmt: skip
        client.call("Frame", buffer=0, layer="words")
        self.until(ABOVE, "#000000")
        self.assertEqual(self.pixel(INSIDE), OVERLAY)
        self.assertEqual(self.overlay()["state"], "shown")

    def test_words_lie_over_the_frames_of_a_client(self):
        self.start(CONFIGURATION)
        film = self.surface()
        film.show(FRAME)
        self.until(ABOVE, FRAME)
        screen = json.loads(self.command("notify", NAME, "Hi", "--for", "5min", "--json"))
        self.assertEqual(screen["notification"]["text"], "Hi")
        self.daemon.program.until(self.has_words, "the words are shown", interval=0.05)
        film.show(LAYER)
        self.until((0, 0), LAYER)
        self.assertTrue(self.has_words())
        self.assertIn("Notification", self.command("status", NAME))
        self.command("notify", NAME, "")
        self.daemon.program.until(lambda: not self.has_words(), "the words are gone", interval=0.05)

    def test_a_lease_hides_them_and_refuses_words(self):
        self.start(CONFIGURATION)
        self.until(INSIDE, OVERLAY)
        client = self.client()
        client.lease(NAME, program="player")
        self.daemon.program.until(lambda: self.overlay()["state"] == "waiting", "it is hidden", interval=0.02)
        self.assertIn("leased to 'player'", self.overlay()["message"])
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Notify", screen=NAME, text="Hi")
        self.assertEqual(refused.exception.parameters["errno"], errno.EBUSY)
        self.assertIn("is leased to 'player'", refused.exception.parameters["message"])
        client.socket.close()
        self.until(INSIDE, OVERLAY)
        self.daemon.program.until(lambda: self.overlay()["state"] == "shown", "it is shown again", interval=0.02)
