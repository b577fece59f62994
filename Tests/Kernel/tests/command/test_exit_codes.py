"""Every failure has its exit code and one line with the cause and, if there is one, the remedy."""

import shlex
import subprocess

from guest import screens
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

NOBODY = 65534
NO_PERMISSION = 77


class ExitCodes(KernelTest):
    machine = "cards"

    def expect(self, done: screens.Done, code: int):
        self.assertEqual(done.code, code, done.errors)
        self.assertEqual(done.output, "")
        self.assertTrue(done.errors)

    def without_cards(self, *arguments: str) -> screens.Done:
        """Runs the program with an empty /dev/dri."""
        call = shlex.join([screens.binary(), *arguments])
        script = f"mount -t tmpfs none /dev/dri && exec {call}"
        done = subprocess.run(["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, timeout=60)
        return screens.Done(done.returncode, done.stdout, done.stderr)

    def test_help_and_completions_are_not_errors(self):
        for call in (["--help"], ["show", "--help"], ["--generate-completion-script", "bash"]):
            with self.subTest(call=call):
                done = screens.run(*call)
                self.assertEqual((done.code, done.errors), (0, ""))
                self.assertIn("show", done.output)

    # Other wrong command lines are unit tests.
    def test_unknown_option_is_usage(self):
        self.expect(screens.run("show", "--bogus"), screens.USAGE)

    def test_a_user_without_permission_does_not_wait_for_it(self):
        name = next(name for name, screen in screens.listed().items() if screen["status"] == "connected")
        for arguments in (["show"], ["show", name], ["show", "--no-wait"]):
            with self.subTest(arguments=arguments):
                done = screens.run(*arguments, user=NOBODY)
                self.expect(done, NO_PERMISSION)
                self.assertIn("Permission denied", done.errors)

    def test_no_such_screen(self):
        done = screens.run("show", "HDMI-A-9", "--no-wait", "--frames", "1")
        self.expect(done, screens.NO_SCREEN)
        self.assertIn("HDMI-A-9", done.errors)

    def test_modes_of_no_such_screen(self):
        self.expect(screens.run("modes", "HDMI-A-9"), screens.NO_SCREEN)

    def test_nothing_is_shown_on_a_disconnected_screen(self):
        card = VirtualCard("exit", [DISCONNECTED])
        self.addCleanup(card.remove)
        done = screens.run("show", f"{card.card}/{card.connectors[0]}", "--no-wait", "--frames", "1")
        self.expect(done, screens.NO_SCREEN)

    def test_no_card_to_show_on(self):
        self.expect(self.without_cards("show", "--no-wait", "--frames", "1"), screens.NO_CARD)

    def test_no_card_to_list(self):
        done = self.without_cards("list")
        self.assertEqual((done.code, done.output), (screens.NO_CARD, ""), done.errors)
        for arguments in (["--json"], ["--json", "--all"]):
            with self.subTest(arguments=arguments):
                done = self.without_cards("list", *arguments)
                self.assertEqual((done.code, done.output), (screens.NO_CARD, "[]\n"), done.errors)
                self.assertTrue(done.errors)

    def test_no_permission_says_the_remedy(self):
        card = VirtualCard("exit", [CONNECTED])
        self.addCleanup(card.remove)
        done = screens.run("show", f"{card.card}/{card.connectors[0]}", "--no-wait", "--frames", "1", user=NOBODY)
        self.expect(done, screens.NO_PERMISSION)
        self.assertIn("video", done.errors)
