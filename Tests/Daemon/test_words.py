"""Words in the fonts of the machine: the daemon with screens-words, and with a program of the test in its place."""

import json
import mmap
import os
import shutil
import signal
import socket
import tempfile
import unittest
from pathlib import Path

from guest.daemon import Daemon
from guest.hangingshare import HangingShare
from guest.processes import open_files
from guest.program import Program
from guest.varlink import Refused

NAME = "Virtual-1"
SCREEN = ("--simulate", "320x200@60")
WIDTH, HEIGHT = 320, 200
PLAIN, RED, BLUE = (0x11, 0x22, 0x33), 0xFFFF0000, 0xFF0000FF
CONTENT = """
[default]
content = {{ text = "{text}", size = "20%", background = "#112233", text-color = "#FFFF00"{more} }}
"""


class WordsOfTheDaemon(unittest.TestCase):
    def configuration(self, text: str, more: str = "") -> str:
        return CONTENT.format(text=text, more=more)

    def start(self, text: str, more: str = "") -> None:
        self.daemon = Daemon(self, self.configuration(text, more), *SCREEN, is_awaited=False)
        self.path = self.daemon.folder / "screens.Words"

    def until_ready(self) -> None:
        self.daemon.program.until(lambda: self.daemon.notifications.values("READY"), "it is ready")

    def colors(self) -> set[tuple[int, int, int]]:
        pixels = self.daemon.picture(NAME).pixels
        return {tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)}

    def has_built_in_words(self) -> bool:
        """Whether words without smooth edges are shown."""
        return self.colors() == {PLAIN, (255, 255, 0)}

    def has_smooth_words(self) -> bool:
        return len(self.colors()) > 4

    def until(self, condition, what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.05)

    def notices(self) -> list[dict]:
        notices = self.daemon.call("Status")["notices"]
        return [notice for notice in notices if notice["kind"] == "lettersMissing"]


class Order:
    """A call of the daemon, and the memory of its picture."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.socket.settimeout(30)
        self.call = json.loads(connection.recv(1 << 16).rstrip(b"\0"))
        self.words = self.call["parameters"]["words"]
        self.file = os.memfd_create("picture")
        os.ftruncate(self.file, self.words["width"] * self.words["height"] * 4)

    def close(self) -> None:
        self.socket.close()
        os.close(self.file)

    def fill(self, color: int, x: int, y: int, width: int, height: int) -> None:
        with mmap.mmap(self.file, self.words["width"] * self.words["height"] * 4) as memory:
            for row in range(y, y + height):
                start = (row * self.words["width"] + x) * 4
                memory[start : start + width * 4] = color.to_bytes(4, "little") * width

    def say(self, message: dict) -> None:
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def answer(self, x: int, y: int, width: int, height: int, missing: object = 0) -> None:
        drawn = {"x": x, "y": y, "width": width, "height": height}
        reply = {"parameters": {"drawn": drawn, "missing": missing}}
        socket.send_fds(self.socket, [json.dumps(reply).encode() + b"\0"], [self.file])


    def answer_line(self, length: int) -> None:
        rows = -(-length // self.words["width"])
        os.ftruncate(self.file, self.words["width"] * self.words["height"] * rows * 4)
        reply = {"parameters": {"length": length, "missing": 0}}
        socket.send_fds(self.socket, [json.dumps(reply).encode() + b"\0"], [self.file])


class Listener:
    """The socket on which a daemon calls for words."""

    def __init__(self, test, path: Path):
        self.test = test
        self.socket = socket.socket(socket.AF_UNIX)
        test.addCleanup(self.socket.close)
        # The daemon finds it complete.
        hidden = path.with_name("words-of-the-test")
        self.socket.bind(str(hidden))
        self.socket.listen()
        self.socket.settimeout(30)
        hidden.rename(path)

    def order(self) -> Order:
        order = Order(self.socket.accept()[0])
        self.test.addCleanup(order.close)
        return order


class WordsOfTheTest(WordsOfTheDaemon):
    def start_with_listener(self, text: str = "Hello", more: str = "") -> None:
        self.start("placeholder", more)
        self.until_ready()
        self.listener = Listener(self, self.path)
        self.daemon.configure(self.configuration(text, more))

    def order(self) -> Order:
        """Takes the next call for words on the screen as it is: its size may be another one at first."""
        while True:
            order = self.listener.order()
            if order.words["height"] == HEIGHT:
                return order

    def test_the_program_gets_words_with_their_look_and_its_picture_is_shown(self):
        more = ', font = "serif", weight = "bold", outline = "#0000ff", text-direction = "right-to-left"'
        self.start_with_listener("ab {screen}", more + ', text-align = "top-right", margin = "5%", wrap = false')
        order = self.order()
        self.assertEqual(order.call["method"], "screens.Words.Draw")
        words = {
            "text": f"ab {NAME}", "width": WIDTH, "height": HEIGHT,
            "place": {"x": 10, "y": 10, "width": 300, "height": 180}, "horizontal": "right", "vertical": "top",
            "wrap": False, "size": 40, "font": "serif", "weight": 700, "color": "#FFFF00", "outline": "#0000FF",
            "direction": "rtl",
        }  # fmt: skip
        self.assertEqual(order.words, words)
        order.fill(RED, 30, 40, 50, 60)
        order.answer(30, 40, 50, 60)
        self.until(lambda: self.colors() == {PLAIN, (255, 0, 0)}, "the picture is shown")
        picture = self.daemon.picture(NAME)
        self.assertEqual([picture.at(x, y) for x, y in ((30, 40), (79, 99))], [(255, 0, 0)] * 2)
        self.assertEqual([picture.at(x, y) for x, y in ((29, 40), (80, 99), (79, 100))], [PLAIN] * 3)
        # The program may write later: nothing of that is seen.
        order.fill(BLUE, 30, 40, 50, 60)
        self.daemon.call("Identify", screen=NAME, seconds=1)
        self.assertIn((255, 0, 0), self.colors())
        self.assertNotIn((0, 0, 255), self.colors())
        self.assertEqual(self.daemon.screen(NAME)["content"]["state"], "shown")
        self.assertEqual(self.notices(), [])

    def test_a_ticker_is_a_line_of_the_program(self):
        self.start("placeholder")
        self.until_ready()
        self.listener = Listener(self, self.path)
        ticker = '{ ticker = "ж {screen}", speed = -600, weight = "bold", background = "#112233" }'
        self.daemon.configure(f"[default]\ncontent = {ticker}\n")
        order = self.order()
        self.assertEqual(order.call["method"], "screens.Words.DrawLine")
        self.assertEqual((order.words["text"], order.words["weight"]), (f"ж {NAME}", 700))
        order.fill(RED, 0, 0, 100, HEIGHT)
        order.answer_line(100)
        self.until(lambda: self.colors() == {PLAIN, (255, 0, 0)}, "the strip is shown")
        self.assertEqual(self.notices(), [])

    def test_wrong_lines_are_not_shown(self):
        self.start("placeholder")
        self.until_ready()
        self.listener = Listener(self, self.path)
        self.daemon.configure('[default]\ncontent = { ticker = "Hi", background = "#112233" }\n')
        for length in (0, -1, 2**62, 1 << 25):
            reply = {"parameters": {"length": length, "missing": 0}}
            order = self.order()
            socket.send_fds(order.socket, [json.dumps(reply).encode() + b"\0"], [order.file])
        self.until(lambda: len(self.colors()) == 2, "the built-in font is shown")

    def test_a_line_without_room_in_the_memory_budget_is_named_and_requested_again(self):
        self.start("placeholder")
        self.until_ready()
        self.listener = Listener(self, self.path)
        ticker = '{ ticker = "ж", weight = "bold", background = "#112233" }'
        self.daemon.configure(f"[daemon]\nmemory = 16\n[default]\ncontent = {ticker}\n")
        # Six rows are 19 MB.
        self.order().answer_line(6 * 4096)
        self.until(lambda: len(self.colors()) == 2, "the built-in font is shown")
        self.until(self.notices, "a notice")
        self.assertIn("a picture of words has no memory: needs 19 MiB", self.notices()[0]["message"])
        order = self.order()
        order.fill(RED, 0, 0, 100, HEIGHT)
        order.answer_line(100)
        self.until(lambda: (255, 0, 0) in self.colors(), "the strip is shown")
        self.until(lambda: self.notices() == [], "the notice ends")

    def test_a_notification_is_drawn_by_the_program(self):
        self.start("placeholder")
        self.until_ready()
        self.until(self.has_built_in_words, "the built-in font is shown")
        self.listener = Listener(self, self.path)
        self.daemon.call("Notify", screen=NAME, text="Закрываемся")
        while True:
            order = self.listener.order()
            if order.words["text"] == "Закрываемся":
                break
            order.close()
        self.assertEqual(order.words["largest"], HEIGHT / 12)
        order.fill(RED, 150, 90, 20, 20)
        order.answer(150, 90, 20, 20)
        self.until(lambda: (255, 0, 0) in self.colors(), "the picture is shown")
        picture = self.daemon.picture(NAME)
        self.assertEqual(picture.at(148, 90), (0, 0, 0))
        self.daemon.call("Notify", screen=NAME, text="")
        self.until(lambda: (255, 0, 0) not in self.colors(), "it is gone")

    def test_files_that_have_no_picture_are_not_shown(self):
        self.start_with_listener()
        short = self.order()
        os.ftruncate(short.file, WIDTH * 4)
        short.answer(0, 0, WIDTH, 2)
        pipe = self.order()
        reader, writer = os.pipe()
        os.dup2(reader, pipe.file)
        pipe.answer(0, 0, WIDTH, 2)
        many = self.order()
        socket.send_fds(many.socket, [b" "], [many.file] * 2)
        self.until(self.has_built_in_words, "the built-in font is shown")
        for end in (reader, writer):
            os.close(end)
        order = self.order()
        order.fill(RED, 0, 0, 10, 10)
        order.answer(0, 0, 10, 10)
        self.until(lambda: (255, 0, 0) in self.colors(), "the picture is shown")

    def test_the_daemon_makes_no_memory_itself(self):
        """The unit of the daemon refuses `memfd_create`: such memory can be mapped as code."""
        self.start_with_listener()
        self.assertFalse(any("memfd" in path for _, path in open_files(self.daemon.pid)))
        order = self.order()
        self.assertFalse(any("memfd" in path for _, path in open_files(self.daemon.pid)))
        order.answer(0, 0, 0, 0)

    def test_a_program_that_hangs_delays_no_words(self):
        self.start_with_listener()
        order = self.order()
        self.until(self.has_built_in_words, "the built-in font is shown")
        order.answer(0, 0, 0, 0)

    def test_the_last_picture_stays_until_the_next_is_there(self):
        self.start_with_listener("{time:ss}")
        first = self.order()
        first.fill(RED, 0, 0, 10, 10)
        first.answer(0, 0, 10, 10)
        self.until(lambda: (255, 0, 0) in self.colors(), "the picture is shown")
        second = self.order()
        self.assertNotEqual(second.words["text"], first.words["text"])
        self.assertEqual(self.colors(), {PLAIN, (255, 0, 0)})
        second.fill(BLUE, 0, 0, 10, 10)
        second.answer(0, 0, 10, 10)
        self.until(lambda: self.colors() == {PLAIN, (0, 0, 255)}, "the next picture is shown")
        # A clock that stands is worse than the built-in font.
        self.until(self.has_built_in_words, "the words are late")

    def test_wrong_replies_are_not_shown_and_the_program_is_called_again(self):
        self.start_with_listener()
        for rectangle in (
            (0, 0, WIDTH + 1, 1), (-1, 0, 1, 1), (0, HEIGHT, 1, 1), (0, 0, 1, -1), (2**63 - 1, 0, 2**63 - 1, 1),
        ):  # fmt: skip
            order = self.order()
            order.fill(RED, 0, 0, WIDTH, HEIGHT)
            order.answer(*rectangle)
        self.until(self.has_built_in_words, "the built-in font is shown")
        self.assertEqual(self.daemon.screen(NAME)["content"]["state"], "shown")

    def test_nonsense_is_not_shown(self):
        self.start_with_listener("Grüße ж")
        for nonsense in (
            b"\0", b"{}\0", b"x" * 100_000, b'{"parameters":{"drawn":7,"missing":0}}\0',
            b'{"parameters":{"drawn":{"x":0,"y":0,"width":1,"height":1},"missing":"many"}}\0',
        ):  # fmt: skip
            order = self.order()
            try:
                order.socket.sendall(nonsense)
            except ConnectionError:
                pass
        self.until(self.has_built_in_words, "the built-in font is shown")
        self.assertIn("invalid reply", self.notices()[0]["message"])
        order = self.order()
        order.fill(RED, 0, 0, 10, 10)
        order.answer(0, 0, 10, 10)
        self.until(lambda: (255, 0, 0) in self.colors(), "the picture is shown")
        self.until(lambda: self.notices() == [], "the notice ends")

    def test_a_refusal_names_its_reason(self):
        self.start_with_listener("Grüße ж")
        parameters = {"reason": "no font is installed", "remedy": "install fonts\u202e"}
        self.order().say({"error": "screens.Words.NotDrawn", "parameters": parameters})
        self.until(self.has_built_in_words, "the built-in font is shown")
        self.until(self.notices, "a notice")
        self.assertIn("no font is installed; install fonts\\u{202E}", self.notices()[0]["message"])

    def test_letters_that_no_font_has_are_a_notice(self):
        self.start_with_listener()
        self.order().answer(0, 0, 0, 0, missing=3)
        self.until(self.notices, "a notice")
        self.assertIn("3 letters of a text", self.notices()[0]["message"])

    def test_without_the_program_the_built_in_font_is_shown_and_a_remedy_is_named(self):
        self.start("Grüße ж")
        self.until_ready()
        self.until(self.has_built_in_words, "the built-in font is shown")
        remedies = {notice["remedy"] for notice in self.notices()}
        self.assertEqual(remedies, {"install the package screens-words"})
        said = self.daemon.log().count("no program draws words here")
        self.assertEqual(said, 1)
        # It comes back alone.
        self.listener = Listener(self, self.path)
        order = self.order()
        order.fill(RED, 0, 0, 10, 10)
        order.answer(0, 0, 10, 10)
        self.until(lambda: (255, 0, 0) in self.colors(), "the picture is shown")
        self.until(lambda: self.notices() == [], "the notice ends")

    def test_a_call_names_only_files_below_the_folders_of_the_configuration(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        texts = folder / "texts"
        texts.mkdir()
        for path in (folder / "secret.txt", texts / "line.txt"):
            path.write_text(path.stem)
        (texts / "link.txt").symlink_to(folder / "secret.txt")
        self.start("placeholder")
        self.until_ready()

        def set_text(path: Path) -> None:
            content = {"text": f"{{file:{path}}}", "background": "#112233", "textColor": "#ffff00", "size": "20%"}
            self.daemon.call("Set", screen=NAME, settings={"content": content})

        with self.assertRaises(Refused) as refused:
            set_text(texts / "line.txt")
        self.assertIn("text-folders", str(refused.exception))
        self.daemon.configure(f'[daemon]\ntext-folders = ["{texts}"]\n' + self.configuration("placeholder"))
        with self.assertRaises(Refused):
            set_text(folder / "secret.txt")
        set_text(texts / "line.txt")
        self.until(lambda: self.daemon.screen(NAME)["content"]["state"] == "shown", "the text is shown")
        self.assertEqual(self.daemon.call("Status")["notices"], [])
        set_text(texts / "link.txt")
        self.until(lambda: "leads out of" in str(self.daemon.call("Status")["notices"]), "a notice")

    def test_the_text_of_a_folder_that_is_taken_out_of_the_configuration_leaves_the_screen(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        (folder / "line.txt").write_text("line")
        self.start("placeholder")
        self.until_ready()

        def configure(folders: str) -> None:
            self.daemon.configure(f"[daemon]\ntext-folders = [{folders}]\n" + self.configuration("placeholder"))

        configure(f'"{folder}"')
        text = {"text": f"{{file:{folder}/line.txt}}", "background": "#112233", "textColor": "#ffff00"}
        area = {**text, "area": "0 0 100% 50%", "background": "#445566"}
        self.daemon.call("Set", screen=NAME, settings={"content": text, "overlay": [area]}, save=True)
        shown = {PLAIN, (0x44, 0x55, 0x66), (255, 255, 0)}
        self.until(lambda: self.colors() == shown, "the content and the overlay have the text")
        # The file need not answer for that.
        hanging = HangingShare(self, folder)
        configure("")
        self.until(lambda: self.colors() == shown - {(255, 255, 0)}, "the text is gone")
        hanging.end()
        self.assertIn(f"{folder}/line.txt is not below a folder", str(self.daemon.call("Status")["notices"]))
        configure(f'"{folder}"')
        self.until(lambda: self.colors() == shown, "the text is shown again")

    def test_plain_words_need_no_program(self):
        self.start("Hello")
        self.until_ready()
        self.until(self.has_built_in_words, "the built-in font is shown")
        self.assertEqual(self.notices(), [])


@unittest.skipIf(not shutil.which("screens-words"), "screens-words is missing")
class WordsOfTheProgram(WordsOfTheDaemon):
    def begin(self, text: str, more: str = "") -> None:
        self.start(text, more)
        self.run_words()
        self.until_ready()

    def run_words(self) -> None:
        """Starts the program, as the service manager does when it has ended."""
        self.words = Program(["screens-words", "--listen", str(self.path)])
        self.addCleanup(self.words.__exit__)

    def test_words_of_every_script_appear(self):
        self.begin("Привет שלום 🎉")
        self.until(self.has_smooth_words, "smooth words are shown")
        self.assertGreater(len(self.colors()), 20)

    def test_tickers_of_every_script_move(self):
        self.begin("placeholder")
        self.daemon.configure('[default]\ncontent = { ticker = "Привет שלום 🎉 ", size = "20%", speed = 60 }\n')
        self.until(lambda: len(self.colors()) > 20, "smooth words are shown")
        before = self.daemon.picture(NAME).pixels
        self.until(lambda: self.daemon.picture(NAME).pixels != before, "they move")

    def test_a_code_is_shown_in_its_zone_and_stays_while_the_program_is_killed(self):
        self.begin("placeholder")
        zones = '{ qr = "https://example.org", area = "50% 0 50% 100%", margin = 0 }'
        self.daemon.configure(f"[default]\ncontent = {{ layout = [{zones}] }}\n")
        self.until(lambda: self.colors() == {(0, 0, 0), (255, 255, 255)}, "the code is shown")
        code = self.daemon.picture(NAME).pixels
        self.words.kill()
        for _ in range(20):
            self.assertEqual(self.daemon.picture(NAME).pixels, code)

    def is_called(self) -> bool:
        """Whether a call waits for the program, or is under way."""
        sockets = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()]
        # Connected or connecting, at the path of the program.
        return any(fields[-1] == str(self.path) and fields[5] in ("02", "03") for fields in sockets)

    def test_words_stay_while_the_program_is_killed(self):
        self.begin("ж{time:ss}")
        self.until(self.has_smooth_words, "smooth words are shown")
        for state in ("idle", "called"):
            with self.subTest(state=state):
                if state == "called":
                    self.words.signal(signal.SIGSTOP)
                    self.until(self.is_called, "it is called")
                else:
                    self.until(lambda: not self.is_called(), "it is not called")
                self.words.kill()
                for _ in range(20):
                    self.assertGreater(len(self.colors()), 1, "the screen has words")
                self.run_words()
                self.until(self.has_smooth_words, "smooth words are shown")

    def test_words_stay_while_the_program_hangs(self):
        self.begin("ж{time:ss}")
        self.until(self.has_smooth_words, "smooth words are shown")
        self.words.signal(signal.SIGSTOP)
        self.until(self.is_called, "it is called")
        # The last picture, and then the built-in font.
        self.until(lambda: len(self.colors()) > 1 and self.has_built_in_words(), "the built-in font is shown")
        self.words.signal(signal.SIGCONT)
        self.until(self.has_smooth_words, "smooth words are shown")
