"""screens-player with films of counted frames, before a screen in virtual time."""

import contextlib
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import lingering
from films import HEIGHT, WIDTH, Screen, make, number
from guest import processor
from guest.daemon import Daemon
from guest.program import Program

MISSING = not (shutil.which("screens-player") and shutil.which("ffmpeg"))


def is_listening(path: Path) -> bool:
    """Returns whether calls of a socket are accepted. Its file is there a little earlier."""
    sockets = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()]
    # The flag `__SO_ACCEPTCON`.
    return any(fields[3] == "00010000" and fields[-1] == str(path) for fields in sockets)


@unittest.skipIf(MISSING, "screens-player or ffmpeg is missing")
class Player(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.films = Path(tempfile.mkdtemp(dir="/run", prefix="films-"))
        cls.addClassCleanup(shutil.rmtree, cls.films)

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run", prefix="player-")))
        self.play()

    def play(self, user: int | None = None) -> None:
        """Starts the player, as a user if one is given."""
        listening = self.folder / "screens.Player"
        listening.unlink(missing_ok=True)
        registry = {"GST_REGISTRY": str(self.films / "registry.bin"), "GST_REGISTRY_FORK": "no"}
        command = ["screens-player", "--socket", str(self.folder / "screens.Content"), "--listen", str(listening)]
        self.player = Program(command, registry, user)
        self.addCleanup(self.player.__exit__)
        self.player.until(lambda: is_listening(listening), "it listens")

    def film(self, rate: int | str = 24, count: int = 72, *options: str, name: str = "film.mp4", **more) -> Path:
        path = self.films / f"{rate}-{count}-{name}".replace("/", "-")
        return path if path.exists() else make(path, rate, count, *options, **more)

    def screen(self, film: Path, rate: Fraction = Fraction(60), **options) -> Screen:
        screen = Screen(self.folder, film, rate, **options)
        self.addCleanup(screen.close)
        return screen

    def decoder(self) -> int:
        """Returns the process that decodes."""
        children = Path(f"/proc/{self.player.pid}/task/{self.player.pid}/children")
        return int(self.player.until(lambda: children.read_text().split(), "it decodes")[0])

    def plan(self, count: int, length: int, rate: Fraction, screen: Fraction) -> list[tuple[int, int]]:
        """Returns the refreshes of the first frames of a film of a constant rate that loops."""
        plan: list[tuple[int, int]] = []
        place = 0
        while len(plan) < count:
            # Containers round their time stamps to milliseconds.
            refresh = int((place / rate + Fraction(1, 1000)) * screen)
            # The first one of several frames for one refresh is shown.
            if not plan or refresh > plan[-1][0]:
                plan.append((refresh, place % length))
            place += 1
        return plan

    def test_each_frame_has_its_refreshes_over_loops(self):
        # All pairs of usual rates are tests of `FilmTimeline`.
        for rate, screen in ((24, Fraction(60)), (25, Fraction(50)), (60, Fraction(60000, 1001)), (50, Fraction(24))):
            with self.subTest(rate=rate, screen=float(screen)):
                shown = self.screen(self.film(rate), screen)
                # Two loops and a part.
                frames = shown.run(72 * 2 + 10 if rate <= screen else 50)
                self.assertEqual(frames, self.plan(len(frames), 72, Fraction(rate), screen))
                self.assertEqual([draw["format"] for draw in shown.draws], ["yuv420p"])
                shown.close()

    def test_no_frame_is_lost_in_many_loops(self):
        frames = self.screen(self.film(count=24)).run(800)
        self.assertEqual(frames, self.plan(800, 24, Fraction(24), Fraction(60)))

    def test_a_film_that_does_not_loop_ends(self):
        screen = self.screen(self.film(), loop=False)
        frames = screen.run(1000)
        self.assertEqual(frames, self.plan(72, 72, Fraction(24), Fraction(60)))
        states = [screen.state()["state"] for _ in range(4)]
        self.assertEqual(states, ["ready", "playing", "ended", "lost"])

    def test_it_goes_on_after_its_decoder_was_killed_or_hangs(self):
        for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP):
            with self.subTest(signal=number):
                screen = self.screen(self.film())
                screen.run(40)
                os.kill(self.decoder(), number)
                frames = screen.run(200)
                self.assertEqual(len(frames), 200)
                numbers = [number for _, number in frames]
                for before, after in zip(numbers, numbers[1:]):
                    # A frame may be decoded again, and none is left out.
                    self.assertIn(after, (before, (before + 1) % 72), numbers)
                self.assertEqual([screen.state()["state"] for _ in range(2)], ["ready", "playing"])
                screen.close()

    def test_a_decoder_stays_while_the_screen_shows_no_frames(self):
        screen = self.screen(self.film())
        screen.run(1)
        # All slots are full, for longer than a decoder may take for a frame.
        time.sleep(2.5)
        frames = screen.run(40)
        self.assertEqual(frames, self.plan(40, 72, Fraction(24), Fraction(60)))
        # Another decoder would draw in another memory.
        self.assertEqual(len(screen.draws), 1)

    def test_a_decoder_that_always_ends_is_a_failure(self):
        screen = self.screen(self.film())
        screen.run(10)
        for _ in range(3):
            decoder = self.decoder()
            os.kill(decoder, signal.SIGKILL)
            self.player.until(lambda: not Path(f"/proc/{decoder}").exists(), "it is gone")
        screen.run(1000)
        states = [screen.state() for _ in range(3)]
        self.assertEqual(states[2]["state"], "failed")
        self.assertIn("its decoder has ended 3 times (signal 9)", states[2]["reason"])

    def test_the_decoder_ends_with_its_item_and_with_the_player(self):
        screen = self.screen(self.film())
        screen.run(5)
        decoder = self.decoder()
        screen.close()
        self.player.until(lambda: not Path(f"/proc/{decoder}").exists(), "it ends with its item")
        self.screen(self.film()).run(5)
        decoder = self.decoder()
        self.player.signal(signal.SIGKILL)
        deadline = time.monotonic() + 30
        while Path(f"/proc/{decoder}/exe").exists():
            self.assertLess(time.monotonic(), deadline, "it ends with the player")

    def test_a_process_of_its_user_reads_the_memory_of_no_other(self):
        self.player.kill()
        os.chown(self.folder, 65534, 65534)
        self.play(65534)
        screen = self.screen(self.film())
        screen.run(1)
        for process in (self.player.pid, self.decoder()):
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "cat", f"/proc/{process}/maps"]
            run = subprocess.run(command, capture_output=True, text=True)
            self.assertIn("Permission denied", run.stderr)

    def fails(self, film: Path) -> dict:
        state = self.screen(film).state()
        self.assertEqual(state["state"], "failed", state)
        return state

    def test_odd_files_fail_with_a_reason(self):
        whole = self.film().read_bytes()
        place = self.films / "odd"
        for name, content, reason in (
            ("empty", b"", "no data"), ("garbage", bytes(range(256)) * 64, "type"),
            ("index at the end", whole[: len(whole) // 2], "playable"),
            # The name of the codec, in the table of the index.
            ("codec", whole.replace(b"avc1", b"zzz1").replace(b"avcC", b"zzzC"), "no plugin is installed for it"),
        ):
            with self.subTest(name):
                place.write_bytes(content)
                self.assertIn(reason, self.fails(place)["reason"])
        with self.subTest("no picture"):
            sound = self.films / "sound.m4a"
            command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", str(sound)]
            subprocess.run(command, check=True)
            self.assertIn("it has no picture", self.fails(sound)["reason"])

    def test_a_film_that_is_too_large_is_refused_before_it_is_decoded(self):
        film = self.films / "large.mp4"
        command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=size=7680x4320:rate=1", "-frames:v", "1"]
        subprocess.run([*command, "-c:v", "libx264", "-preset", "ultrafast", str(film)], check=True)
        screen = self.screen(film)
        self.assertIn("7680x4320 pixels", screen.state()["reason"])
        self.assertEqual(screen.draws, [])

    def test_a_film_that_is_cut_says_that_it_ends_early(self):
        film = self.film(24, 240, "-movflags", "+faststart", name="fast.mp4")
        cut = self.films / "cut.mp4"
        cut.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
        screen = self.screen(cut)
        frames = screen.run(1000)
        numbers = [number for _, number in frames]
        self.assertEqual(numbers[:40], list(range(40)))
        self.assertRegex(self.last(screen), "it ends after .* of 10.0")

    def last(self, screen: Screen) -> str:
        while (state := screen.state())["state"] not in ("failed", "ended", "lost"):
            pass
        return state.get("reason") or state["state"]

    def test_forms_of_films(self):
        films = {
            "ten bits": (self.film(24, 30, "-pix_fmt", "yuv420p10le", name="10.mp4"), {"format": "yuv420p10"}),
            "pixels": (self.film(24, 30, "-aspect", "16:9", name="par.mp4"),
                       {"pixelAspect": {"width": 8, "height": 9}}),
            "colours": (
                self.film(24, 30, "-color_range", "pc", "-colorspace", "bt709", name="color.mp4"),
                {"range": "full", "matrix": "bt709"},
            ),
            "matroska": (self.film(24, 30, name="film.mkv"), {"format": "yuv420p"}),
            "open gop": (self.film(24, 30, "-x264opts", "open_gop=1", name="open.mp4"), {}),
        }  # fmt: skip
        for name, (film, expected) in films.items():
            with self.subTest(name):
                screen = self.screen(film)
                frames = screen.run(70)
                plan = self.plan(70, 30, Fraction(24), Fraction(60))
                self.assertEqual([number for _, number in frames], [number for _, number in plan])
                # Matroska rounds the length of a round as well.
                distance = max(abs(one[0] - other[0]) for one, other in zip(frames, plan))
                self.assertLessEqual(distance, 1 if film.suffix == ".mkv" else 0)
                self.assertEqual({key: screen.draws[0].get(key) for key in expected}, expected)

    def test_fields_are_frames_of_their_own(self):
        film = self.film(25, 50, "-flags", "+ilme+ildct", "-x264opts", "tff=1", name="fields.mp4")
        frames = self.screen(film, Fraction(50)).run(150)
        self.assertEqual(frames, [(place, place // 2 % 50) for place in range(150)])

    def test_a_film_with_sound_is_played_without_it(self):
        film = self.films / "sound.mp4"
        command = ["ffmpeg", "-v", "error", "-y", "-i", str(self.film(24, 48)), "-f", "lavfi", "-i", "sine=duration=2"]
        subprocess.run([*command, "-c:v", "copy", "-c:a", "aac", str(film)], check=True)
        frames = self.screen(film).run(120)
        self.assertEqual(frames, self.plan(120, 48, Fraction(24), Fraction(60)))

    def test_a_turned_film_is_turned_by_the_daemon(self):
        film = self.film(24, 30)
        turned = self.films / "turned.mp4"
        command = ["ffmpeg", "-v", "error", "-y", "-display_rotation", "90", "-i", str(film), "-c", "copy", str(turned)]
        if subprocess.run(command, capture_output=True).returncode:
            command = ["ffmpeg", "-v", "error", "-y", "-i", str(film), "-c", "copy", "-metadata:s:v", "rotate=270"]
            subprocess.run([*command, str(turned)], check=True)
        # ffmpeg turns what it decodes. The upper half of the first picture is dark, the lower one is bright.
        command = ["ffmpeg", "-v", "error", "-i", str(turned), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray"]
        pixels = subprocess.run([*command, "-"], capture_output=True, check=True).stdout
        screen = self.screen(turned)
        screen.run(3)
        self.assertEqual(screen.draws[0].get("turn"), 90 if pixels[0] > 125 else 270)

    def test_a_player_without_free_descriptors_waits_for_one(self):
        limits = self.limit_descriptors(0)
        screen = self.screen(self.film())
        before = processor.spent(self.player.pid)
        # It would need all of a processor.
        time.sleep(1)
        self.assertLess(processor.spent(self.player.pid) - before, 0.3)
        resource.prlimit(self.player.pid, resource.RLIMIT_NOFILE, limits)
        self.assertEqual(len(screen.run(3)), 3)

    def test_a_decoder_is_not_started_without_descriptors_for_it(self):
        # Enough for the call, the film and the sockets to the decoder, and too few for what the decoder gets.
        self.limit_descriptors(5)
        self.assertEqual(self.fails(self.film())["reason"], "no decoder can be started")

    def limit_descriptors(self, count: int) -> tuple[int, int]:
        """Lets the player have some more descriptors than it has, and returns its limits so far."""
        used = {int(name) for name in os.listdir(f"/proc/{self.player.pid}/fd")}
        free = [number for number in range(1000) if number not in used]
        _, most = limits = resource.prlimit(self.player.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.player.pid, resource.RLIMIT_NOFILE, (free[count], most))
        return limits

    def test_hostile_calls_cost_only_their_connection(self):
        good = self.screen(self.film())
        good.run(3)
        for text in (b"\xff\0", b"{}\0", b'{"method": "screens.Presenter.Present", "parameters": {}}\0', b"x" * 70_000):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(30)
                connection.connect(str(self.folder / "screens.Player"))
                try:
                    connection.sendall(text)
                    while connection.recv(1000):
                        pass
                except ConnectionError:
                    pass
        good.run(80)
        self.assertEqual(len(good.frames), 80)

    def test_a_file_that_does_not_close_holds_up_no_other_film(self):
        good = self.screen(self.film())
        good.run(3)
        children = Path(f"/proc/{self.player.pid}/task/{self.player.pid}/children")
        item = {"item": "2f", "screen": "DP-2", "video": {"title": "slow", "fit": "fit", "loop": True}}
        for what, parameters, count in (
            ("of a refused call", {}, 1), ("more than a call has", item, 2), ("of an item that ends", item, 1),
            # The decoder of another item may be the last to close its film.
            ("of an item without a decoder", item, 1),
        ):
            with self.subTest(what):
                limits = self.limit_descriptors(5) if "without" in what else None
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.settimeout(30)
                    connection.connect(str(self.folder / "screens.Player"))
                    with self.stopped():
                        self.present(connection, parameters, count)
                    if "that ends" in what:
                        self.player.until(lambda: len(children.read_text().split()) > 1, "it decodes")
                    else:
                        while connection.recv(1000):
                            pass
                if limits:
                    resource.prlimit(self.player.pid, resource.RLIMIT_NOFILE, limits)
                good.run(len(good.frames) + 20)
                self.assertEqual(self.screen(self.film(25)).state()["state"], "ready")

    def test_a_film_is_refused_in_words_while_many_files_do_not_close(self):
        with contextlib.ExitStack() as stack:
            with self.stopped():
                for _ in range(40):
                    connection = stack.enter_context(socket.socket(socket.AF_UNIX))
                    connection.connect(str(self.folder / "screens.Player"))
                    self.present(connection, {}, 1)
            self.player.until(
                lambda: len(os.listdir(f"/proc/{self.player.pid}/task")) > 32, "its threads close them", interval=0.05
            )
            state = self.fails(self.film())
        self.assertEqual(state["reason"], "the files of 32 former films do not close")
        # A signal ends the closes.
        self.player.until(self.is_played, "they are closed")

    def is_played(self) -> bool:
        with self.stopped():
            pass
        return self.screen(self.film()).state()["state"] == "ready"

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stops the player, which otherwise closes a file before the test does."""
        self.player.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.player.signal(signal.SIGCONT)

    def present(self, connection: socket.socket, parameters: dict, count: int) -> None:
        """Calls the player with the only copies of a file that does not close."""
        call = {"method": "screens.Presenter.Present", "more": True, "parameters": parameters}
        with lingering.connection(self) as file:
            socket.send_fds(connection, [json.dumps(call).encode() + b"\0"], [file.fileno()] * count)


@unittest.skipIf(MISSING, "screens-player or ffmpeg is missing")
class PlayerOfTheDaemon(unittest.TestCase):
    NAME = "Virtual-1"

    def begin(self, content: str) -> None:
        fallback = 'fallback = { color = "#112233" }\n'
        self.daemon = Daemon(self, f"[default]\n{fallback}", "--simulate", f"{WIDTH}x{HEIGHT}@60")
        self.film = make(self.daemon.folder / "film.mp4", 24, 48)
        self.play()
        self.daemon.configure(f"[default]\ncontent = {content.format(film=self.film)}\n{fallback}")

    def play(self) -> None:
        """Starts the player, as the service manager does when it has ended."""
        folder = self.daemon.folder
        registry = {"GST_REGISTRY": str(folder / "registry.bin"), "GST_REGISTRY_FORK": "no"}
        command = ["screens-player", "--socket", str(self.daemon.contents), "--listen", str(folder / "screens.Player")]
        self.player = Program(command, registry)
        self.addCleanup(self.player.__exit__)

    def number(self) -> int | None:
        """Returns the number of the frame on the screen."""
        return number(self.daemon.picture(self.NAME).pixels[::3], WIDTH, HEIGHT)

    def until_playing(self) -> None:
        first = self.daemon.program.until(lambda: self.number() is not None and [self.number()], "it plays")[0]
        self.daemon.program.until(lambda: self.number() not in (None, first), "it goes on", interval=0.02)

    def test_a_film_is_on_the_screen_and_stays_over_the_end_of_its_player(self):
        self.begin('{{ video = "{film}" }}')
        self.until_playing()
        self.daemon.program.until(
            lambda: self.daemon.screen(self.NAME)["content"]["state"] == "shown", "it is shown", interval=0.02
        )
        for _ in range(2):
            self.player.kill()
            self.assertIsNotNone(self.number())
            self.play()
            self.until_playing()
            self.assertEqual(self.daemon.screen(self.NAME)["content"]["state"], "shown")

    def test_films_and_pictures_follow_each_other_in_a_list(self):
        self.begin(
            '{{ playlist = [ {{ video = "{film}", for = "2 s" }}, {{ color = "#ff0000", for = "1 s" }}, '
            '{{ video = "/nowhere.mp4", for = "1 s" }} ] }}'
        )
        for _ in range(2):
            self.until_playing()
            self.daemon.until_shown(self.NAME, "#ff0000")


if __name__ == "__main__":
    unittest.main()
