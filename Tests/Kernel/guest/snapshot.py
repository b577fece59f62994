"""The picture that `screens snapshot` takes of a screen, compared with the screen."""

from pathlib import Path

from . import deadline, hostlink, picture, screens

FILE = Path("/run/snapshot.png")


def taken(screen: str) -> picture.Picture:
    """Returns the picture that it writes, which it must do without a message."""
    done = screens.run("snapshot", screen, str(FILE))
    assert done.code == 0 and done.errors == "", f"{done.code}: {done.errors}"
    found = picture.from_png(FILE.read_bytes())
    FILE.unlink()
    return found


def until_on_screen(screen: str, device: str) -> None:
    """Waits until it equals what QEMU would draw in its window."""

    def same() -> bool:
        wrong = picture.difference(taken(screen), picture.from_ppm(hostlink.link().screendump(device)))
        assert wrong is None, wrong
        return True

    deadline.until(same, f"the snapshot is what is on {device}", interval=0.1)
