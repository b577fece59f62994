"""Clients that draw layers over the pictures of screens of a daemon."""

from drawing import NAME, Drawing
from guest.surface import Surface
from guest.varlink import Client

CONTENT, FRAME, LAYER, UPPER = "#112233", "#445566", "#c08040", "#40c080"
PLACE = {"x": 8, "y": 4, "width": 16, "height": 12}
INSIDE, BESIDE = (8 + 15, 4 + 11), (8 + 16, 4 + 11)


class Layering(Drawing):
    """A daemon, and clients that draw layers on its first screen."""

    def pixel(self, place: tuple[int, int], name: str = NAME) -> str:
        pixels = self.daemon.picture(name).pixels
        at = 3 * (place[1] * 64 + place[0])
        return "#" + pixels[at : at + 3].hex()

    def until(self, place: tuple[int, int], color: str, name: str = NAME) -> None:
        self.daemon.program.until(
            lambda: self.pixel(place, name) == color, f"{place} of {name} has {color}", interval=0.05
        )

    def layer(self, name: str = "words", client: Client | None = None, on: str = NAME, **parameters) -> Surface:
        place = {**PLACE, **parameters.pop("rectangle", {})}
        layer = {"name": name, "rectangle": place}
        layer.update({key: parameters.pop(key) for key in ("order", "opacity") if key in parameters})
        return Surface(client or self.client(), on, place["width"], place["height"], layer=layer, **parameters)

    def layers(self) -> list[dict]:
        return self.daemon.screen(NAME).get("layers") or []
