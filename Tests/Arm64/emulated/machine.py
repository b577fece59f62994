"""An emulated arm64 machine with a card of virtio-gpu, which runs `inside/scenarios`."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from host.qmp import QMP

INSIDE = Path(__file__).resolve().parent.parent / "inside"
# The preferred mode of the card's display.
SIZE = (1024, 768)


class Machine:
    """One boot: a kernel of Debian, and the programs in a file system in memory."""

    def __init__(self, prepared: Path, flavour: str, processor: str, programs: Path, folder: Path):
        """`prepared` is the folder of `Tests/Arm64/prepare`, `programs` the folder of `packaging/arm64`; `folder` keeps
        the files of this boot."""
        self.kernel = prepared / "kernels" / flavour / "vmlinuz"
        self.processor = processor
        self.folder = folder
        self.out = folder / "out"
        self.out.mkdir(parents=True)
        self._initial = folder / "initrd"
        binaries = folder / "overlay"
        (binaries / "usr/bin").mkdir(parents=True)
        for name in ("screens", "screensd"):
            copied(programs / name, binaries / "usr/bin" / name)
        for name in ("init", "scenarios"):
            copied(INSIDE / name, binaries / name)
        # The kernel unpacks concatenated archives one after the other.
        with open(self._initial, "wb") as file:
            for root, part in ((prepared / "root", "."), (prepared / "kernels" / flavour, "usr"), (binaries, ".")):
                listed = subprocess.run(["find", part], cwd=root, check=True, stdout=subprocess.PIPE).stdout
                packed = subprocess.run(
                    ["busybox", "cpio", "-o", "-H", "newc"], cwd=root, input=listed, check=True, stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL)
                file.write(packed.stdout)

    def run(self, see: Callable[[str, Callable[[], bytes]], None], limit: float) -> str | None:
        """Boots the machine. Calls `see` with the name of each picture that the guest wants the host to see, and a
        function that captures the screen. Returns the reason if the guest did not reach its end."""
        socket = self.folder / "monitor"
        command = [
            "qemu-system-aarch64", "-M", "virt", "-cpu", self.processor, "-smp", "2", "-m", "1G", "-display", "none",
            "-no-reboot", "-nic", "none", "-serial", f"file:{self.folder / 'console.log'}", "-qmp",
            f"unix:{socket},server=on,wait=off", "-kernel", str(self.kernel), "-initrd", str(self._initial), "-append",
            "console=ttyAMA0 loglevel=4 rdinit=/init", "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}",
            "-virtfs", f"local,path={self.out},mount_tag=out,security_model=none",
        ]  # fmt: skip
        end, answered = time.monotonic() + limit, set()
        with open(self.folder / "qemu.log", "wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as qemu:
            try:
                while not socket.exists() and qemu.poll() is None:
                    time.sleep(0.05)
                monitor = QMP(socket)
                while qemu.poll() is None:
                    if time.monotonic() > end:
                        return f"the machine did not end within {limit:.0f} s"
                    for request in set(self.out.glob("*.request")) - answered:
                        # The request stays: the guest may not have closed it yet.
                        answered.add(request)
                        see(request.stem, lambda: self._dump(monitor))
                        (self.out / f"{request.stem}.seen").touch()
                    time.sleep(0.05)
            except OSError as error:
                return f"QEMU: {error}: {(self.folder / 'qemu.log').read_text(errors='replace')[-500:]}"
            finally:
                qemu.kill()
                self._initial.unlink(missing_ok=True)
        if not (self.out / "end").exists():
            return (
                "the guest did not come to its end:\n"
                + (self.folder / "console.log").read_text(errors="replace")[-2000:]
            )
        return None

    def _dump(self, monitor: QMP) -> bytes:
        path = self.folder / "screen.ppm"
        monitor.execute("screendump", filename=str(path))
        return path.read_bytes()


def copied(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())
    target.chmod(0o755)
