"""Prints the figures that `run` measured, beside their aims."""

import json
import sys
from pathlib import Path

# The aims: a row states for each whether it is reached.
OF_MODETEST = 1.10
OF_COMPOSITOR = 0.5
LATENESS = 100_000
OF_MEMCPY = 0.95
OF_PIXMAN = 1.0
# The time of a layer; its composition reads and writes another picture than OVER does.
LAYER_OF_PIXMAN = 1.2


def table(title: str, head: list[str], rows: list[list[str]]) -> None:
    if not rows:
        return
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    print(f"\n{title}\n")
    for row in lines:
        # Columns of numbers are aligned to the right.
        cells = [cell.ljust(width) if column < 2 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]  # fmt: skip
        print("| " + " | ".join(cells) + " |")


def judged(value: float, aim: float, reached: bool, digits: int = 2) -> str:
    return f"{value:.{digits}f} {'<=' if reached else '> '} {aim:g}"


def frame_cost(figures: list[dict]) -> None:
    """Each program's processor time of a frame, and the ratio of ours to it."""
    rows = []
    for card, mode in dict.fromkeys((figure["card"], figure["mode"]) for figure in figures):
        cost = {(figure["program"], figure["damage"]): figure["microseconds"]
                for figure in figures if (figure["card"], figure["mode"]) == (card, mode)}  # fmt: skip
        for damage in ("pixel", "tenth", "full"):
            for ours in ("screens show", "library"):
                if (ours, damage) in cost:
                    rows.append(frame_row(f"{card} {mode} {damage}", ours, damage, cost))
    head = [
        "card, mode, damage", "ours", "us", "bare", "ratio", "modetest+copy", "ratio", "weston", "ratio", "mpv",
        "ratio",
    ]
    table("Processor time of a presented frame (user + system)", head, rows)


def frame_row(place: str, ours: str, damage: str, cost: dict) -> list[str]:
    own = cost[ours, damage]
    row = [place, ours, f"{own:.1f}"]
    theirs = cost.get(("modetest -v", None))
    others = (
        (cost.get(("bare", damage)), None),
        (theirs and theirs + cost.get(("memcpy", damage), 0), OF_MODETEST if damage != "full" else None),
        (cost.get(("weston", damage)), OF_COMPOSITOR),
        (cost.get(("mpv", "full")), None),
    )
    for other, aim in others:
        ratio = own / other if other else 0
        row += ["-", "-"] if not other else [
            f"{other:.1f}", f"{ratio:.3f}" if aim is None else judged(ratio, aim, ratio <= aim)]  # fmt: skip
    return row


def film(figures: list[dict]) -> None:
    """Each program's processor time of a frame of a film, and the ratio of ours to it."""
    rows = []
    for card in dict.fromkeys(figure["card"] for figure in figures):
        cost = {figure["program"]: figure for figure in figures if figure["card"] == card}
        ours = cost.get("screens present")
        for name, figure in cost.items():
            ratio = f"{ours['microseconds'] / figure['microseconds']:.3f}" if ours else "-"
            rows.append([card, name, f"{figure['rate']:.2f}", f"{figure['microseconds']:.1f}", ratio])
    table("Processor time of a frame of a film, 1280x720 in 4:2:0 (user + system)",
          ["card", "program", "Hz", "us a frame", "ours of it"], rows)  # fmt: skip


def client(figures: list[dict]) -> None:
    """Frames that a client has in memory. The least possible mean of the time is half a refresh and the drawing."""
    rows = [[figure["memory"], f"{figure['rate']:.2f}", f"{figure['microseconds']:.1f}",
             f"{figure['p50'] / 1e6:.2f}", f"{figure['p99'] / 1e6:.2f}"] for figure in figures]  # fmt: skip
    table("Frames of a client by Draw and Frame, 1280x720 at 60 Hz: the daemon, and from the call to the refresh (ms)",
          ["memory", "Hz", "us a frame", "p50", "p99"], rows)  # fmt: skip


def steadiness(figures: list[dict]) -> None:
    rows = [[figure["beside"], str(figure["presented"]), judged(figure["missed"], 0, figure["missed"] == 0, 0),
             f"{figure['p50'] / 1000:.1f}", judged(figure["p99"] / 1000, LATENESS / 1000, figure["p99"] <= LATENESS, 1),
             f"{figure['max'] / 1000:.1f}"] for figure in figures]  # fmt: skip
    table("Missed frames and lateness (us) at 60 Hz, on one processor",
          ["beside", "presented", "missed", "p50", "p99", "max"], rows)  # fmt: skip


def screens(figures: list[dict]) -> None:
    figures = sorted(figures, key=lambda figure: figure["screens"])
    rows = [[str(figure["screens"]), f"{figure['rate']:.2f}", f"{figure['microseconds']:.1f}",
             f"{figure['microseconds'] / figures[0]['microseconds']:.2f}", f"{figure['alone']:.1f}",
             f"{figure['microseconds'] / figure['alone']:.2f}", f"{figure['memory'] / 1e6:.1f}"]
            for figure in figures]  # fmt: skip
    head = ["screens", "Hz each", "us a frame", "of the first", "one alone", "ratio", "MB in all"]
    table("Screens of one card and process (one pixel, 1024x768)", head, rows)


def rest(figures: list[dict]) -> None:
    rows = []
    for figure in figures:
        woken = figure["woken"]
        rows.append([f"{figure['own'] / 1e6:.1f} MB own, {figure['files'] / 1e6:.1f} MB of files",
                     f"{len(figure['threads'])}: {', '.join(figure['threads'])}",
                     judged(sum(woken.values()), 0, not woken, 0),
                     ", ".join(f"{name} {count}" for name, count in woken.items()) or "none"])  # fmt: skip
    head = ["resident besides buffers and picture", "threads", "context switches a minute", "of"]
    table("A still picture (1920x1080)", head, rows)


def latency(figures: list[dict]) -> None:
    rows = [[figure["schedule"], figure["mode"], f"{figure['p50'] / 1e6:.2f}", f"{figure['p99'] / 1e6:.2f}"]
            for figure in figures]  # fmt: skip
    table("From the delegate's call to the flip (ms)", ["schedule", "mode", "p50", "p99"], rows)


def memory(figures: list[dict]) -> None:
    rows = []
    for figure in figures:
        ratio = figure["ratio"]
        rows.append([figure["work"], figure["size"], f"{figure['library'] / 1e9:.1f}", f"{figure['libc'] / 1e9:.1f}",
                     f"{ratio:.2f} {'>=' if ratio >= OF_MEMCPY else '< '} {OF_MEMCPY}"])  # fmt: skip
    table(
        "Copy against memcpy, fill against memset, natively (GB/s)", ["work", "size", "library", "libc", "ratio"], rows
    )


def raster(figures: list[dict]) -> None:
    rows = []
    for figure in figures:
        ratio = figure["ratio"]
        rows.append([figure["work"], figure["size"], figure["beside"], f"{figure['library'] / 1e6:.0f}",
                     f"{figure['other'] / 1e6:.0f}",
                     f"{ratio:.2f} {'>=' if ratio >= OF_PIXMAN else '< '} {OF_PIXMAN:.1f}"])  # fmt: skip
    table("Drawing against pixman and Cairo, natively (millions of pixels a second)",
          ["work", "size", "beside", "library", "other", "ratio"], rows)  # fmt: skip


def layers(figures: list[dict]) -> None:
    rows = []
    for figure in figures:
        time = 1 / figure["ratio"]
        rows.append([figure["work"], figure["size"], f"{figure['library'] / 1e6:.0f}", f"{figure['other'] / 1e6:.0f}",
                     f"{time:.2f} {'<=' if time <= LAYER_OF_PIXMAN else '> '} {LAYER_OF_PIXMAN}"])  # fmt: skip
    table("Layers over 1920x1080 against pixman's OVER, natively (millions of pixels a second)",
          ["work", "size", "library", "pixman", "time"], rows)  # fmt: skip


def unchanged(figures: list[dict]) -> None:
    rows = [[figure["work"], str(figure["frames"]), judged(figure["pixels"], 0, figure["pixels"] == 0, 0)]
            for figure in figures]  # fmt: skip
    table("A layer that does not change", ["work", "frames", "composed pixels"], rows)


def main(folder: Path) -> None:
    figures = []
    for file in sorted(folder.glob("*.json")):
        figures += json.loads(file.read_text())
    for file in sorted(folder.glob("*.jsonl")):
        figures += [json.loads(line) for line in file.read_text().splitlines()]
    for name, show in (("frame", frame_cost), ("film", film), ("client", client), ("steadiness", steadiness),
                       ("screens", screens), ("rest", rest), ("latency", latency), ("memory", memory),
                       ("raster", raster), ("layers", layers), ("unchanged", unchanged)):  # fmt: skip
        show([figure for figure in figures if figure["table"] == name])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
