"""Leases of the daemon's screens: the pixels on both sides, and what stays of a program that is killed."""

import os
import signal
import time
from pathlib import Path

from guest import deadline, debugfs, lessee, processes, screens
from guest.checksums import Checksums
from guest.daemon import Daemon
from guest.kerneltest import long
from guest.lending import CONFIGURATION, Lending
from guest.program import Program

NOBODY = 65534


class DaemonLeases(Lending):
    def setUp(self):
        super().setUp()
        self.second = self.card.connectors[1]

    def steady(self, checksums: Checksums) -> str:
        """The checksum of fifteen refreshes that are alike."""

        def stays() -> bool:
            return len(checksums.so_far) > count + 25 and len(set(checksums.so_far[-15:])) == 1

        count = len(checksums.so_far)
        # The daemon may have ended.
        deadline.until(stays, "fifteen refreshes are alike", interval=0.1)
        return checksums.so_far[-1]

    def test_no_refresh_is_without_a_picture(self):
        self.start()
        with Checksums(self.card.minor) as checksums:
            ours = self.steady(checksums)
            begun = len(checksums.so_far)
            for number in (signal.SIGTERM, signal.SIGKILL):
                program = self.lease(*lessee.command("{fd}", "#ff8000"))
                self.until_shown(program, "python3")
                theirs = self.steady(checksums)
                self.assertNotEqual(theirs, ours)
                program.signal(number)
                program.wait()
                self.until_back()
                self.assertEqual(self.steady(checksums), ours)
            seen = checksums.so_far[begun:]
            others = [found for found in seen if found not in (ours, theirs)]
            self.assertEqual(others, [], f"of {len(seen)} refreshes")

    def test_the_others_lose_no_frame(self):
        self.start_moving(self.second)
        time.sleep(2)
        with self.expect_steady(self.second):
            for _ in range(3):
                program = self.lease(*self.modetest())
                self.until_shown(program, "modetest")
                time.sleep(2)
                (process,) = processes.named("modetest")
                os.kill(process, signal.SIGKILL)
                program.wait()
                self.until_back()
            program = self.lease(*self.modetest())
            self.until_shown(program, "modetest")
            self.daemon.call("Revoke", screen=self.first)
            program.wait()
            self.until_back()

    def test_the_state_that_a_program_leaves_is_reset(self):
        self.start()
        with Checksums(self.card.minor) as checksums:
            ours = self.steady(checksums)
            program = self.lease(*lessee.command("{fd}", "#ff8000"))
            self.until_shown(program, "python3")
            program.say("gamma")
            program.until(lambda: "dark" in program.lines(), "it has set a table of colours")
            program.end()
            self.until_back()
            self.assertEqual(self.steady(checksums), ours)

    def test_an_unpatched_program_of_a_user_without_rights(self):
        self.start(user=None)
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        program = self.lease(*self.modetest(), user=NOBODY)
        self.until_shown(program, "modetest")
        (process,) = processes.named("modetest")
        os.kill(process, signal.SIGKILL)
        self.assertEqual(program.wait(), 128 + signal.SIGKILL, program.errors())
        self.until_back()

    def present(self, name: str, color: int, user: int | None = None) -> Program:
        """Shows a frame of one colour, on all of the screen, until it gets a signal."""
        options = ["--size", "64x48", "--format", "xrgb8888", "--fit", "stretch", "--hold"]
        environment = {"SCREENS_SOCKET": str(self.daemon.socket)}
        program = Program([screens.binary(), "present", name, *options], environment, user=user)
        self.addCleanup(program.__exit__)
        program.process.stdin.write(color.to_bytes(4, "little") * 64 * 48)
        program.process.stdin.close()
        program.until(lambda: self.daemon.screen(name)["lessee"], "it has the screen")
        return program

    def test_frames_of_two_programs_of_a_user_without_rights(self):
        self.start(user=None)
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        with Checksums(self.card.minor) as checksums:
            ours = self.steady(checksums)
            begun = len(checksums.so_far)
            programs = [self.present(self.first, 0xFF8000, NOBODY), self.present(self.second, 0x00FF80, NOBODY)]
            programs[0].until(lambda: checksums.so_far[-1] != ours, "its frame is shown")
            theirs = self.steady(checksums)
            self.assertEqual(self.daemon.screen(self.first)["lessee"]["name"], "screens present")
            for program in programs:
                program.signal(signal.SIGTERM)
                self.assertEqual(program.wait(), 0, program.errors())
            self.until_back()
            self.assertEqual(self.steady(checksums), ours)
            others = [found for found in checksums.so_far[begun:] if found not in (ours, theirs)]
            self.assertEqual(others, [], f"of {len(checksums.so_far) - begun} refreshes")
            # A frame of the content's colour is the same picture.
            begun = len(checksums.so_far)
            program = self.present(self.first, 0x2A7FC4)
            self.steady(checksums)
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
            self.until_back()
            self.steady(checksums)
            self.assertEqual(set(checksums.so_far[begun:]), {ours})

    def test_frames_end_with_75_if_the_screen_is_revoked(self):
        self.revoke(times=2)

    @long
    def test_frames_end_with_75_at_each_of_many_revocations(self):
        self.revoke(times=10)

    def revoke(self, times: int) -> None:
        """Revokes the lease of a program that shows frames, each time at another moment."""
        self.start()
        # Another frame at each refresh: a commit is under way at any moment.
        frames = Path(self.daemon.folder, "frames")
        frames.write_bytes(b"".join(color.to_bytes(4, "little") * 64 * 48 for color in (0xFF8000, 0x0080FF)))
        options = "--size 64x48 --format xrgb8888 --fit stretch --rate 60 --loop"
        for _ in range(times):
            command = ["sh", "-c", f"exec {screens.binary()} present {self.first} {options} <{frames}"]
            program = Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)})
            self.addCleanup(program.__exit__)
            program.until(lambda: self.daemon.screen(self.first)["lessee"], "it has the screen")
            seen: set[str] = set()

            def shows_two() -> bool:
                seen.add((self.framebuffer() or ("",))[0])
                return len(seen) > 2

            program.until(shows_two, "frames follow one another")
            self.daemon.call("Revoke", screen=self.first)
            self.assertEqual(program.wait(), 75, program.errors())
            self.assertEqual(program.errors(), f"screens: screensd has taken {self.first} back, or has ended\n")
            self.until_back()

    def test_programs_one_after_the_other(self):
        self.lease_to_each(2)

    @long
    def test_many_programs_one_after_the_other(self):
        self.lease_to_each(10)

    def lease_to_each(self, count: int) -> None:
        """Leases the screen to one program after the other. Each is killed."""
        self.start()
        for _ in range(count):
            program = self.lease(*self.modetest())
            self.until_shown(program, "modetest")
            (process,) = processes.named("modetest")
            os.kill(process, signal.SIGKILL)
            self.assertEqual(program.wait(), 128 + signal.SIGKILL, program.errors())
            self.until_back()
        self.assertEqual(self.daemon.stop(), 0)

    def test_unplugged_and_plugged_it_goes_on(self):
        self.start()
        program = self.lease(*self.modetest())
        self.until_shown(program, "modetest")
        self.card.unplug(0)
        self.daemon.until_dark(self.first, "disconnected")
        self.assertEqual(self.shown(), "modetest")
        self.card.plug(0)
        self.daemon.until_lit(self.first)
        self.assertEqual(self.daemon.screen(self.first)["lessee"]["name"], "modetest")
        self.assertEqual(self.shown(), "modetest")
        program.signal(signal.SIGTERM)
        program.wait()
        self.until_back()

    def test_a_revoked_lease_no_longer_shows_anything(self):
        self.start()
        program = self.lease(*self.modetest())
        self.until_shown(program, "modetest")
        self.daemon.call("Revoke", screen=self.first)
        self.until_back()
        self.assertNotEqual(program.wait(), 0)
        self.assertNotEqual(self.shown(), "modetest")

    def test_a_kept_card_has_our_picture_after_a_stop(self):
        self.start(environment={"FDSTORE": "16"})
        program = self.lease(*self.modetest())
        self.until_shown(program, "modetest")
        with Checksums(self.card.minor) as checksums:
            self.assertEqual(self.daemon.stop(), 0)
            program.wait()
            self.assertEqual(len(debugfs.lit(self.card.minor)), 2)
            shown = [allocator for _, allocator, _ in debugfs.shown(self.card.minor).values()]
            self.assertNotIn("modetest", shown)
            # Checksums come a little after their refreshes.
            self.steady(checksums)
            begun = len(checksums.so_far)
            self.daemon = Daemon(
                self, CONFIGURATION, environment={"FDSTORE": "16"}, folder=self.daemon.folder, after=self.daemon
            )
            self.steady(checksums)
            self.assertEqual(len(set(checksums.so_far[begun:])), 1)

    def test_the_lease_of_a_daemon_that_was_killed_is_ended_by_the_next(self):
        self.start(environment={"FDSTORE": "16"})
        # It does not see that the daemon has gone: it has the file by itself.
        client = self.daemon.client()
        descriptor = client.lease(self.first)
        program = Program(lessee.command(str(descriptor), "#ff8000"), descriptors=[descriptor])
        self.addCleanup(program.__exit__)
        self.until_shown(program, "python3")
        self.daemon.program.signal(signal.SIGKILL)
        self.daemon.program.wait()
        self.assertEqual(self.shown(), "python3")
        self.daemon = Daemon(
            self, CONFIGURATION, environment={"FDSTORE": "16"}, folder=self.daemon.folder, after=self.daemon
        )
        self.daemon.program.until(lambda: self.shown() != "python3", "our picture is back")
        client.__exit__()
