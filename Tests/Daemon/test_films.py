"""Films as contents, with a player of the test in place of screens-player."""

import os
import select
import signal
import socket

import lingering
from drawing import NAME, TWO, Drawing
from guest.presented import Item, Presenter
from guest.processes import open_files
from guest.surface import Surface
from guest.varlink import Client, Refused

FRAME, OTHER, FALLBACK = "#445566", "#556677", "#112233"


class Films(Drawing):
    def start_film(self, content: str = '{{ video = "{film}", fit = "stretch" }}', other: str = "") -> None:
        """Gives the first screen a content, in which `{film}` is the path of a film."""
        self.start(f'[default]\nfallback = {{ color = "{FALLBACK}" }}\n', *TWO)
        self.film = self.daemon.folder / "film.mp4"
        self.film.write_bytes(b"one")
        self.presenter = Presenter(self, self.daemon.folder)
        content = content.format(film=self.film)
        self.daemon.configure(
            f'[[screen]]\nmatch = {{ connector = "{NAME}" }}\ncontent = {content}\n'
            f'[default]\nfallback = {{ color = "{FALLBACK}" }}\n{other.format(film=self.film)}'
        )

    def draw(self, item: Item, **parameters) -> Surface:
        client = Client(str(self.daemon.contents))
        self.addCleanup(client.__exit__)
        return Surface(client, NAME, 64, 48, item=item.id, **parameters)

    def state(self) -> dict:
        return self.daemon.screen(NAME)["content"]

    def until_state(self, state: str, message: str = "") -> None:
        def found() -> bool:
            content = self.state()
            assert content["state"] == state and message in (content["message"] or ""), f"{content}"
            return True

        self.daemon.program.until(found, f"the content is {state}", interval=0.05)

    def test_a_film_is_shown_from_the_frames_of_its_player(self):
        self.start_film()
        item = self.presenter.item()
        self.assertEqual(item.call["method"], "screens.Presenter.Present")
        self.assertTrue(item.call["more"])
        self.assertEqual(item.parameters["video"]["fit"], "stretch")
        self.assertTrue(item.parameters["video"]["loop"])
        self.assertEqual(os.read(item.file, 10), b"one")
        self.until_state("waiting")
        item.say(state="ready")
        surface = self.draw(item)
        self.assertEqual(surface.reply["refreshRate"], {"numerator": 60, "denominator": 1})
        for number, (color, refresh) in enumerate(((FRAME, 0), (OTHER, 20))):
            surface.fill(number, color)
            surface.client.send("Frame", buffer=number, refresh=refresh)
        # Refreshes count from the first frame.
        replies = [surface.client.answer() for _ in range(2)]
        self.assertEqual([(reply["refresh"], reply["shown"]) for reply in replies], [(0, True), (20, True)])
        self.daemon.until_shown(NAME, OTHER)
        self.until_state("shown")
        self.assertIsNone(self.drawn_by())

    def test_without_a_player_a_remedy_is_named_and_the_film_begins_when_it_comes(self):
        self.start_film()
        first = self.presenter.item()
        self.presenter.close()
        first.leave()
        self.until_state("fallback", "install the package screens-player")
        self.daemon.until_shown(NAME, FALLBACK)
        self.presenter.listen()
        self.daemon.call("Reload")
        self.draw(self.presenter.item()).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        self.until_state("shown")

    def test_the_last_frame_stays_while_a_player_is_started_again(self):
        self.start_film()
        item = self.presenter.item()
        surface = self.draw(item)
        surface.show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        surface.client.socket.close()
        item.leave()
        again = self.presenter.item()
        self.assertNotEqual(again.id, item.id)
        self.assertEqual(self.state()["state"], "shown")
        self.daemon.until_shown(NAME, FRAME)
        self.draw(again).show(OTHER)
        self.daemon.until_shown(NAME, OTHER)

    def test_the_fallback_follows_if_no_player_comes_back(self):
        self.start_film()
        item = self.presenter.item()
        self.draw(item).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        self.presenter.close()
        item.leave()
        self.until_state("fallback", "install the package screens-player")
        self.daemon.until_shown(NAME, FALLBACK)

    def test_a_player_says_why_a_film_cannot_be_shown(self):
        self.start_film()
        self.presenter.item().say(False, state="failed", reason="it has no picture", remedy="use\x1b another")
        self.until_state("fallback", "it has no picture; use")
        self.assertNotIn("\x1b", self.state()["message"])
        self.assertEqual(self.state()["path"], str(self.film))
        # Another version of the file is tried at once.
        other = self.daemon.folder / "new"
        other.write_bytes(b"two")
        other.rename(self.film)
        item = self.presenter.item()
        self.assertEqual(os.read(item.file, 10), b"two")
        self.draw(item).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        self.until_state("shown")

    def test_another_version_of_the_file_follows_the_one_before(self):
        self.start_film()
        item = self.presenter.item()
        self.draw(item).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        other = self.daemon.folder / "new"
        other.write_bytes(b"two")
        other.rename(self.film)
        following = self.presenter.item()
        self.assertEqual(os.read(following.file, 10), b"two")
        self.assertEqual(self.daemon.pixel(NAME).hex(), FRAME[1:])
        self.draw(following).show(OTHER)
        self.daemon.until_shown(NAME, OTHER)
        self.assertTrue(item.is_over())

    def test_only_the_item_is_drawn_and_only_on_its_screen(self):
        self.start_film()
        item = self.presenter.item()
        client = Client(str(self.daemon.contents))
        self.addCleanup(client.__exit__)
        for screen, parameters in ((NAME, {}), (NAME, {"item": "0" * 32}), ("Virtual-2", {"item": item.id})):
            with self.assertRaises(Refused) as refused:
                Surface(client, screen, 64, 48, **parameters)
            self.assertEqual(refused.exception.name, "NotPermitted")
        surface = self.draw(item)
        surface.show(FRAME)
        # An item that is over is no longer drawn.
        self.daemon.configure(f'[default]\ncontent = {{ color = "{OTHER}" }}\n')
        self.assertTrue(item.is_over())
        with self.assertRaises(Refused):
            surface.show(FRAME)
        with self.assertRaises(Refused):
            self.draw(item)
        self.daemon.until_shown(NAME, OTHER)

    def test_an_item_of_a_list_has_its_first_frame_before_its_turn(self):
        self.start_film(
            f'{{{{ playlist = [ {{{{ color = "{OTHER}", for = "3 s" }}}}, "film" ], interval = "60 s" }}}}',
            '[contents]\nfilm = {{ video = "{film}" }}\n',
        )
        item = self.presenter.item()
        surface = self.draw(item)
        surface.client.send("Frame", buffer=0)
        self.assertEqual(select.select([surface.client.socket], [], [], 0.2)[0], [])
        self.assertEqual(surface.client.answer()["refresh"], 0)

        def is_second() -> bool:
            shown = self.state()["playing"][0]["shown"]
            return (shown["item"], shown["number"]) == ("film", 2)

        self.daemon.program.until(is_second, "the film is the second item", interval=0.05)

    def test_nothing_is_decoded_for_a_screen_that_is_off(self):
        self.start_film()
        item = self.presenter.item()
        self.draw(item).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        self.assertTrue(item.is_over())
        self.daemon.call("Set", screen=NAME, settings={"power": "on"})
        again = self.presenter.item()
        self.daemon.until_shown(NAME, FRAME)
        self.draw(again).show(OTHER)
        self.daemon.until_shown(NAME, OTHER)

    def test_each_frame_of_a_film_in_an_overlay_is_shown(self):
        self.start_film(
            f'{{{{ color = "{FALLBACK}" }}}}\n'
            'overlay = [{{ video = "{film}", fit = "stretch", area = "0 0 100% 100%" }}]'
        )
        surface = self.draw(self.presenter.item())
        surface.show(FRAME)
        self.daemon.until_shown(NAME, FRAME)
        surface.show(OTHER)
        self.daemon.until_shown(NAME, OTHER)

    def test_a_last_reply_that_ends_nothing_is_the_end_of_the_player(self):
        self.start_film()
        self.presenter.item().say(False, state="playing")
        again = self.presenter.item()
        again.say(False, state="unknown")
        self.draw(self.presenter.item()).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)

    def test_a_connection_draws_one_item(self):
        self.start_film(
            f'{{{{ playlist = [ {{{{ video = "{{film}}", for = "60 s" }}}}, {{{{ color = "{OTHER}" }}}} ] }}}}\n'
            'overlay = [{{ video = "{film}", area = "0 0 50% 50%" }}]'
        )
        first, second = self.presenter.item(), self.presenter.item()
        surface = self.draw(first)
        with self.assertRaises(Refused) as refused:
            Surface(surface.client, NAME, 64, 48, item=second.id)
        self.assertEqual(refused.exception.name, "NotPermitted")
        surface.show(FRAME)
        self.draw(second).show(OTHER)

    def test_hostile_replies_end_the_item_alone(self):
        self.start_film()
        for bad in (b"\xff\0", b'{"parameters": 1}\0', b"x" * 20000, b'{"continues": true, "parameters": {}}\0' * 100):
            item = self.presenter.item()
            try:
                item.socket.sendall(bad)
            except OSError:
                pass
            self.assertTrue(item.is_over())
        self.draw(self.presenter.item()).show(FRAME)
        self.daemon.until_shown(NAME, FRAME)

    def test_files_of_the_player_end_the_item(self):
        self.start_film()
        before = None
        with open("/dev/null") as file:
            for _ in range(5):
                item = self.presenter.item()
                before = before or len(list(open_files(self.daemon.pid)))
                socket.send_fds(item.socket, [b" "], [file.fileno()] * 100)
                self.assertTrue(item.is_over())
        self.presenter.item()
        # The film itself may have been open when they were counted, and be closed since.
        self.daemon.program.until(lambda: len(list(open_files(self.daemon.pid))) <= before, "they are closed")

    def test_files_of_the_player_that_do_not_close_hold_up_no_client(self):
        self.start_film()
        item = self.presenter.item()
        file = lingering.connection(self)
        # The link ends with the first byte, and the file is in bytes that are not received.
        self.daemon.program.signal(signal.SIGSTOP)
        item.socket.sendall(b"\xff\0" + bytes(8192))
        socket.send_fds(item.socket, [b" "], [file.fileno()])
        file.close()
        self.daemon.program.signal(signal.SIGCONT)
        self.assertTrue(item.is_over())
        self.daemon.call("List")

    def test_a_pipe_is_refused(self):
        self.start_film()
        self.presenter.item()
        os.mkfifo(self.daemon.folder / "pipe")
        with self.assertRaises(Refused) as refused:
            self.daemon.call(
                "Set", screen=NAME, settings={"content": {"video": str(self.daemon.folder / "pipe")}}
            )
        self.assertIn("it is not a regular file", str(refused.exception))
