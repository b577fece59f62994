"""The service of power as a client: its orders and facts, and the rights of its socket."""

import contextlib
import subprocess
import sys
import unittest

from guest.daemon import STILL, Daemon
from guest.varlink import Client, Refused

NAME, OTHER = "Virtual-1", "Virtual-2"
TWO = ("--simulate", "64x48@60,64x48@60")
ADAPTER = "/dev/cec0"
CONFIGURATION = STILL + f'power-by = "auto"\ncec-adapter = "{ADAPTER}"\n'


class Service:
    """A service that has one adapter, and answers as the test says."""

    def __init__(self, test: unittest.TestCase, daemon: Daemon):
        path = str(daemon.folder / "screens.Power")
        self.orders = test.enterContext(Client(path))
        self.facts = test.enterContext(Client(path))
        self.used: list[str] = []
        self.orders.send("PowerOrders")
        # The second connection may be read before the first one.
        daemon.program.until(self.is_known, "it is the service")

    def is_known(self) -> bool:
        try:
            self.report()
        except Refused:
            return False
        return True

    def report(self, addressed: bool = True, claimant: str | None = None) -> None:
        adapter = {"path": ADAPTER, "open": True, "driver": "vc4", "addressed": addressed, "claimed": claimant is None}
        self.facts.call("PowerFact", adapters=[{**adapter, "claimant": claimant}])

    def next(self) -> list[dict]:
        """Returns the next orders, and waits for the orders after them."""
        orders = []
        while not orders:
            mail = self.mail()
            orders = mail["orders"]
        return orders

    def mail(self) -> dict:
        """Returns the next orders or the adapters in use, and waits for the next time."""
        mail = self.orders.answer()
        self.used = [use["path"] for use in mail["used"]]
        self.orders.send("PowerOrders")
        return mail

    def answer(self, order: dict, outcome: str, **parameters) -> None:
        self.facts.call("PowerFact", adapter=ADAPTER, number=order["number"], outcome=outcome, **parameters)


class DisplayPower(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, CONFIGURATION, *TWO)

    def begin(self) -> Service:
        """Begins a service, whose television is on."""
        service = Service(self, self.daemon)
        [order] = service.next()
        self.assertEqual((order["verb"], order["off"]), ("ask", False))
        service.answer(order, "power", power="on")
        self.until_power(NAME, "on, confirmed")
        return service

    def until_power(self, name: str, words: str) -> None:
        self.daemon.program.until(
            lambda: words in (self.daemon.screen(name).get("displayPower") or {"message": ""})["message"],
            f"the power of {name} is {words!r}",
        )

    def turn(self, power: str) -> None:
        self.daemon.call("Set", screen=NAME, settings={"power": power})

    def test_the_signal_ends_with_the_proof(self):
        service = self.begin()
        self.turn("off")
        [order] = service.next()
        self.assertEqual((order["verb"], order["adapter"], order["off"]), ("standby", ADAPTER, True))
        self.assertIsNone(self.daemon.screen(NAME)["dark"], "the signal stays until then")
        self.daemon.until_shown(NAME, "#000000")
        service.answer(order, "sent")
        service.report(addressed=False)
        self.until_power(NAME, "off on purpose, by CEC, confirmed: its signal fell")
        self.daemon.until_dark(NAME, "off")
        [order] = service.next()
        self.assertEqual(order["verb"], "release")

    def test_answers_to_older_orders_change_nothing(self):
        """An order that the service has not taken is replaced by the next one, and a late answer changes nothing."""
        service = self.begin()
        self.turn("off")
        [old] = service.next()
        self.turn("on")
        [order] = service.next()
        self.assertEqual((old["verb"], order["verb"]), ("standby", "wake"))
        self.assertLess(old["number"], order["number"])
        service.answer(old, "refused")
        service.answer(order, "sent")
        [question] = service.next()
        service.answer(order, "refused")
        service.answer(question, "power", power="on")
        self.until_power(NAME, "turned on by CEC, confirmed")
        self.assertNotIn("refused", str(self.daemon.screen(NAME)["displayPower"]))

    def test_an_order_that_a_hanging_service_has_not_taken_is_replaced(self):
        service = self.begin()
        self.turn("off")
        service.orders.answer()  # It does not wait for the next orders.
        self.turn("on")
        self.turn("off")
        self.daemon.until_dark(NAME, "off")
        self.turn("on")
        service.orders.send("PowerOrders")
        orders = service.next()
        self.assertEqual([order["verb"] for order in orders], ["wake"])

    def test_an_adapter_is_in_use_while_a_screen_wants_it(self):
        service = self.begin()
        self.assertEqual(service.used, [ADAPTER])
        for name in (NAME, OTHER):
            self.daemon.call("Set", screen=name, settings={"powerBy": "signal"})
        while service.used:
            service.mail()
        self.daemon.call("Set", screen=OTHER, settings={"powerBy": "cec"})
        [order] = service.next()
        self.assertEqual((order["verb"], service.used), ("ask", [ADAPTER]))

    def test_two_screens_at_one_bus(self):
        service = self.begin()
        self.until_power(OTHER, f"/{NAME} has the adapter {ADAPTER}: one bus has one television")
        self.daemon.call("Set", screen=NAME, settings={"powerBy": "signal"})
        [order] = service.next()
        while order["verb"] != "ask":
            [order] = service.next()
        service.answer(order, "power", power="on")
        self.until_power(OTHER, "on, confirmed")
        self.daemon.call("Set", screen=NAME, settings={"powerBy": "auto"})
        self.until_power(NAME, f"/{OTHER} has the adapter {ADAPTER}: one bus has one television")

    def test_two_screens_at_one_bus_are_turned_off(self):
        self.begin()
        self.until_power(OTHER, f"/{NAME} has the adapter {ADAPTER}: one bus has one television")
        self.daemon.call("Set", screen=OTHER, settings={"power": "off"})
        self.daemon.until_dark(OTHER, "off")

    def test_another_program_takes_the_adapter(self):
        service = self.begin()
        service.report(claimant="Kodi")
        self.turn("off")
        self.until_power(NAME, "CEC is used by 'Kodi'")
        self.daemon.until_dark(NAME, "off")

    def test_the_knowledge_stays_over_a_restart(self):
        service = self.begin()
        self.turn("off")
        [order] = service.next()
        service.answer(order, "refused")
        self.until_power(NAME, "the television refuses standby")
        path = self.daemon.state / "power.json"
        self.daemon.program.until(lambda: path.exists() and "refused" in path.read_text(), "it is on the disk")
        self.assertEqual(self.daemon.stop(), 0)
        again = Daemon(self, CONFIGURATION, *TWO, folder=self.daemon.folder)
        learned = again.screen(NAME)["displayPower"]["learned"]
        self.assertRegex(" ".join(learned), r"standby was refused on \d{4}-\d\d-\d\d")

    def test_hostile_facts_change_nothing(self):
        service = self.begin()
        self.turn("off")
        [order] = service.next()
        before = self.daemon.screen(NAME)
        for facts in (
            {"adapter": "/dev/cec1", "number": order["number"], "outcome": "refused"},
            {"adapter": ADAPTER, "number": order["number"] - 1, "outcome": "refused"},
            {"adapter": ADAPTER, "number": order["number"], "outcome": "power", "power": "exploded"},
            {"adapter": ADAPTER, "number": order["number"], "outcome": "won"},
            {"adapter": ADAPTER, "number": order["number"]}, {"adapter": ADAPTER, "outcome": "refused"},
            {"adapter": ADAPTER, "number": 1 << 40, "outcome": "power", "power": "standby"},
            {"adapter": ADAPTER, "number": -1, "outcome": "absent"}, {"adapter": "/etc/passwd", "report": "standby"},
            {"adapter": ADAPTER, "report": "otherSource"}, {},
        ):  # fmt: skip
            # Some are refused by the interface.
            with contextlib.suppress(Refused):
                service.facts.call("PowerFact", **facts)
        self.assertEqual(self.daemon.screen(NAME)["displayPower"], before["displayPower"])
        self.assertIn("going off", before["displayPower"]["message"])
        service.answer(order, "refused")
        self.until_power(NAME, "the television refuses standby")

    def test_one_process_is_the_service(self):
        service = self.begin()
        path = str(self.daemon.folder / "screens.Power")
        with Client(path) as second, self.assertRaises(Refused) as refused:
            second.call("PowerOrders")
        self.assertIn("another service of power is connected", refused.exception.parameters["message"])
        call = "from guest.varlink import Client, Refused; import sys\ntry: Client(sys.argv[1]).call('PowerFact')\n"
        other = subprocess.run(
            [sys.executable, "-c", call + "except Refused as refused: print(refused)", path], capture_output=True,
            text=True, env={"PYTHONPATH": ":".join(sys.path)}, check=False,
        )  # fmt: skip
        self.assertIn("has not called PowerOrders", other.stdout, other.stderr)
        service.orders.socket.close()
        self.until_power(NAME, "screens-power is not connected")
        self.begin()
