"""The last frame of a client that has left, and lingers for the program that comes back."""

import signal

from drawing import NAME, Drawing
from guest.daemon import STILL
from guest.surface import Surface
from guest.varlink import Client, Refused

FRAME, OTHER, CONTENT = "#445566", "#556677", "#112233"
KEPT = '[default]\ncontent = { command = ["player"], linger = "10 min" }\nfallback = { color = "#112233" }\n'


class Linger(Drawing):
    def player(self, linger: int) -> Surface:
        surface = self.surface(linger=linger, program="player")
        surface.show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        return surface

    def leave(self, surface: Surface) -> None:
        surface.client.socket.close()
        self.daemon.until_logged("its last frame stays for")

    def test_the_last_frame_stays_for_its_seconds(self):
        self.start()
        self.leave(self.player(linger=2))
        self.daemon.until_shown(NAME, FRAME)
        self.assertEqual(self.drawn_by()["name"], "player")
        self.until_back()

    def test_without_a_lingering_frame_the_content_is_back(self):
        self.start()
        for linger in ({}, {"linger": 0}):
            surface = self.surface(**linger)
            surface.show(FRAME)
            self.daemon.until_shown(NAME, FRAME)
            surface.client.socket.close()
            self.until_back()
        self.assertNotIn("its last frame stays", self.daemon.log())

    def test_the_next_program_takes_over_with_its_first_frame(self):
        self.start()
        self.leave(self.player(linger=60))
        surface = self.surface(program="other")
        self.daemon.until_shown(NAME, FRAME)
        self.assertEqual(self.drawn_by()["name"], "player")
        reply = surface.show(OTHER)
        self.assertEqual(reply["missed"], 0)
        self.daemon.until_shown(NAME, OTHER)
        self.assertEqual(self.drawn_by()["name"], "other")
        # It has no linger.
        surface.client.socket.close()
        self.until_back()

    def test_the_time_goes_on_until_the_next_program_has_shown_a_frame(self):
        self.start()
        self.leave(self.player(linger=3))
        surface = self.surface(program="other")
        # A program that ends again before its first frame leaves the frame on the screen.
        surface.client.socket.close()
        surface = self.surface(program="other")
        self.daemon.until_shown(NAME, FRAME)
        self.until_back()
        surface.show(OTHER)
        self.daemon.until_shown(NAME, OTHER)

    def test_the_frame_of_a_client_that_hangs_lingers_after_a_revoke(self):
        self.start()
        surface = self.player(linger=60)
        self.command("lease", NAME, "--revoke")
        self.assertTrue(surface.client.is_cut_off())
        self.daemon.until_logged("its last frame stays for 1 min")
        self.daemon.until_shown(NAME, FRAME)
        self.command("lease", NAME, "--revoke")
        self.until_back()
        with self.assertRaises(Refused):
            self.daemon.call("Revoke", screen=NAME)

    def test_the_key_of_a_content_overrides_the_client(self):
        self.start(KEPT)
        with Client(str(self.daemon.contents)) as client:
            surface = Surface(client, NAME, 64, 48, linger=1)
            surface.show(FRAME)
        self.daemon.until_logged("its last frame stays for 10 min")
        self.daemon.until_shown(NAME, FRAME)
        self.daemon.configure(KEPT.replace('["player"]', '["other"]'))
        self.until_back()
        client = Client(str(self.daemon.contents))
        self.addCleanup(client.__exit__)
        Surface(client, NAME, 64, 48).show(OTHER)
        self.daemon.configure('[default]\ncontent = { color = "#112233" }\n')
        self.until_back()
        self.assertTrue(client.is_cut_off())

    def test_the_key_of_a_content_is_not_for_other_clients(self):
        self.start(KEPT)
        surface = self.surface(program="visitor")
        surface.show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        surface.client.socket.close()
        self.until_back()

    def test_a_program_that_comes_back_while_the_screen_is_off_leaves_it(self):
        self.start()
        self.leave(self.player(linger=60))
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        self.daemon.until_dark(NAME, "off")
        with self.assertRaises(Refused) as refused:
            self.surface(program="other")
        self.assertIn("shows nothing", str(refused.exception))
        self.daemon.call("Set", screen=NAME, settings={"power": "on"})
        self.daemon.until_shown(NAME, FRAME)
        self.assertEqual(self.drawn_by()["name"], "player")

    def test_a_lease_ends_it(self):
        self.start()
        self.leave(self.player(linger=60))
        client = self.client()
        client.lease(NAME)
        self.assertIsNone(self.drawn_by())
        client.socket.close()
        self.until_back()

    def test_a_lingering_frame_follows_the_mode_and_keeps_its_screen_on(self):
        self.start('[default]\npower = "on"\n', "--simulate", "64x48@60")
        self.daemon.until_dark(NAME, "unused")
        self.leave(self.player(linger=60))
        self.daemon.call("Set", screen=NAME, settings={"mode": "640x480@60,cvt"})
        self.daemon.until_shown(NAME, FRAME)
        self.daemon.call("Revoke", screen=NAME)
        self.daemon.until_dark(NAME, "unused")

    def test_more_than_a_minute_is_refused(self):
        self.start()
        for linger in (-1, 61, 1 << 62):
            with self.assertRaises(Refused) as refused:
                self.surface(linger=linger)
            self.assertEqual(refused.exception.parameters["parameter"], "linger")
        self.assertIsNone(self.drawn_by())

    def test_the_end_of_the_daemon(self):
        self.start(STILL)
        self.leave(self.player(linger=60))
        self.daemon.program.signal(signal.SIGTERM)
        self.assertEqual(self.daemon.program.wait(), 0)
