"""The state of contents: what a lit screen shows, if that is not its content."""

import base64
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from guest import deadline, picture
from guest.daemon import SIMULATED, STILL, Daemon
from guest.varlink import Refused

# Less than the half minute after which a picture is tried again anyway, so that a change must be noticed earlier.
SOON = 20
LARGE = ("--simulate", "640x360@60")


class States(unittest.TestCase):
    def image(self, name: str, color: str = "#00ff00") -> bytes:
        return picture.to_png(picture.filled(8, 8, color))

    def content(self, daemon: Daemon, name: str = "Virtual-1") -> dict:
        return daemon.screen(name)["content"]

    def until_state(self, daemon: Daemon, state: str, seconds: float = SOON) -> dict:
        def reached() -> dict | None:
            found = self.content(daemon)
            assert found["state"] == state, f"{found}"
            return found

        return deadline.until(reached, f"the content is {state}", seconds)

    def configured(self, content: str, *arguments: str, **options) -> Daemon:
        return Daemon(self, f"[default]\n{content}\n", *(arguments or SIMULATED), **options)

    def test_an_unchanged_content_is_not_reported(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        nothing = dict.fromkeys(("message", "path", "showsFormer", "program", "unit", "drawnBy", "playing"))
        expected = {"state": "shown", **nothing}
        self.assertEqual(self.content(daemon), expected)

    def test_a_missing_picture_is_reported_everywhere(self):
        path = f"/run/screens-missing-{os.getpid()}.png"
        prom = Path(f"/run/screens-{os.getpid()}.prom")
        self.addCleanup(prom.unlink, missing_ok=True)
        daemon = Daemon(
            self, f'[default]\ncontent = {{ image = "{path}" }}\n[daemon]\nmetrics = "{prom}"\n', *SIMULATED, watchdog=1
        )
        found = self.until_state(daemon, "failed")
        self.assertEqual(found["path"], path)
        self.assertIn("No such file", found["message"])
        # The screen itself is lit.
        self.assertIsNone(daemon.screen("Virtual-1")["dark"])
        self.assertEqual(daemon.call("Statistics")["failures"], 1)
        self.assertIn(path, daemon.notifications.values("STATUS")[-1])
        sample = 'screens_screen_content_shown{screen="SCREEN",state="failed"} 0'
        sample = sample.replace("SCREEN", f"{Path(daemon.screen('Virtual-1')['card']).name}/Virtual-1")
        deadline.until(lambda: prom.exists() and sample in prom.read_text(), "the metric says so")

    def test_each_failure_after_a_recovery_is_logged(self):
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        path, kept = folder / "sign.png", folder / "kept"
        path.write_bytes(self.image("sign"))
        daemon = self.configured(f'content = {{ image = "{path}" }}')
        self.until_state(daemon, "shown")
        for count in range(1, 6):
            path.rename(kept)
            self.until_state(daemon, "failed")
            kept.rename(path)
            self.until_state(daemon, "shown")
            self.assertEqual(daemon.log().count("its content is shown again"), count)
            self.assertEqual(daemon.log().count(f"{path}: No such file"), count)

    def test_words_name_the_missing_picture(self):
        daemon = self.configured('content = { image = "/srv/none.png", background = "#102030" }', *LARGE)
        self.until_state(daemon, "failed")

        def colors() -> set[bytes]:
            shown = picture.from_png(base64.b64decode(daemon.call("Snapshot", screen="Virtual-1")["png"]))
            return {shown.pixels[place : place + 3] for place in range(0, len(shown.pixels), 3)}

        deadline.until(lambda: colors() == {bytes.fromhex("102030"), b"\xff\xff\xff"}, "words on the background")

    def test_the_fallback_is_shown_instead_and_goes_when_the_picture_comes(self):
        folder = Path(self.enterContext(picture_folder()))
        daemon = self.configured(
            f'content = {{ image = "{folder}/sign.png" }}\nfallback = {{ color = "#aabbcc" }}'
        )
        self.until_state(daemon, "fallback")
        daemon.until_shown("Virtual-1", "#aabbcc")
        (folder / "sign.png").write_bytes(self.image("sign"))
        self.until_state(daemon, "shown")
        daemon.until_shown("Virtual-1", "#00ff00")

    def test_a_picture_is_watched_beside_the_picture_of_its_fallback(self):
        folder = Path(self.enterContext(picture_folder()))
        (folder / "slides").mkdir()
        for path in ("fallback.png", "slides/a.png"):
            (folder / path).write_bytes(picture.to_png(picture.filled(16, 16, "#aabbcc")))
        for fallback in (f'image = "{folder}/fallback.png"', f'slides = "{folder}/slides"'):
            with self.subTest(fallback):
                sign = folder / "sign.png"
                daemon = self.configured(f'content = {{ image = "{sign}" }}\nfallback = {{ {fallback} }}')
                self.until_state(daemon, "fallback")
                daemon.until_shown("Virtual-1", "#aabbcc")
                # Its watch sees each change, because no change takes as long as the pause between two checks.
                for color in ("#00ff00", "#ff0000"):
                    (folder / "new.png").write_bytes(picture.to_png(picture.filled(16, 16, color)))
                    (folder / "new.png").rename(sign)
                    self.until_state(daemon, "shown")
                    daemon.until_shown("Virtual-1", color)
                sign.unlink()
                daemon.program.until(
                    lambda: daemon.screen("Virtual-1")["content"]["state"] != "shown", "it is missed", SOON
                )
                daemon.stop()

    def test_a_fallback_that_cannot_be_shown_either_leaves_words(self):
        daemon = self.configured(
            'content = { image = "/srv/none.png" }\nfallback = { image = "/srv/nor-this.png" }'
        )
        found = self.until_state(daemon, "failed")
        missing = "No such file or directory"
        self.assertEqual(
            found["message"],
            f"cannot read /srv/none.png: {missing}; fallback: cannot read /srv/nor-this.png: {missing}",
        )

    def test_a_picture_is_found_at_once_when_it_may_be_read(self):
        folder = Path(self.enterContext(picture_folder()))
        path = folder / "sub/sign.png"
        path.parent.mkdir()
        path.write_bytes(self.image("sign"))
        for what, closed in (("file", path), ("folder", path.parent)):
            with self.subTest(what):
                closed.chmod(0)
                daemon = self.configured(f'content = {{ image = "{path}" }}', is_bound_by_permissions=True)
                self.assertIn("Permission denied", self.until_state(daemon, "failed")["message"])
                closed.chmod(0o755)
                self.until_state(daemon, "shown")
                daemon.until_logged("Virtual-1: its content is shown again")

    def test_an_empty_folder_is_reported_until_a_picture_comes(self):
        folder = Path(self.enterContext(picture_folder()))
        daemon = self.configured(f'content = {{ slides = "{folder}", interval = "1 h" }}')
        self.assertIn("no pictures", self.until_state(daemon, "failed")["message"])
        (folder / "1.png").write_bytes(self.image("1"))
        self.until_state(daemon, "shown")
        daemon.until_shown("Virtual-1", "#00ff00")

    def test_a_folder_that_comes_later_is_found_at_once(self):
        folder = Path(self.enterContext(picture_folder()))
        daemon = self.configured(f'content = {{ slides = "{folder}/a/b", interval = "1 h" }}')
        self.until_state(daemon, "failed")
        (folder / "a/b").mkdir(parents=True)
        (folder / "a/b/1.png").write_bytes(self.image("1"))
        self.until_state(daemon, "shown")

    def test_a_picture_that_breaks_stays_and_is_reported(self):
        folder = Path(self.enterContext(picture_folder()))
        path = folder / "sign.png"
        path.write_bytes(self.image("sign"))
        daemon = self.configured(f'content = {{ image = "{path}" }}\nfallback = {{ color = "#aabbcc" }}')
        self.until_state(daemon, "shown")
        path.write_bytes(b"no picture")
        self.assertIs(self.until_state(daemon, "failed")["showsFormer"], True)
        daemon.until_shown("Virtual-1", "#00ff00")

    def test_a_shown_picture_that_becomes_unreadable_is_reported_until_it_is_readable(self):
        folder = Path(self.enterContext(picture_folder()))
        path = folder / "sign.png"
        path.write_bytes(self.image("sign"))
        path.chmod(0o644)
        daemon = self.configured(f'content = {{ image = "{path}" }}', is_bound_by_permissions=True)
        self.until_state(daemon, "shown")
        path.chmod(0)
        found = self.until_state(daemon, "failed")
        self.assertIn("Permission denied", found["message"])
        self.assertIs(found["showsFormer"], True)
        line = f"Virtual-1: the former picture is shown: {found['message']}"
        # A thread of the test receives it.
        daemon.program.until(
            lambda: daemon.notifications.values("STATUS")[-1].split("; ")[-1] == line, "the line has it"
        )
        path.chmod(0o644)
        self.assertIsNone(self.until_state(daemon, "shown")["showsFormer"])

    def test_a_tree_of_pictures_that_is_exchanged_is_read_again(self):
        top = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, top)
        for name, color in (("tree", "#ff0000"), ("other", "#0000ff")):
            (top / name / "deep/deeper").mkdir(parents=True)
            (top / name / "deep/deeper/a.png").write_bytes(self.image("a.png", color))
        daemon = self.configured(f'content = {{ image = "{top}/tree/deep/deeper/a.png" }}')
        daemon.until_shown("Virtual-1", "#ff0000")
        (top / "tree").rename(top / "former")
        self.assertTrue(self.until_state(daemon, "failed")["showsFormer"])
        (top / "other").rename(top / "tree")
        daemon.until_shown("Virtual-1", "#0000ff")

    def test_a_picture_that_goes_stays_and_is_reported_until_it_comes_back(self):
        folder = Path(self.enterContext(picture_folder()))
        path = folder / "sign.png"
        path.write_bytes(self.image("sign"))
        daemon = self.configured(f'content = {{ image = "{path}" }}\nfallback = {{ color = "#aabbcc" }}')
        self.until_state(daemon, "shown")
        path.rename(folder / "away.png")
        self.assertIn("No such file", self.until_state(daemon, "failed")["message"])
        daemon.until_logged("No such file")
        daemon.until_shown("Virtual-1", "#00ff00")
        (folder / "away.png").rename(path)
        self.until_state(daemon, "shown")

    def test_slides_that_go_stay_and_are_reported_until_others_come(self):
        folder = Path(self.enterContext(picture_folder()))
        for name in "12":
            (folder / f"{name}.png").write_bytes(self.image(name))
        daemon = self.configured(
            f'content = {{ slides = "{folder}", interval = "1 h" }}\nfallback = {{ color = "#aabbcc" }}'
        )
        self.until_state(daemon, "shown")
        (folder / "1.png").unlink()
        (folder / "2.png").unlink()
        self.assertIn("no pictures", self.until_state(daemon, "failed")["message"])
        daemon.until_shown("Virtual-1", "#00ff00")
        (folder / "3.png").write_bytes(self.image("3", "#0000ff"))
        self.until_state(daemon, "shown")
        daemon.until_shown("Virtual-1", "#0000ff")
        shutil.rmtree(folder)
        self.until_state(daemon, "failed")
        folder.mkdir()
        (folder / "4.png").write_bytes(self.image("4", "#ff0000"))
        self.until_state(daemon, "shown")
        daemon.until_shown("Virtual-1", "#ff0000")

    def test_a_screen_without_content_is_not_ours(self):
        daemon = self.configured('idle = "1 h"')
        self.until_state(daemon, "notOurs")

    def test_watchers_get_each_state(self):
        folder = Path(self.enterContext(picture_folder()))
        daemon = self.configured(f'content = {{ image = "{folder}/sign.png" }}')
        self.until_state(daemon, "failed")
        with daemon.client() as client:
            client.send("Watch", more=True)
            (screen,) = client.answer()["event"]["screens"]
            self.assertEqual(screen["content"]["state"], "failed")
            (folder / "sign.png").write_bytes(self.image("sign"))
            # It waits no longer than a client may.
            event = client.answer()["event"]
            while event["changes"] != ["content"]:
                event = client.answer()["event"]
            self.assertEqual(event["screen"]["content"]["state"], "shown")

    def test_content_that_cannot_be_shown_is_refused(self):
        folder = Path(self.enterContext(picture_folder()))
        daemon = Daemon(self, STILL, *SIMULATED)
        for content in ({"image": f"{folder}/none.png"}, {"slides": str(folder)}, {"slides": f"{folder}/none"}):
            with self.subTest(content), self.assertRaises(Refused) as refused:
                daemon.call("Set", screen="Virtual-1", settings={"content": content})
            self.assertEqual(refused.exception.name, "Unreadable")
        self.assertEqual(self.content(daemon)["state"], "shown")


def picture_folder() -> tempfile.TemporaryDirectory:
    """Makes a folder that goes with its content."""
    return tempfile.TemporaryDirectory(dir="/run")
