"""The daemon and paths of contents and of metrics whose file system does not answer."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from guest import deadline, picture
from guest.daemon import STILL, Daemon
from guest.hangingshare import HangingShare
from guest.linkshare import LinkShare
from guest.processes import threads
from guest.varlink import Refused

TWO = ("--simulate", "64x64@60,64x64@60")
# A call that hangs is reported after 10 to 20 seconds.
REPORTED = 60


class HangingPaths(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.share = self.folder / "share"
        # The folder of the slides lies in the share, and its pictures below the mount.
        self.put("share/slides/1.png", "#0000ff")
        self.put("local/1.png", "#ff0000")

    def put(self, name: str, color: str) -> Path:
        """Makes a picture, which appears as a whole."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        other = path.with_suffix(".new")
        other.write_bytes(picture.to_png(picture.filled(8, 8, color)))
        return other.rename(path)

    def start(self, first: str, more: str = "", **options) -> Daemon:
        """Starts a daemon with a content on the first screen, and the local slides on the second one."""
        local = f'content = {{ slides = "{self.folder}/local", interval = "1 s" }}'
        screens = "".join(
            f'[[screen]]\nmatch = {{ connector = "{name}" }}\n{settings}\n'
            for name, settings in (("Virtual-1", first), ("Virtual-2", local))
        )
        return Daemon(self, screens + more, *TWO, watchdog=4, **options)

    def until_state(self, daemon: Daemon, state: str) -> dict:
        """Waits for a state of the content of the first screen."""

        def reached() -> dict:
            found = daemon.screen("Virtual-1")["content"]
            assert found["state"] == state, f"{found}"
            return found

        return daemon.program.until(reached, f"the content is {state}", REPORTED)

    def expect_rest_to_work(self, daemon: Daemon) -> None:
        """Expects that a new local picture is shown, and that the watchdog is notified all the while."""
        for number, color in enumerate(("#00ff00", "#ffff00")):
            self.put(f"local/{number + 2}.png", color)
            daemon.until_shown("Virtual-2", color)
        fed = len(daemon.notifications.times("WATCHDOG"))
        daemon.program.until(lambda: len(daemon.notifications.times("WATCHDOG")) > fed + 1, "it is notified")

    def expect_report(self, daemon: Daemon, state: str, path: Path) -> None:
        """Expects the path and the time in the state of the content, in the journal and in the line of status."""
        found = self.until_state(daemon, state)
        self.assertEqual(found["path"], str(path))
        self.assertRegex(found["message"], rf"^{path}\S* has not answered since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d$")
        daemon.until_logged(found["message"])
        message = found["message"]
        daemon.program.until(lambda: message in daemon.notifications.values("STATUS")[-1], "the status says so")

    def blocking(self, daemon: Daemon) -> list[int]:
        """Returns the threads for calls that block."""
        return [number for number, name in threads(daemon.pid, "comm") if name.strip() == "blocking"]

    def test_slides_of_a_share_that_hangs_at_the_start_leave_the_screens_lit(self):
        hanging = HangingShare(self, self.share)
        content = f'content = {{ slides = "{self.share}/slides", interval = "1 s" }}'
        daemon = self.start(f'{content}\nfallback = {{ color = "#00ffff" }}')
        daemon.until_shown("Virtual-2", "#ff0000")
        daemon.until_lit("Virtual-1")
        self.expect_rest_to_work(daemon)
        self.expect_report(daemon, "fallback", self.share / "slides")
        daemon.until_shown("Virtual-1", "#00ffff")
        self.expect_rest_to_work(daemon)
        hanging.end()
        daemon.until_shown("Virtual-1", "#0000ff")
        self.until_state(daemon, "shown")

    def test_a_picture_of_a_share_that_hangs_at_the_start_is_reported_by_words(self):
        hanging = HangingShare(self, self.share)
        daemon = self.start(f'content = {{ image = "{self.share}/slides/1.png" }}')
        daemon.until_lit("Virtual-1")
        self.expect_report(daemon, "failed", self.share / "slides/1.png")
        self.expect_rest_to_work(daemon)
        hanging.end()
        daemon.until_shown("Virtual-1", "#0000ff")

    def test_a_share_that_hangs_later_stops_its_own_pictures_alone(self):
        contents = {
            f'slides = "{self.share}/slides", interval = "1 s"': self.share / "slides",
            f'image = "{self.share}/slides/1.png"': self.share / "slides/1.png",
        }
        for content, path in contents.items():
            with self.subTest(content):
                daemon = self.start(f"content = {{ {content} }}")
                daemon.until_shown("Virtual-1", "#0000ff")
                hanging = HangingShare(self, self.share)
                self.expect_rest_to_work(daemon)
                daemon.call("Reload")
                self.expect_report(daemon, "failed", path)
                self.assertTrue(daemon.screen("Virtual-1")["content"]["showsFormer"])
                daemon.until_shown("Virtual-1", "#0000ff")
                self.put("local/4.png", "#ff00ff")
                daemon.until_shown("Virtual-2", "#ff00ff")
                hanging.end()
                self.until_state(daemon, "shown")
                daemon.stop()

    def test_no_path_of_a_share_that_hangs_holds_up_the_rest(self):
        HangingShare(self, self.share)
        folder = self.share / "slides"
        page, words = 'content = { color = "#112233" }', f'text-folders = ["{folder}"]\n'
        for settings, daemon_settings in (
            (f'content = {{ video = "{folder}/film.mp4" }}', ""),
            (f'content = {{ playlist-file = "{folder}/list.m3u" }}', ""),
            (f'content = {{ playlist = [{{ image = "{folder}/1.png" }}, {{ color = "#445566" }}] }}', ""),
            (f'content = {{ text = "{{file:{folder}/words}}" }}', words),
            (f'content = {{ qr = "{{file:{folder}/words}}" }}', words),
            (f'content = {{ image = "/nowhere.png" }}\nfallback = {{ image = "{folder}/1.png" }}', ""),
            (f'{page}\noverlay = [{{ image = "{folder}/1.png", area = "0 0 50% 50%" }}]', ""),
            (page, f'played = "{folder}"\n'),
        ):
            with self.subTest(f"{settings}{daemon_settings}"):
                daemon = self.start(settings, f"[daemon]\n{daemon_settings}")
                # The path is touched: by a thread, which hangs.
                daemon.program.until(lambda: self.blocking(daemon), "a thread touches it")
                self.expect_rest_to_work(daemon)
                daemon.stop()

    def test_requested_pictures_of_a_share_that_hangs_hold_up_no_other(self):
        self.expect_no_other_held_up({"image": f"{self.share}/slides/1.png"})

    def test_requested_slides_that_are_links_into_a_share_that_hangs_hold_up_no_other(self):
        links = self.folder / "links"
        links.mkdir()
        (links / "1.png").symlink_to(self.share / "slides/1.png")
        self.expect_no_other_held_up({"slides": str(links)})

    def test_links_to_local_files_whose_share_hangs_later_hold_up_no_other(self):
        local = self.put("other/1.png", "#00ff00")
        names = [f"Virtual-{number}" for number in range(1, 7)]
        # A request follows the links of a path twice, and then touches the local file alone.
        LinkShare(self, self.share, {f"{name}.png": local for name in names}, answers=2)
        daemon = Daemon(self, STILL, "--simulate", ",".join(["64x64@60"] * 7))

        def request(name: str) -> None:
            # The content follows the links once more, and so the call may fail.
            with contextlib.suppress(Refused):
                daemon.call("Set", screen=name, settings={"content": {"image": f"{self.share}/{name}.png"}})

        waiting = [threading.Thread(target=request, args=(name,)) for name in names]
        for thread in waiting:
            thread.start()
        for thread in waiting:
            thread.join()
        daemon.call("Set", screen="Virtual-7", settings={"content": {"image": f"{self.folder}/local/1.png"}})
        daemon.until_shown("Virtual-7", "#ff0000")

    def expect_no_other_held_up(self, content: dict[str, str]) -> None:
        """Requests a content of a share that hangs for six screens, and then a local picture for another one."""
        HangingShare(self, self.share)
        *hanging, last = (f"Virtual-{number}" for number in range(1, 8))
        daemon = Daemon(self, STILL, "--simulate", ",".join(["64x64@60"] * 7))
        answers: list[str] = []

        def request(name: str) -> None:
            with self.assertRaises(Refused) as refused:
                daemon.call("Set", screen=name, settings={"content": content})
            answers.append(refused.exception.parameters["message"])

        waiting = [threading.Thread(target=request, args=(name,)) for name in hanging]
        for thread in waiting:
            thread.start()
        daemon.program.until(lambda: len(self.blocking(daemon)) >= 4, "as many read as may hang")
        daemon.call("Set", screen=last, settings={"content": {"image": f"{self.folder}/local/1.png"}})
        self.assertEqual(answers, [], "the others still wait")
        daemon.until_shown(last, "#ff0000")
        for thread in waiting:
            thread.join()
        self.assertEqual(len(answers), len(waiting))

    def test_the_doctor_names_a_path_that_does_not_answer(self):
        HangingShare(self, self.share)
        picture = self.share / "slides/1.png"
        daemon = self.start(f'content = {{ image = "{picture}" }}')
        self.until_state(daemon, "failed")
        doctor = subprocess.run(
            ["screens", "doctor"], env={**os.environ, "SCREENS_SOCKET": str(daemon.socket)}, capture_output=True,
            text=True, timeout=60,
        )  # fmt: skip
        text = " ".join(doctor.stdout.split())
        self.assertIn(f"Mount its file system again, since {picture} does not answer", text)

    def test_metrics_in_a_share_that_hangs_are_reported_and_hold_up_nothing(self):
        HangingShare(self, self.share)
        metrics = self.share / "slides/screens.prom"
        daemon = self.start('content = { color = "#112233" }', f'[daemon]\nmetrics = "{metrics}"\n')
        daemon.until_shown("Virtual-1", "#112233")
        self.expect_rest_to_work(daemon)

        def reported() -> bool:
            return any("has not answered since" in notice["message"] for notice in daemon.call("Status")["notices"])

        daemon.program.until(reported, "the status says so", REPORTED)
        daemon.until_logged(f"{metrics} has not answered since")
        daemon.program.signal(signal.SIGTERM)
        self.assertEqual(daemon.program.wait(), 0)
