"""Layers of the program that is the content of a screen, over its own frames."""

import subprocess
import sys

from drawing import NAME
from guest.surface import Surface
from guest.varlink import Client, Refused
from layering import BESIDE, CONTENT, FRAME, INSIDE, LAYER, PLACE, UPPER, Layering

SIGN = '[default]\ncontent = { command = ["sign"] }\nfallback = { color = "#112233" }\n'
KEPT_SIGN = SIGN.replace('"sign"]', '"sign"], linger = "10 min"')


class ContentLayers(Layering):
    def content(self) -> Client:
        client = Client(str(self.daemon.contents))
        self.addCleanup(client.__exit__)
        return client

    def film(self, client: Client, **parameters) -> Surface:
        """Shows a film of the content, and returns its frames."""
        film = Surface(client, NAME, 64, 48, **parameters)
        film.show(FRAME)
        self.until(BESIDE, FRAME)
        return film

    def test_a_layer_of_a_content_lingers_only_over_frames_that_do(self):
        self.start(SIGN)
        for linger in (60, 0):
            with self.subTest(linger), Client(str(self.daemon.contents)) as client:
                Surface(client, NAME, 64, 48, linger=linger).show(FRAME)
                self.layer("words", client, linger=60).show(LAYER)
                self.until(INSIDE, LAYER)
            if linger:
                self.daemon.until_logged("its last frame stays")
                self.assertEqual((self.pixel(INSIDE), self.pixel(BESIDE)), (LAYER, FRAME))
                self.daemon.call("Revoke", screen=NAME)
            self.until(BESIDE, CONTENT)
            self.until(INSIDE, CONTENT)

    def test_a_layer_of_a_content_lingers_over_the_next_film_of_the_content(self):
        self.start(SIGN)
        with self.content() as client:
            self.film(client, linger=60, program="old")
            # The text of the layer's program does not matter.
            self.layer("words", client, linger=60, program="caption").show(LAYER)
            self.until(INSIDE, LAYER)
        self.daemon.until_logged("its last frame stays")
        # A pass follows the content.
        self.daemon.call("Reload")
        self.assertEqual(self.pixel(INSIDE), LAYER)
        client = self.content()
        Surface(client, NAME, 64, 48, linger=60, program="new").show(UPPER)
        self.until(BESIDE, UPPER)
        self.daemon.call("Reload")
        self.assertEqual((self.pixel(INSIDE), self.layers()[0]["lingers"]), (LAYER, True))
        self.layer("words", client).show(CONTENT)
        self.until(INSIDE, CONTENT)
        self.assertEqual([layer["lingers"] for layer in self.layers()], [False])

    def test_a_layer_of_a_content_ends_after_its_own_seconds(self):
        self.start(SIGN)
        with self.content() as client:
            self.film(client, linger=60)
            self.layer("words", client, linger=1).show(LAYER)
            self.until(INSIDE, LAYER)
        self.until(INSIDE, FRAME)

    def test_a_layer_of_a_content_does_not_linger_over_frames_of_others(self):
        self.start(SIGN)
        with self.content() as client:
            self.film(client, linger=60)
            self.layer("words", client, linger=60).show(LAYER)
            self.until(INSIDE, LAYER)
        self.daemon.until_logged("its last frame stays")
        other = Surface(self.client(), NAME, 64, 48)
        self.assertEqual(self.pixel(INSIDE), LAYER)
        other.show(UPPER)
        self.until(INSIDE, UPPER)

    def test_a_revoke_ends_a_layer_of_a_content_that_lingers_by_the_key(self):
        self.start(KEPT_SIGN)
        client = self.content()
        self.film(client)
        self.layer("words", client).show(LAYER)
        self.until(INSIDE, LAYER)
        self.daemon.call("Revoke", screen=NAME, layer="words")
        self.until(INSIDE, FRAME)
        self.assertEqual(self.layers(), [])

    def test_the_key_of_a_content_is_not_for_layers_of_others(self):
        self.start(KEPT_SIGN)
        with self.client() as client:
            self.layer("words", client).show(LAYER)
            self.until(INSIDE, LAYER)
        self.until(INSIDE, CONTENT)

    def test_the_program_of_a_content_draws_over_its_own_frames_only(self):
        self.start(SIGN)
        admin = self.client()
        frames = Surface(admin, "Virtual-2", 64, 48)
        frames.show(FRAME)
        self.until(INSIDE, FRAME, "Virtual-2")
        with Client(str(self.daemon.contents)) as client:
            Surface(client, NAME, 64, 48).show(FRAME)
            with self.assertRaises(Refused) as refused:
                self.layer("words", client, "Virtual-2")
            self.assertIn("over its own frames", str(refused.exception))
            self.layer("words", client).show(LAYER)
            self.until(INSIDE, LAYER)
        self.until(INSIDE, CONTENT)
        self.assertEqual(self.pixel(INSIDE, "Virtual-2"), FRAME)

    def test_a_layer_of_a_content_may_have_a_connection_of_its_own(self):
        self.start(SIGN)
        film = self.content()
        self.film(film)
        self.layer("clock", self.content()).show(LAYER)
        self.until(INSIDE, LAYER)
        # Another process has no frames below.
        code = (
            "import sys; sys.path[:0] = sys.argv[2:]\n"
            "from guest.surface import Surface\nfrom guest.varlink import Client, Refused\n"
            "try:\n"
            f"    Surface(Client(sys.argv[1]), {NAME!r}, 16, 12, layer={{'name': 'other', 'rectangle': {PLACE!r}}})\n"
            "except Refused as refused:\n"
            "    print(refused)\n"
        )
        run = subprocess.run(
            [sys.executable, "-B", "-c", code, str(self.daemon.contents), *sys.path], capture_output=True, text=True
        )
        self.assertIn("over its own frames", run.stdout, run.stderr)
        # The layer ends with the frames below.
        film.socket.close()
        self.until(INSIDE, CONTENT)
        self.assertEqual(self.layers(), [])
