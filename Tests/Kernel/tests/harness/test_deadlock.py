"""The harness recognizes a kernel that vkms has locked up, from recorded answers of QEMU."""

from guest.kerneltest import KernelTest
from host.deadlock import SIGHTINGS, Deadlock

WAITING = [0xFFFFFFFF8184F020, 0xFFFFFFFF8184F2A0]
VBLANK = [0xFFFFFFFF816442A0, 0xFFFFFFFF81644340]
SPINNING = "RSI=0000000000000001 RBP=ff110000045b2028 RSP=ff1100007dc04ea0 RIP=ffffffff8184f0a1 RFL=00000002 [-------]"
IDLE = "RSI=ffffffffffffffff RBP=0000000000000202 RSP=ff1100001063fd38 RIP=ffffffff81308b0c RFL=00000202 [-------]"
STACK = """ff1100007dc04ea0: 0xff110000045b2028 0xff110000045b2028
ff1100007dc04eb0: 0xff110000045b30e8 0xff1100000429d000
ff1100007dc04ec0: 0xffffffff81a73fe0 0xffffffff816442b8
"""


class Monitor:
    """Answers for two processors."""

    def __init__(self, registers: str = SPINNING, stack: str = STACK):
        self._answers = {"info": (registers, IDLE), "x": (stack, "")}

    def execute(self, _, **arguments) -> str:
        return self._answers[arguments["command-line"].split()[0]][arguments["cpu-index"]]


class Recognition(KernelTest):
    machine = "virtual"

    def sightings(self, *monitors: Monitor) -> list[bool]:
        deadlock = Deadlock(2)
        deadlock.learn(WAITING, VBLANK)
        return [deadlock.is_certain(monitor) for monitor in monitors]

    def test_the_processor_that_stands_is_certain_after_three_sightings(self):
        self.assertEqual(self.sightings(*[Monitor()] * 3), [False, False, True])
        self.assertEqual(SIGHTINGS, 3)

    def test_a_lock_that_is_released_between_two_sightings_is_not_a_deadlock(self):
        free = Monitor(IDLE)
        self.assertEqual(self.sightings(Monitor(), Monitor(), free, Monitor(), Monitor()), [False] * 5)

    def test_other_waits_are_not_taken_for_it(self):
        others = {
            "interrupts are on": Monitor(SPINNING.replace("RFL=00000002", "RFL=00000202")),
            "another place": Monitor(SPINNING.replace("RIP=ffffffff8184f0a1", "RIP=ffffffff8184f2a0")),
            "another caller": Monitor(stack=STACK.replace("816442b8", "81644340")),
        }
        for what, monitor in others.items():
            with self.subTest(what):
                self.assertNotIn(True, self.sightings(*[monitor] * 5))
        self.assertFalse(Deadlock(2).is_certain(Monitor()), "a kernel that has not sent its addresses")
