"""Changes of every kind while a playlist is shown: each refresh has one of its pictures, by the checksums."""

import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from guest import picture
from guest.checksums import Checksums
from guest.daemon import Daemon
from guest.frametest import HEIGHT, MODE, WIDTH, FrameTest
from guest.kerneltest import long
from guest.program import Program
from guest.varlink import Refused

COLORS = ("#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff")
PLAYER = """
import sys; sys.path.insert(0, sys.argv[1])
from guest import surface
from guest.varlink import Client
width, height = map(int, sys.argv[4:])
frames = surface.Surface(Client(sys.argv[2]), sys.argv[3], width, height)
frames.show('#ff0000'); print('shown', flush=True)
while True: frames.show('#ff0000')
"""


class NeverBlack(FrameTest):
    # For the long test.
    seconds = 12 * 3600

    @property
    def environment(self) -> dict[str, str]:
        return {"FDSTORE": "16"}

    def setUp(self):
        super().setUp()
        self.random = random.Random(46)
        self.folder = self.daemon.folder / "pictures"
        self.folder.mkdir()
        self.known: dict[str, str] = {}
        self.checksums = self.enterContext(Checksums(self.card.minor))
        for color in COLORS:
            self.daemon.call("Set", screen=self.name, settings={"content": {"color": color}})
            self.daemon.until_shown(self.name, color)
            count = len(self.checksums.so_far)
            self.until(lambda: len(self.checksums.so_far) > count + 5, f"{color} has checksums")
            self.known[self.checksums.so_far[-1]] = color
        self.assertEqual(len(self.known), len(COLORS))
        for number in range(2):
            self.write(number, "rename")
        (self.folder / "list.m3u").write_text("#EXTINF:0.3\n0.png\n1.png\n")
        self.daemon.configure(self.configuration())
        self.daemon.call("Reset", screen=self.name)
        count = len(self.checksums.so_far)
        self.until(lambda: len(self.checksums.so_far) > count + 20, "the list is shown")
        self.judged = len(self.checksums.so_far)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.05)

    def test_no_refresh_is_without_a_picture_of_the_list(self):
        self.change_often(60)

    @long
    def test_no_refresh_is_without_a_picture_of_the_list_over_ten_thousand_changes(self):
        self.change_often(10_000)

    def change_often(self, count: int) -> None:
        changes = (
            self.edit_the_list, self.change_a_picture, self.change_the_playlist_file, self.move_the_list,
            self.read_again, self.set_a_content, self.kill_a_client, self.restart,
        )  # fmt: skip
        for number in range(count):
            # A kind in each eighth change, so that a short run has all of them.
            change = changes[number % len(changes)]
            change()
            time.sleep(self.random.choice((0, 0.01, 0.05, 0.2)))
            self.judge(f"change {number}, {change.__name__}")
        time.sleep(1)
        self.judge("the end")
        self.assertGreater(len(self.checksums.so_far), count)
        # The list goes on.
        self.daemon.configure(self.configuration(COLORS[:3]))
        for color in COLORS[:3]:
            self.daemon.until_shown(self.name, color)

    def judge(self, what: str) -> None:
        found = self.checksums.so_far[self.judged :]
        self.judged += len(found)
        strange = [place for place, checksum in enumerate(found) if checksum not in self.known]
        self.assertEqual(strange, [], f"refreshes with another picture, of {len(found)}, after {what}")

    def color(self) -> str:
        return self.random.choice(COLORS)

    def configuration(self, colors: tuple[str, ...] | None = None) -> str:
        items = [f'{{ color = "{color}" }}' for color in colors or self.random.sample(COLORS, 2)]
        if colors is None:
            folder = self.folder
            files = [
                f'{{ image = "{folder}/0.png", fit = "stretch" }}',
                f'{{ image = "{folder}/1.png", fit = "stretch" }}',
                f'{{ image = "{folder}/missing.png" }}',
                f'{{ playlist-file = "{folder}/list.m3u", fit = "stretch" }}',
                f'{{ playlist = ["sign", {{ color = "{self.color()}" }}], interval = "100 ms" }}',
            ]
            items += self.random.sample(files, 3)
            self.random.shuffle(items)
        order, align = self.random.choice(("listed", "shuffled")), self.random.choice(("start", "clock"))
        interval = self.random.choice((100, 150, 400))
        return f"""
[contents]
sign = {{ color = "{self.color()}" }}
[default]
mode = "{MODE}"
fallback = {{ color = "{self.color()}" }}
content = {{ playlist = [{", ".join(items)}], interval = "{interval} ms", order = "{order}", align = "{align}" }}
"""

    # MARK: The kinds of changes

    def edit_the_list(self) -> None:
        self.daemon.rewrite(self.configuration())
        if self.random.random() < 0.5:
            self.daemon.call("Reload")

    def change_a_picture(self) -> None:
        self.write(self.random.randrange(2), self.random.choice(("rename", "in place", "remove", "break")))

    def write(self, number: int, way: str) -> None:
        path = self.folder / f"{number}.png"
        data = picture.to_png(picture.filled(16, 16, self.color()))
        match way:
            case "rename":
                other = Path(f"{path}.new")
                other.write_bytes(data)
                other.rename(path)
            case "in place":
                path.write_bytes(data)
            case "remove":
                path.unlink(missing_ok=True)
            case "break":
                path.write_bytes(data[: len(data) // 2])

    def change_the_playlist_file(self) -> None:
        path = self.folder / "list.m3u"
        entries = self.random.choices(("0.png", "1.png", "missing.png", "http://sign.example/1.png"), k=3)
        text = "".join(f"#EXTINF:0.2\n{entry}\n" for entry in entries)
        path.write_text(self.random.choice((text, "", "\0\xff")))

    def move_the_list(self) -> None:
        try:
            match self.random.choice(("Next", "Previous", "Go")):
                case "Go":
                    self.daemon.call("Go", screen=self.name, item=self.random.randint(1, 6))
                case step:
                    self.daemon.call(step, screen=self.name)
        except Refused:
            # No list is shown while its fallback is, and it may have fewer items.
            pass

    def read_again(self) -> None:
        if self.random.random() < 0.5:
            self.daemon.program.signal(signal.SIGHUP)
        else:
            self.daemon.call("Reload")

    def set_a_content(self) -> None:
        content = self.random.choice(({"color": self.color()}, {"name": "sign"}))
        self.daemon.call("Set", screen=self.name, settings={"content": content})
        time.sleep(self.random.choice((0, 0.1)))
        self.daemon.call("Reset", screen=self.name)

    def kill_a_client(self) -> None:
        folder = Path(picture.__file__).parent.parent
        arguments = [folder, str(self.daemon.socket), self.name, WIDTH, HEIGHT]
        with Program(["python3", "-c", PLAYER, *map(str, arguments)]) as player:
            player.until(player.lines, "it draws")
            player.signal(signal.SIGKILL)
            player.wait()

    def restart(self) -> None:
        self.daemon.program.signal(self.random.choice((signal.SIGTERM, signal.SIGKILL)))
        self.daemon.program.wait()
        former = self.daemon
        self.daemon = Daemon(
            self, former.file.read_text(), environment=self.environment, folder=former.folder, after=former)
