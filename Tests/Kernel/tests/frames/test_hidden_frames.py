"""Frames that only a plane can show, and that something hides for a time: each is shown once that is over."""

import errno
import os
from collections.abc import Callable

from guest import dmabuffers
from guest.checksums import Checksums
from guest.frametest import HEIGHT, WIDTH, FrameTest
from guest.ioctls import FLIP, MODESET, Calls
from guest.surface import Surface, call
from guest.varlink import Refused


class HiddenFrames(FrameTest):
    screens = 2

    @property
    def environment(self) -> dict[str, str]:
        # The daemon can copy no dma-buf.
        return {"LD_PRELOAD": os.environ["SCREENS_UNMAPPED_BUFFERS"]}

    def setUp(self):
        super().setUp()
        self.other = self.names[1]
        self.checksums = self.enterContext(Checksums(self.card.minor))

    def until(self, condition: Callable[[], bool], what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.1)

    def set(self, name: str, **settings) -> None:
        self.daemon.call("Set", screen=name, settings=settings)

    def test_a_frame_is_shown_once_its_obstacle_is_over(self):
        obstacles = {
            "layer": (
                lambda: self.daemon.call("Identify", seconds=3600), lambda: self.daemon.call("Identify", seconds=1),
            ),
            "rotation": (lambda: self.set(self.name, rotate=180), lambda: self.set(self.name, rotate=0)),
            "mirror": (lambda: self.set(self.other, mirror=self.name), lambda: self.set(self.other, mirror="none")),
        }  # fmt: skip
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True, fit="center")
            for _ in range(4):
                reply = surface.show("#445566")
            self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (True, None, False))
            read = len(self.checksums.so_far)
            self.until(lambda: len(self.checksums.so_far) > read + 10, "the frame has checksums")
            frame = self.checksums.so_far[-1]
            for reason, (begin, end) in obstacles.items():
                with self.subTest(reason):
                    begin()
                    self.until(lambda: self.checksums.so_far[-1] != frame, "the frame is hidden")
                    for _ in range(3):
                        reply = surface.show("#445566")
                        self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (False, reason, False))
                    end()
                    self.until(lambda: self.checksums.so_far[-1] == frame, "the frame is shown again")
                    reply = surface.show("#445566")
                    self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (True, None, False))
            self.assertEqual(reply["dropped"], 0)

    def test_a_layer_that_shows_nothing_leaves_the_plane_to_a_film(self):
        with self.daemon.client() as client, self.daemon.client() as other:
            film = Surface(client, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True, fit="center")

            def show() -> list[tuple[bool, str | None, bool]]:
                replies = [film.show("#445566") for _ in range(5)]
                return [(reply["shown"], reply["reason"], reply["copied"]) for reply in replies]

            on_plane = [(True, None, False)] * 5
            self.assertEqual(show()[-1:], on_plane[-1:])
            layer = {"name": "words", "rectangle": {"x": 8, "y": 4, "width": 16, "height": 12}}
            words = Surface(other, self.name, 16, 12, layer=layer)
            self.assertEqual(show(), on_plane, "no frame has come")
            Surface(other, self.name, 40, 12, layer={**layer, "name": "ticker", "scroll": 60})
            self.assertEqual(show(), on_plane, "no strip has come")
            other.call("PlaceLayer", layer={**layer, "opacity": 0})
            words.show("#c08040")
            self.assertEqual(show(), on_plane, "the layer is invisible")
            other.call("PlaceLayer", layer={**layer, "opacity": 1})
            self.until(lambda: not film.show("#445566")["shown"], "the layer is visible")
            other.call("PlaceLayer", layer={**layer, "opacity": 0})
            self.until(lambda: film.show("#445566")["shown"], "the layer is invisible again")
            self.assertEqual(show(), on_plane)

    def test_a_frame_that_the_bare_screen_refuses_is_an_error_also_below_a_label(self):
        file, _ = dmabuffers.mapped(3 * WIDTH * HEIGHT * 4)
        self.addCleanup(os.close, file)
        places = [{"fd": 0, "offset": number * WIDTH * HEIGHT * 4, "modifier": 1 << 56 | 1} for number in range(3)]
        with self.daemon.client() as client:
            call(
                client, "Draw", [file], screen=self.name, size={"width": WIDTH, "height": HEIGHT}, format="xrgb8888",
                buffers=places,
            )
            for _ in range(2):
                with self.assertRaises(Refused) as refused:
                    client.call("Frame", buffer=0)
                self.assertIn("cannot be copied", str(refused.exception))
                self.daemon.call("Identify", seconds=3600)


class RefusedCommit(FrameTest):
    """The kernel refuses one commit of a film that only a plane can show."""

    # The content and the first frames have the commits before it.
    REFUSED = 40

    def setUp(self):
        self.calls = self.enterContext(Calls())
        super().setUp()

    @property
    def environment(self) -> dict[str, str]:
        refusing = self.calls.environment(FLIP, errno.EINVAL, self.REFUSED)
        return refusing | {"LD_PRELOAD": f"{refusing['LD_PRELOAD']}:{os.environ['SCREENS_UNMAPPED_BUFFERS']}"}

    def test_the_frame_is_shown_again_without_a_modeset(self):
        with self.daemon.client() as client, Checksums(self.card.minor) as checksums:
            film = Surface(client, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True, fit="center")
            replies = [film.show("#445566") for _ in range(4)]
            read = len(checksums.so_far)
            self.daemon.program.until(
                lambda: len(checksums.so_far) > read + 10, "the frame has checksums", interval=0.1
            )
            frame = checksums.so_far[-1]
            modesets = self.calls.by_kind[MODESET]
            while not self.calls.has_failed:
                replies.append(film.show("#445566"))
            # The last of them may have been answered before its commit or after it.
            self.assertEqual({reply["reason"] for reply in replies[:-1]}, {None})
            reply = film.show("#445566")
            self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (False, "refusal", False))
            self.daemon.program.until(lambda: checksums.so_far[-1] != frame, "the content is shown", interval=0.1)
            self.daemon.program.until(lambda: checksums.so_far[-1] == frame, "the frame is shown", interval=0.1)
            reply = film.show("#445566")
            self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (True, None, False))
            self.assertEqual(self.calls.by_kind[MODESET], modesets)
