#!/usr/bin/python3
"""Draws a bar that moves by a pixel with each frame, on every screen, and prints their events. With --simulate it draws
the frames of a second on a simulated screen, without waiting for them.

bindings/c/build-library && PYTHONPATH=bindings/python SCREENS_LIBRARY=.build/libscreens/lib/libscreens.so.1
examples/python-host/host.py
"""

import sys

import screens


def draw(view):
    bar = view.frame % view.width
    if view.frame == 0:
        view.fill(0x204060)
    view.fill(0x204060, (bar - 1, 0, 1, view.height))
    view.fill(0xFFFFFF, (bar, 0, 1, view.height))


def simulate():
    with screens.Kit(draw, simulate="320x240@60", manual_clock=True) as kit:
        kit.advance_refreshes(60)
        (screen,) = kit.screens
        picture = kit.capture(screen)
        bar = next(x for x in range(picture.width) if picture[x, 0] == 0xFFFFFF)
        print(f"{screen.name}: the bar is at {bar} of {picture.width}")


def main():
    with screens.Kit(draw) as kit:
        for event in kit.events():
            print(event.kind, event.name, *event.changes, event.message)


if __name__ == "__main__":
    try:
        simulate() if "--simulate" in sys.argv else main()
    except screens.Error as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
