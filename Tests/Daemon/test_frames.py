"""Frames that clients draw in their own memory, on screens of the daemon."""

import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from drawing import NAME, SIZE, Drawing
from guest.daemon import STILL
from guest.program import Program
from guest.surface import Surface, call, memory
from guest.varlink import Refused

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NOTHING = '[default]\npower = "on"\n'


class Frames(Drawing):
    def test_frames_are_shown_until_the_client_leaves(self):
        self.start()
        surface = self.surface()
        self.assertEqual(surface.reply["size"], SIZE)
        self.assertEqual(surface.reply["refreshMillihertz"], 60_000)
        # Nothing changes before the first frame.
        self.daemon.until_shown(NAME, "#112233")
        for color in ("#445566", "#ff0000", "#00ff00", "#0000ff"):
            reply = surface.show(color)
            self.daemon.until_shown(NAME, color)
            self.assertEqual(reply["size"], SIZE)
        self.daemon.until_shown("Virtual-2", "#112233")
        surface.client.socket.close()
        self.until_back()

    def test_a_screen_that_begins_to_mirror_disconnects_its_client(self):
        self.start()
        surface = self.surface(linger=60)
        surface.show("#445566")
        self.daemon.until_shown(NAME, "#445566")
        self.daemon.call("Set", screen=NAME, settings={"mirror": "Virtual-2"})
        self.daemon.until_logged("is no longer drawn by")
        self.assertTrue(surface.client.is_cut_off())
        with self.assertRaises(Refused) as refused:
            self.surface()
        self.assertIn("Virtual-2", str(refused.exception))

    def test_the_rate_is_exact(self):
        self.start(STILL, "--simulate", "64x48@60,64x48@59.94")
        for name in (NAME, "Virtual-2"):
            mode = self.daemon.screen(name)["currentMode"]
            rate = mode["refreshRate"]
            pixels = mode["htotal"] * mode["vtotal"]
            self.assertEqual(mode["clockKilohertz"] * 1000 * rate["denominator"], rate["numerator"] * pixels)
            reply = Surface(self.client(), name, 64, 48).reply
            self.assertEqual(reply["refreshRate"], rate)
            self.assertEqual(reply["refreshMillihertz"], mode["refreshMillihertz"])

    def test_a_client_counts_the_refreshes_of_the_frame_interval(self):
        self.start(f'{STILL}frame-interval = 2\n', "--simulate", "64x48@60")
        self.assertEqual(self.surface().reply["refreshRate"], {"numerator": 30, "denominator": 1})

    def test_the_replies_name_refreshes_times_and_buffers(self):
        self.start()
        surface = self.surface(count=3)
        last = None
        for place in range(10):
            reply = surface.show("#445566")
            self.assertEqual(reply["free"], (place + 1) % 3)
            self.assertGreater(reply["due"], reply["time"])
            if last is not None:
                refreshes = reply["refresh"] - last["refresh"]
                self.assertGreater(refreshes, 0)
                self.assertEqual(reply["missed"], refreshes - 1)
                period = (reply["time"] - last["time"]) / refreshes
                self.assertAlmostEqual(period, 1e9 / 60, delta=1e6)
            last = reply

    def test_a_frame_waits_for_its_refresh(self):
        self.start()
        surface = self.surface()
        first = surface.show("#445566")["refresh"]
        for later in (1, 2, 3, 20):
            first += later
            reply = surface.show("#556677", refresh=first)
            # The refresh is never earlier, and later only if this machine is slow.
            self.assertGreaterEqual(reply["refresh"], first)
            self.assertGreaterEqual(reply["missed"], later - 1)
            first = reply["refresh"]

    def test_a_frame_waits_for_its_time(self):
        self.start()
        surface = self.surface()
        reply = surface.show("#445566")
        for later in (1, 2, 3, 20):
            period = reply["due"] - reply["time"]
            time = reply["time"] + later * period
            reply = surface.show("#556677", at=time)
            # The refresh is never earlier, but for the little that refreshes vary.
            self.assertGreaterEqual(reply["time"], time - period // 8)
            self.assertGreaterEqual(reply["missed"], later - 1)
            self.assertTrue(reply["shown"])

    def test_late_frames_are_dropped_on_request(self):
        self.start()
        surface = self.surface(count=3)
        first = surface.show("#445566")
        self.assertEqual((first["shown"], first["dropped"], first["free"]), (True, 0, 1))
        # Both have passed: the number, and the time.
        for count, late in enumerate(({"refresh": first["refresh"]}, {"at": first["time"] - 10**9}), 1):
            reply = surface.show("#ff0000", drop=True, **late)
            self.assertEqual((reply["shown"], reply["copied"], reply["dropped"]), (False, False, count))
            # The buffer is free at once.
            self.assertEqual(reply["free"], 1)
            self.assertGreater(reply["refresh"], first["refresh"])
            self.assertGreater(reply["due"], reply["time"])
            self.daemon.until_shown(NAME, "#445566")
        reply = surface.show("#00ff00", at=first["time"] - 10**9)
        self.assertEqual((reply["shown"], reply["dropped"]), (True, 2))
        self.daemon.until_shown(NAME, "#00ff00")
        # The refresh is some seconds away, so that it is ahead on a slow machine too.
        ahead = surface.show("#0000ff", refresh=surface.show("#00ff00")["refresh"] + 200, drop=True)
        self.assertTrue(ahead["shown"])
        self.assertGreaterEqual(ahead["missed"], 199)
        # Nothing is dropped without a time, nor without a frame.
        self.assertTrue(surface.show("#445566", drop=True)["shown"])
        self.assertEqual(surface.client.call("Frame", refresh=0, drop=True)["dropped"], 2)
        self.assertEqual(self.daemon.statistics(NAME)["dropped"], 2)

    def test_without_a_buffer_it_waits_for_a_refresh(self):
        self.start()
        surface = self.surface()
        first = surface.client.call("Frame")
        second = surface.client.call("Frame")
        self.assertGreater(second["refresh"], first["refresh"])
        self.daemon.until_shown(NAME, "#112233")

    def test_formats(self):
        self.start()
        red = {
            "xrgb8888": b"\x00\x00\xff\x00", "rgb24": b"\xff\x00\x00", "bgr24": b"\x00\x00\xff", "rgb565": b"\x00\xf8",
        }
        for name, pixel in red.items():
            with self.subTest(name), self.daemon.client() as client:
                # Rows with gaps.
                stride = len(pixel) * 64 + 12
                file = memory(100 + stride * 48)
                os.pwrite(file, (pixel * 64 + b"\x55" * 12) * 48, 100)
                call(
                    client, "Draw", [file], screen=NAME, size=SIZE, format=name,
                    buffers=[{"fd": 0, "offset": 100, "stride": stride}],
                )
                os.close(file)
                client.call("Frame", buffer=0)
                self.daemon.until_shown(NAME, "#ff0000")
        with self.daemon.client() as client:
            file = memory(64 * 48 * 3 // 2)
            os.pwrite(file, b"\xeb" * (64 * 48) + b"\x80" * (64 * 48 // 2), 0)
            call(client, "Draw", [file], screen=NAME, size=SIZE, format="nv12", buffers=[{"fd": 0}])
            client.call("Frame", buffer=0)
            os.close(file)
            self.daemon.until_shown(NAME, "#ffffff")
        self.until_back()

    def test_each_plane_of_many_buffers_has_a_file_of_its_own(self):
        self.start()
        files = [memory(64 * 48) for _ in range(64)]
        buffers = [
            {"fd": number, "planes": [{"fd": number + place, "offset": 0, "stride": 64} for place in (0, 1)]}
            for number in range(0, 64, 2)
        ]
        for number in range(0, 64, 2):
            os.pwrite(files[number], bytes([16 + number]) * (64 * 48), 0)
            os.pwrite(files[number + 1], b"\x80" * (64 * 24), 0)
        with self.daemon.client() as client:
            call(client, "Draw", files, screen=NAME, size=SIZE, format="nv12", buffers=buffers)
            for number in range(32):
                client.call("Frame", buffer=number)
                gray = round(2 * number * 255 / 219)
                self.daemon.until_shown(NAME, f"#{gray:02x}{gray:02x}{gray:02x}")
        for file in files:
            os.close(file)
        self.until_back()

    def test_other_sizes_are_placed(self):
        self.start()
        with self.daemon.client() as client:
            surface = Surface(client, NAME, 32, 32)
            surface.show("#445566")
            # The bars beside the frame.
            self.daemon.until_shown(NAME, "#000000")
        with self.daemon.client() as client:
            surface = Surface(client, NAME, 32, 32, fit="stretch")
            surface.show("#445566")
            self.daemon.until_shown(NAME, "#445566")
            with self.assertRaises(Refused) as refused:
                Surface(client, NAME, 32, 32, fit="somehow")
            self.assertEqual(refused.exception.parameters["parameter"], "fit")

    def test_calls_may_be_sent_ahead(self):
        self.start()
        surface = self.surface()
        surface.fill(0, "#445566")
        surface.fill(1, "#556677")
        for number in (0, 1, 0, 1):
            surface.client.send("Frame", buffer=number)
        numbers = [surface.client.answer()["refresh"] for _ in range(4)]
        self.assertEqual(sorted(set(numbers)), numbers)
        self.daemon.until_shown(NAME, "#556677")

    def test_other_buffers_take_over_without_a_gap(self):
        self.start()
        surface = self.surface()
        surface.show("#445566")
        self.daemon.until_shown(NAME, "#445566")
        other = Surface(surface.client, NAME, 32, 24)
        self.daemon.until_shown(NAME, "#445566")
        other.show("#556677")
        self.daemon.until_shown(NAME, "#556677")

    def test_buffers_are_added_one_by_one(self):
        self.start()
        client = self.client()
        files = [memory(64 * 48 * 4) for _ in range(33)]
        colors = [f"#{number:02x}4060" for number in range(33)]
        for file, color in zip(files, colors):
            os.pwrite(file, (bytes.fromhex(color[1:])[::-1] + b"\0") * (64 * 48), 0)
        with self.assertRaises(Refused) as refused:
            call(client, "AddBuffers", files[:1], buffers=[{"fd": 0}])
        self.assertIn("call Draw first", refused.exception.parameters["remedy"])
        call(client, "Draw", files[:1], screen=NAME, size=SIZE, format="xrgb8888", buffers=[{"fd": 0}])
        self.assertEqual(client.call("Frame", buffer=0)["free"], 0)
        self.daemon.until_shown(NAME, colors[0])
        for number in range(1, 32):
            reply = call(client, "AddBuffers", [files[number]], buffers=[{"fd": 0}])
            self.assertEqual(reply["buffers"], [number])
            self.daemon.until_shown(NAME, colors[number - 1])
            client.call("Frame", buffer=number)
            self.daemon.until_shown(NAME, colors[number])
            # A buffer that is passed again is known.
            reply = call(client, "AddBuffers", [files[number], files[0]], buffers=[{"fd": 1}, {"fd": 0}])
            self.assertEqual(reply["buffers"], [0, number])
        with self.assertRaises(Refused) as refused:
            call(client, "AddBuffers", [files[32]], buffers=[{"fd": 0}])
        self.assertIn("33 buffers", str(refused.exception))
        with self.assertRaises(Refused) as refused:
            call(client, "AddBuffers", files[:1], buffers=[{"fd": 0, "offset": 4}])
        self.assertIn("its buffers need", str(refused.exception))
        client.call("Frame", buffer=31)
        for file in files:
            os.close(file)

    # MARK: the examples

    def example(self, *command: str) -> None:
        """Checks that it draws 120 frames, about one at each refresh; the number of missed frames depends on this
        machine."""
        self.start()
        with Program(list(command) + [NAME, "120"], {"SCREENS_SOCKET": str(self.daemon.socket)}) as program:
            program.until(lambda: not program.running or self.drawn_by(), "it draws")
            self.assertEqual(program.wait(), 0, program.errors())
            self.assertRegex(program.output(), r"^120 frames, \d+ refreshes missed\n$")
        self.until_back()
        with Program([*command, "Nowhere-1"], {"SCREENS_SOCKET": str(self.daemon.socket)}) as program:
            self.assertNotEqual(program.wait(), 0)
            self.assertIn("NoSuchScreen", program.errors())
        with Program([*command, NAME], {"SCREENS_SOCKET": "/nowhere/socket"}) as program:
            self.assertNotEqual(program.wait(), 0)
            self.assertRegex(program.errors(), "^[^\n]*/nowhere/socket: No such file or directory\n$")
        with Program([*command, NAME], {"SCREENS_SOCKET": str(self.daemon.socket)}) as program:
            program.until(lambda: self.drawn_by(), "it draws")
            program.signal(signal.SIGINT)
            self.assertEqual((program.wait(), program.errors()), (-signal.SIGINT, ""))

    def test_the_example_in_c(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        source, binary = EXAMPLES / "frames-c" / "frames.c", f"{folder}/frames"
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, source], check=True)
        self.example(binary)

    def test_the_example_in_python(self):
        if subprocess.run(["python3", "-c", "import numpy"], capture_output=True).returncode:
            raise unittest.SkipTest("numpy is not installed")
        self.example("python3", str(EXAMPLES / "frames-python" / "frames.py"))

    def test_the_clock_in_python_is_a_layer(self):
        self.start(STILL, "--simulate", "320x240@60")
        command = ["python3", str(EXAMPLES / "clock-python" / "clock.py"), NAME]
        with Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)}) as program:
            # The ground of the clock has an alpha of 160 of 255.
            self.daemon.program.until(lambda: self.daemon.picture(NAME).at(20, 20) == (6, 13, 19), "it is shown")
            self.assertEqual(self.daemon.picture(NAME).at(8, 8), (0x11, 0x22, 0x33))
            program.signal(signal.SIGINT)
            self.assertEqual((program.wait(), program.errors()), (-signal.SIGINT, ""))
        self.daemon.program.until(lambda: self.daemon.picture(NAME).at(20, 20) == (0x11, 0x22, 0x33), "it has ended")

    def test_the_examples_are_short(self):
        for name in ("frames-c/frames.c", "frames-python/frames.py", "clock-python/clock.py"):
            self.assertLess(len((EXAMPLES / name).read_text().splitlines()), 100)
        swift = (EXAMPLES / "clock" / "Sources" / "clock" / "Main.swift").read_text()
        self.assertLess(len(swift.splitlines()), 120)

    # MARK: its state

    def test_the_state_is_everywhere(self):
        self.start()
        watching = self.client()
        watching.send("Watch", more=True)
        watching.answer()
        surface = self.surface(program="player")
        self.assertIsNone(self.drawn_by())
        surface.show("#445566")
        text = f"drawn by 'player' (process {os.getpid()})"
        self.daemon.until_logged(f"{NAME} is {text}")
        self.assertEqual(self.drawn_by(), {"pid": os.getpid(), "name": "player"})
        for arguments in (("list",), ("status",)):
            self.assertIn(text, self.command(*arguments))
        drawn = 'screens_screen_drawn{screen="simulated/Virtual-1",program="player"} 1'
        self.assertIn(drawn, self.command("stats", "--prometheus"))
        event = watching.answer()["event"]
        while event["event"] != "changed" or event["changes"] != ["content"]:
            event = watching.answer()["event"]
        self.assertEqual(event["screen"]["content"]["drawnBy"]["name"], "player")
        self.assertIn("Virtual-1: drawn by 'player'", self.daemon.notifications.values("STATUS")[-1])
        # The log has the call, but not its frames.
        self.assertRegex(self.daemon.log(), rf"user root, process [^:]*: Draw {NAME}")
        self.assertNotIn("Frame", self.daemon.log())

    def test_settings_meanwhile(self):
        self.start()
        surface = self.surface()
        surface.show("#445566")
        self.command("set", NAME, "--color", "#778899")
        self.daemon.until_shown(NAME, "#445566")
        self.daemon.call("Set", screen=NAME, settings={"rotate": 90})
        reply = surface.show("#445566")
        self.assertEqual(reply["size"], {"width": 48, "height": 64})
        self.daemon.call("Set", screen=NAME, settings={"rotate": 0, "power": "off"})
        surface.client.send("Frame", buffer=0)
        self.daemon.until_dark(NAME, "off")
        self.daemon.call("Set", screen=NAME, settings={"power": "on"})
        surface.client.answer()
        self.daemon.call("Reload")
        self.assertIsNotNone(self.drawn_by())
        surface.client.socket.close()
        self.until_back()

    def test_a_mode_change(self):
        self.start(STILL, "--simulate", "64x48@60")
        surface = self.surface()
        surface.show("#445566")
        self.daemon.call("Set", screen=NAME, settings={"mode": "640x480@60,cvt"})
        reply = surface.client.call("Frame")
        self.assertEqual(reply["size"], {"width": 640, "height": 480})
        # The last frame is drawn again, at the new size.
        self.daemon.until_shown(NAME, "#445566")

    def test_a_screen_without_content_is_lit_for_it(self):
        self.start(NOTHING)
        self.daemon.until_dark(NAME, "unused")
        surface = self.surface()
        surface.show("#445566")
        self.daemon.until_shown(NAME, "#445566")
        self.assertIn("1 of 2 screens lit", self.daemon.notifications.values("STATUS")[-1])
        surface.client.socket.close()
        self.daemon.until_dark(NAME, "unused")

    def test_an_idle_screen_is_lit_by_a_frame(self):
        self.start(STILL + 'idle = "1 s"\n')
        surface = self.surface()
        surface.show("#445566")
        self.daemon.until_dark(NAME, "off")
        modesets = self.daemon.log().count(f"{NAME} is lit")
        # While the screen is dark, the reply waits. It may be dark again afterwards.
        surface.show("#556677")
        self.daemon.program.until(
            lambda: self.daemon.log().count(f"{NAME} is lit") == modesets + 1, "it has been lit"
        )
        self.daemon.until_dark(NAME, "off")

    def test_the_end_of_the_daemon_ends_the_connection(self):
        self.start()
        surface = self.surface()
        surface.show("#445566")
        self.assertEqual(self.daemon.stop(), 0)
        self.assertTrue(surface.client.is_cut_off())

    # MARK: others

    def test_a_second_client_is_busy(self):
        self.start()
        surface = self.surface(program="player")
        for has_frame in (False, True):
            for attempt in (self.surface, lambda: self.client().lease(NAME)):
                with self.assertRaises(Refused) as refused:
                    attempt()
                self.assertEqual(refused.exception.parameters["errno"], 16)
                self.assertIn(f"drawn by 'player' (process {os.getpid()})", refused.exception.parameters["message"])
            if not has_frame:
                surface.show("#445566")
        with self.assertRaises(Refused) as refused:
            Surface(surface.client, "Virtual-2", 64, 48)
        self.assertEqual(refused.exception.parameters["errno"], 16)
        other = Surface(self.client(), "Virtual-2", 64, 48)
        other.show("#556677")
        self.daemon.until_shown("Virtual-2", "#556677")
        surface.client.socket.close()
        self.until_back()
        self.surface().show("#889900")
        self.daemon.until_shown(NAME, "#889900")

    def test_a_leased_screen_is_busy(self):
        self.start()
        client = self.client()
        client.lease(NAME)
        with self.assertRaises(Refused) as refused:
            self.surface()
        self.assertEqual(refused.exception.parameters["errno"], 16)
        client.socket.close()
        # The picture was the daemon's all the time.
        self.daemon.program.until(
            lambda: self.daemon.screen(NAME)["lessee"] is None, "the lease is over", interval=0.02
        )
        self.surface()

    def test_it_is_revoked(self):
        self.start()
        surface = self.surface()
        surface.show("#445566")
        self.command("lease", NAME, "--revoke")
        self.until_back()
        self.assertTrue(surface.client.is_cut_off())

    def test_dark_screens_and_mirrors_are_refused(self):
        self.start(STILL + '[[screen]]\nmatch = { connector = "Virtual-2" }\nmirror = "Virtual-1"\n')
        with self.assertRaises(Refused) as refused:
            Surface(self.client(), "Virtual-2", 64, 48)
        self.assertIn("mirrors", refused.exception.parameters["message"])
        surface = self.surface()
        surface.show("#445566")
        self.daemon.until_shown("Virtual-2", "#445566")
        surface.client.socket.close()
        self.until_back()
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        with self.assertRaises(Refused) as refused:
            self.surface()
        self.assertIn("--power on", refused.exception.parameters["remedy"])
