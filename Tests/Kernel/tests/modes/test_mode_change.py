"""A mode change is one commit with its first picture: nothing else is on the screen between two modes."""

from guest import ioctls, picture, wait
from guest.checksums import Checksums
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

FORMER, LATTER = "640x480", "800x600"
COLOR = "#2a7fc4"


class ModeChange(KernelTest):
    machine = "virtual"

    def start(self, calls: ioctls.Calls, statuses: list[str], keys: str = "") -> Daemon:
        self.card = VirtualCard("change", statuses)
        self.addCleanup(self.card.remove)
        configuration = f'[default]\nmode = "{FORMER}"\ncontent = {{ color = "{COLOR}" }}\n{keys}'
        daemon = Daemon(self, configuration, environment=calls.environment())
        for name in self.card.connectors:
            daemon.until_lit(name)
        return daemon

    def steady(self, checksums: Checksums, daemon: Daemon) -> str:
        """Returns the checksum of a picture that stays."""

        def stays() -> bool:
            return len(set(checksums.so_far[count:][-30:])) == 1 and len(checksums.so_far) > count + 40

        count = len(checksums.so_far)
        daemon.program.until(stays, "thirty refreshes alike", interval=0.1)
        return checksums.so_far[-1]

    def change(self, daemon: Daemon, name: str, mode: str) -> None:
        daemon.call("Set", screen=name, settings={"mode": mode})
        wait.until_shown(daemon.program, self.card.minor, name, mode)

    def test_it_is_one_commit_and_each_refresh_has_the_picture(self):
        with ioctls.Calls() as calls:
            daemon = self.start(calls, [CONNECTED])
            (name,) = self.card.connectors
            daemon.call("Set", screen=name, settings={"content": {"color": "#000000"}, "mode": LATTER})
            daemon.until_shown(name, "#000000")
            with Checksums(self.card.minor) as checksums:
                black = self.steady(checksums, daemon)
                daemon.call("Reset", screen=name, keys=["content"])
                daemon.until_shown(name, COLOR)
                latter = self.steady(checksums, daemon)
                self.change(daemon, name, FORMER)
                former = self.steady(checksums, daemon)
                self.assertEqual(len({black, former, latter}), 3, "black and both modes have checksums of their own")

                begun, before = len(checksums.so_far), calls.by_kind
                self.change(daemon, name, LATTER)
                self.assertEqual(self.steady(checksums, daemon), latter)
                seen, after = checksums.so_far[begun:], calls.by_kind
            self.assertEqual(set(seen), {former, latter}, "a refresh without the picture")
            # The pictures come in this order, without a way back.
            self.assertRegex("".join("f" if found == former else "l" for found in seen), r"^f*l+$")
            self.assertEqual(after[ioctls.MODESET], before[ioctls.MODESET] + 1)

    def test_several_screens_are_enabled_by_one_commit(self):
        with ioctls.Calls() as calls:
            daemon = self.start(calls, [CONNECTED] * 4)
            self.assertEqual(calls.by_kind[ioctls.MODESET], 1)
            daemon.configure(f'[default]\nmode = "{LATTER}"\ncontent = {{ color = "{COLOR}" }}\n')
            for name in self.card.connectors:
                wait.until_shown(daemon.program, self.card.minor, name, LATTER)
            self.assertEqual(calls.by_kind[ioctls.MODESET], 2)

    def test_a_display_that_leaves_and_a_display_that_comes_cost_a_commit_each(self):
        with ioctls.Calls() as calls:
            daemon = self.start(calls, [CONNECTED, CONNECTED])
            first, _ = self.card.connectors
            before = calls.by_kind[ioctls.MODESET]
            self.card.unplug(0)
            daemon.program.until(lambda: not any(s["name"] == first for s in daemon.call("List")["screens"]), "it left")
            wait.until_dark(daemon.program, self.card.minor, first)
            self.assertEqual(calls.by_kind[ioctls.MODESET], before + 1)
            self.card.plug(0)
            daemon.program.until(lambda: any(s["name"] == first for s in daemon.call("List")["screens"]), "it came")
            daemon.until_lit(first)
            self.assertEqual(calls.by_kind[ioctls.MODESET], before + 2)


class OnHardware(KernelTest):
    """The same on a driver that copies its pictures to the host."""

    machine = "cards"

    def test_a_mode_change_on_virtio_gpu_is_one_commit(self):
        configuration = f'[default]\nmode = "{FORMER}"\ncontent = {{ color = "{COLOR}" }}\n'
        with ioctls.Calls() as calls:
            daemon = Daemon(self, configuration, environment=calls.environment())
            daemon.until_lit("Virtual-1")
            wait.until_on_screen("gpu", picture.filled(640, 480, COLOR))
            before = calls.by_kind[ioctls.MODESET]
            daemon.call("Set", screen="card0/Virtual-1", settings={"mode": LATTER})
            wait.until_on_screen("gpu", picture.filled(800, 600, COLOR))
            self.assertEqual(calls.by_kind[ioctls.MODESET], before + 1)
