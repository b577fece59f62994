"""Requirements are compared with the cards and displays of the kernel."""

import json

from guest import screens
from guest.kerneltest import KernelTest

NOBODY = 65534


class Check(KernelTest):
    machine = "cards"

    def test_a_display_of_the_kernel_meets_its_requirements(self):
        done = screens.run("check", "--require", "external>=1, size>=640x480, refresh>=59, atomic")
        self.assertEqual(done.code, 0, done.output + done.errors)
        self.assertIn("meets all", done.output)

    def test_a_missing_requirement_is_named(self):
        done = screens.run("check", "--require", "screens>=1, size>=30000x30000", "--json")
        self.assertEqual(done.code, 69, done.output + done.errors)
        document = json.loads(done.output)
        self.assertFalse(document["met"])
        self.assertEqual(
            [part["requirement"] for screen in document["screens"] for part in screen["missing"]][:1],
            ["size>=30000x30000"],
        )

    def test_a_user_without_permission_gets_no_verdict(self):
        done = screens.run("check", "--require", "atomic", user=NOBODY)
        self.assertEqual((done.code, done.output), (77, ""))
        self.assertIn("Permission denied", done.errors)
