"""Contents with names, and playlists."""

import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path

from guest import deadline, picture
from guest.daemon import SIMULATED, Daemon
from guest.program import Program
from guest.varlink import Client, Refused

NAMES = """
[contents]
sign = { color = "#102030" }
menu = { color = "#405060" }

[default]
content = "sign"
"""


class Names(unittest.TestCase):
    def test_a_screen_shows_a_content_by_its_name(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        daemon.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}})
        daemon.until_shown("Virtual-1", "#405060")
        # The name stands for another content from the next reading on.
        daemon.configure(NAMES.replace("#405060", "#708090"))
        daemon.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}})
        daemon.until_shown("Virtual-1", "#708090")

    def test_a_name_that_the_files_do_not_have_is_refused(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        for settings in ({"content": {"name": "meny"}}, {"fallback": {"name": "meny"}}):
            with self.assertRaises(Refused) as caught:
                daemon.call("Set", screen="Virtual-1", settings=settings)
            self.assertTrue(caught.exception.name.endswith("InvalidValue"))
            self.assertIn("no content in the section [contents] has the name 'meny'", str(caught.exception))
        self.assertEqual(daemon.pixel("Virtual-1"), bytes.fromhex("102030"))

    def test_a_saved_name_that_is_gone_leaves_the_screen_to_words_that_say_so(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}}, save=True)
        daemon.until_shown("Virtual-1", "#405060")
        daemon.configure(NAMES.replace("menu =", "other ="))

        def failed() -> None:
            content = daemon.screen("Virtual-1")["content"]
            assert content["state"] == "failed", f"{content}"
            assert "has the name 'menu'" in content["message"], f"{content}"

        deadline.until(lambda: failed() or True, "the screen says so")

    def test_an_operator_sets_the_names_of_the_files(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        operator = self.enterContext(Client(str(daemon.operator)))
        operator.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}})
        daemon.until_shown("Virtual-1", "#405060")
        with self.assertRaises(Refused) as caught:
            operator.call("Set", screen="Virtual-1", settings={"content": {"color": "#ffffff"}})
        self.assertIn('{"name":"menu"}', str(caught.exception))


class LongTexts(unittest.TestCase):
    """Clients take a text of more than 4096 bytes for a fault of the daemon."""

    def expect_short_texts(self, daemon: Daemon) -> None:
        watcher = self.enterContext(daemon.client())
        watcher.send("Watch", more=True)
        for document in (daemon.call("Status"), daemon.call("List"), watcher.answer()):
            texts = list(texts_of(document))
            self.assertLessEqual(max(len(text.encode()) for text in texts), 4096)
            self.assertTrue(any(text.endswith("…") for text in texts))
        for command in ("status", "list"):
            with Program(["screens", command], {"SCREENS_SOCKET": str(daemon.socket)}) as program:
                self.assertEqual(program.wait(), 0, program.errors())

    def test_a_file_with_a_long_path_costs_no_client_its_connection(self):
        file = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run"))) / "list.m3u"
        file.write_text("/" + 40 * ("x" * 100 + "/") + "y" * 44 + ".png\n")
        daemon = Daemon(self, f'[default]\ncontent = {{ playlist-file = "{file}" }}\n', *SIMULATED)
        daemon.program.until(
            lambda: daemon.screen("Virtual-1")["content"]["state"] == "failed", "the path is missing", interval=0.05
        )
        self.expect_short_texts(daemon)

    def test_a_long_list_costs_no_client_its_connection(self):
        items = ", ".join(f'{{ image = "/srv/pictures/{number:060}.png" }}' for number in range(100))
        daemon = Daemon(self, f"[default]\ncontent = {{ playlist = [{items}] }}\n", *SIMULATED)
        daemon.until_lit("Virtual-1")
        for document in (daemon.call("Status"), daemon.call("Get", screen="Virtual-1")["status"]):
            self.assertLessEqual(max(len(text.encode()) for text in texts_of(document)), 4096)
        with Program(["screens", "status"], {"SCREENS_SOCKET": str(daemon.socket)}) as program:
            self.assertEqual(program.wait(), 0, program.errors())


def texts_of(document: object) -> Iterator[str]:
    """Returns the texts in a document."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, (dict, list)):
        for part in document.values() if isinstance(document, dict) else document:
            yield from texts_of(part)


class Playlists(unittest.TestCase):
    def playlist(self, items: str, *more: str) -> Daemon:
        pace = [] if any("interval" in key for key in more) else ['interval = "400 ms"']
        keys = ", ".join([f"playlist = [{items}]", *pace, *more])
        return Daemon(self, f"[default]\ncontent = {{ {keys} }}\n", *SIMULATED)

    def turns(self, daemon: Daemon, count: int) -> list[str]:
        """Returns the next colours on the screen, each once for its turn."""
        seen = [daemon.pixel("Virtual-1").hex()]

        def enough() -> bool:
            now = daemon.pixel("Virtual-1").hex()
            if now != seen[-1]:
                seen.append(now)
            return len(seen) == count

        deadline.until(enough, f"{count} turns")
        return seen

    def test_items_follow_each_other(self):
        daemon = self.playlist('{ color = "#ff0000" }, { color = "#00ff00" }, { color = "#0000ff" }')
        daemon.until_shown("Virtual-1", "#ff0000")
        self.assertEqual(self.turns(daemon, 5), ["ff0000", "00ff00", "0000ff", "ff0000", "00ff00"])

    def test_a_picture_that_is_missing_keeps_its_time_and_joins_when_it_comes(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        path = folder / "sign.png"
        daemon = self.playlist(f'{{ color = "#ff0000" }}, {{ image = "{path}" }}, {{ color = "#0000ff" }}')
        daemon.until_shown("Virtual-1", "#ff0000")
        self.assertEqual(self.turns(daemon, 4), ["ff0000", "0000ff", "ff0000", "0000ff"])
        daemon.until_logged(f"{path}: No such file")
        path.write_bytes(picture.to_png(picture.filled(16, 16, "#00ff00")))
        deadline.until(lambda: "00ff00" in self.turns(daemon, 3), "the picture has joined the list")

    def test_a_list_is_in_step_by_the_clock(self):
        daemon = self.playlist(self.eight, 'align = "clock"')
        daemon.until_lit("Virtual-1")
        self.expect_the_item_of_the_time(daemon)

    def test_a_list_that_is_a_part_of_the_day_is_in_step(self):
        # The inner list is made at any time, and counts by the clock all the same.
        part = f'{{ playlist = [{self.eight}], interval = "400 ms", during = "00:00-24:00" }}'
        daemon = self.playlist(f'{part}, {{ color = "#ff0000", until = 2020-01-01 }}', 'align = "clock"')
        daemon.until_lit("Virtual-1")
        self.expect_the_item_of_the_time(daemon)

    def test_slides_are_in_step_by_the_clock(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        for number in range(1, 9):
            (folder / f"{number}.png").write_bytes(picture.to_png(picture.filled(16, 16, f"#0000{number:02x}")))
        keys = f'slides = "{folder}", interval = "400 ms", align = "clock", fit = "stretch"'
        daemon = Daemon(self, f"[default]\ncontent = {{ {keys} }}\n", *SIMULATED)
        daemon.until_lit("Virtual-1")
        self.expect_the_item_of_the_time(daemon)

    # Eight items, whose blue is their number. An item lasts 400 ms, so that its number follows from the time of day.
    eight = ", ".join(f'{{ color = "#0000{number:02x}" }}' for number in range(1, 9))

    def expect_the_item_of_the_time(self, daemon: Daemon) -> None:
        def is_right() -> bool:
            before = time.clock_gettime(time.CLOCK_REALTIME)
            pixel = daemon.pixel("Virtual-1")
            after = time.clock_gettime(time.CLOCK_REALTIME)
            turns = [int(moment / 0.4) for moment in (before - 0.1, after)]
            # A reading across a turn proves nothing.
            return turns[0] == turns[1] and pixel[2] == turns[0] % 8 + 1

        for _ in range(4):
            deadline.until(is_right, "the item of the time is shown", 10)

    def test_the_status_says_how_far_a_list_is_from_the_clock(self):
        daemon = self.playlist(self.eight, 'align = "clock"')

        def measured() -> dict:
            offset = daemon.call("Status")["screens"][0]["clockOffset"]
            return offset if offset and offset["pictures"] >= 5 else None

        offset = deadline.until(measured, "five items were measured")
        # An item begins with the first refresh of its turn.
        self.assertGreaterEqual(offset["medianMicroseconds"], 0)
        self.assertGreaterEqual(offset["percentile99Microseconds"], offset["medianMicroseconds"])
        status = daemon.call("Status")
        kinds = [notice["kind"] for notice in status["notices"]]
        clock = status["clock"]
        self.assertEqual("clockNotSynchronized" in kinds, clock is not None and not clock["synchronized"])
        # A content that does not follow the clock has no offset.
        daemon.call("Set", screen="Virtual-1", settings={"content": {"color": "#102030"}})
        self.assertIsNone(daemon.call("Status", screen="Virtual-1")["screens"][0]["clockOffset"])

    def test_a_list_may_be_set(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        items = [{"name": "menu", "for": "500 ms"}, {"color": "#ff0000", "for": "500 ms"}]
        daemon.call("Set", screen="Virtual-1", settings={"content": {"playlist": items}})
        self.assertEqual(set(self.turns(daemon, 4)[-3:]), {"ff0000", "405060"})
        with self.assertRaises(Refused) as caught:
            daemon.call("Set", screen="Virtual-1", settings={"content": {"playlist": [{"command": ["true"]}]}})
        self.assertIn("content.playlist[1]", str(caught.exception))

    def playing(self, daemon: Daemon) -> dict:
        return daemon.screen("Virtual-1")["content"]["playing"][0]

    def test_a_person_moves_a_list(self):
        items = '{ color = "#ff0000" }, { color = "#00ff00" }, { color = "#0000ff", until = 2020-01-01 }'
        daemon = self.playlist(items, 'interval = "1 h"')
        daemon.until_shown("Virtual-1", "#ff0000")
        operator = self.enterContext(Client(str(daemon.operator)))
        moved = operator.call("Next", screen="Virtual-1")["playing"][0]
        daemon.until_shown("Virtual-1", "#00ff00")
        self.assertEqual((moved["shown"]["item"], moved["shown"]["number"], moved["count"]), ("#00FF00", 2, 3))
        self.assertEqual((moved["next"]["number"], moved["movedUntil"]), (1, None))
        self.assertLess(abs(moved["shown"]["time"] - time.time()), 60)
        self.assertEqual(moved["next"]["time"], moved["shown"]["time"] + 3600)
        self.assertEqual(self.playing(daemon), moved)
        daemon.until_logged("Next Virtual-1")
        operator.call("Previous", screen="Virtual-1")
        daemon.until_shown("Virtual-1", "#ff0000")
        operator.call("Go", screen="Virtual-1", item=2)
        daemon.until_shown("Virtual-1", "#00ff00")
        operator.call("Go", screen="Virtual-1", name="#FF0000")
        daemon.until_shown("Virtual-1", "#ff0000")
        for parameters in ({}, {"item": 1, "name": "#FF0000"}, {"name": "menu"}):
            with self.assertRaises(Refused) as caught:
                operator.call("Go", screen="Virtual-1", **parameters)
            self.assertTrue(caught.exception.name.endswith("InvalidValue"))
        self.assertIn("the playlist has #FF0000, #00FF00, #0000FF", str(caught.exception))
        operator.call("Go", screen="Virtual-1", item=2)
        daemon.until_shown("Virtual-1", "#00ff00")
        for item, words in (4, "1 to 3"), (3, "leaves out at this time"):
            with self.assertRaises(Refused) as caught:
                operator.call("Go", screen="Virtual-1", item=item)
            self.assertTrue(caught.exception.name.endswith("InvalidValue"))
            self.assertIn(words, str(caught.exception))
        # The list of an administrator, which no file has. It goes on with its second item, as the former one did.
        colors = [{"color": "#102030"}, {"color": "#405060"}]
        daemon.call("Set", screen="Virtual-1", settings={"content": {"playlist": colors, "interval": "1 h"}})
        daemon.until_shown("Virtual-1", "#405060")
        operator.call("Next", screen="Virtual-1")
        daemon.until_shown("Virtual-1", "#102030")
        daemon.call("Set", screen="Virtual-1", settings={"content": {"color": "#123456"}})
        with self.assertRaises(Refused) as caught:
            operator.call("Next", screen="Virtual-1")
        self.assertIn("Virtual-1 shows no playlist", str(caught.exception))

    def test_a_number_is_the_place_of_an_item_unless_it_is_said_to_be_a_name(self):
        contents = """[contents]
1 = { color = "#ff0000" }
3 = { color = "#00ff00" }
2 = { color = "#0000ff" }
[default]
content = { playlist = ["1", "3", "2"], interval = "1 h" }
"""
        daemon = Daemon(self, contents, *SIMULATED)
        daemon.until_shown("Virtual-1", "#ff0000")
        for arguments, color in (["2"], "#00ff00"), (["--name", "2"], "#0000ff"), (["3", "--name"], "#00ff00"):
            command = ["screens", "go", "Virtual-1", *arguments]
            with Program(command, {"SCREENS_SOCKET": str(daemon.socket)}) as program:
                self.assertEqual(program.wait(), 0, program.errors())
            daemon.until_shown("Virtual-1", color)

    def test_an_item_that_is_edited_does_not_begin_the_others_again(self):
        daemon = self.playlist('{ color = "#ff0000" }, { color = "#00ff00" }', 'interval = "1 h"')
        daemon.call("Go", screen="Virtual-1", item=2)
        daemon.until_shown("Virtual-1", "#00ff00")
        before = self.playing(daemon)
        items = '{ color = "#123456" }, { color = "#ff0000" }, { color = "#00ff00" }'
        daemon.configure(f'[default]\ncontent = {{ playlist = [{items}], interval = "2 h" }}\n')
        deadline.until(lambda: self.playing(daemon)["count"] == 3, "the list is another one")
        after = self.playing(daemon)
        self.assertEqual(after["shown"]["time"], before["shown"]["time"])
        self.assertEqual((after["shown"]["number"], after["next"]["item"]), (3, "#123456"))
        # A call that changes the list does the same.
        rest = [{"color": "#00ff00", "for": "4 h"}, {"color": "#ff0000"}]
        daemon.call("Set", screen="Virtual-1", settings={"content": {"playlist": rest}})
        deadline.until(lambda: self.playing(daemon)["count"] == 2, "the list is set")
        self.assertEqual(self.playing(daemon)["shown"], {**before["shown"], "number": 1})
        self.assertEqual(self.playing(daemon)["next"]["time"], before["shown"]["time"] + 4 * 3600)

    def test_watchers_see_each_item(self):
        daemon = self.playlist('{ color = "#ff0000" }, { color = "#00ff00" }')
        client = self.enterContext(daemon.client())
        client.send("Watch", more=True)
        seen: list[str] = []

        def has_seen_three() -> bool:
            screen = client.answer()["event"].get("screen") or {}
            playing = (screen.get("content") or {}).get("playing")
            item = playing and playing[0]["shown"] and playing[0]["shown"]["item"]
            if item and seen[-1:] != [item]:
                seen.append(item)
            return len(seen) == 3

        deadline.until(has_seen_three, "three items in turn")
        self.assertEqual(len(set(seen)), 2)


if __name__ == "__main__":
    unittest.main()
