"""`screens-mqtt` between the daemon and mosquitto, with a client of MQTT by others."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from guest.daemon import STILL, Daemon
from guest.program import Program

try:
    from paho.mqtt import client as mqtt
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties
except ImportError:
    mqtt = None

NAME = "Virtual-1"
BASE = "screens/v1/lobby"
SCREEN = f"{BASE}/screen/{NAME}"
CONTENTS = STILL + '[contents]\nmenu = { color = "#445566" }\nnight = { color = "#000011" }\n'
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """A mosquitto that runs until the test ends, and may be killed and started again."""

    def __init__(self, test: unittest.TestCase, folder: Path, extra: str = ""):
        self.test = test
        self.port = free_port()
        self.file = folder / "mosquitto.conf"
        if "allow_anonymous" not in extra:
            extra += "allow_anonymous true\n"
        self.file.write_text(f"listener {self.port} 127.0.0.1\n{extra}")
        self.start()

    def start(self) -> None:
        self.program = Program([MOSQUITTO, "-v", "-c", str(self.file)], {})
        self.test.addCleanup(self.program.__exit__)
        self.program.until(self._listens, "it listens")

    def kill(self) -> None:
        self.program.kill()

    def until_logged(self, text: str) -> None:
        self.program.until(lambda: text in self.program.errors(), f"the broker logs {text}")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Observer:
    """A client that keeps what it receives."""

    def __init__(self, test: unittest.TestCase, port: int, **options):
        self.retained: dict[str, bytes] = {}
        self.messages: list[tuple[str, bytes, object]] = []
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5, **options)
        self.client.on_message = self._take
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        test.addCleanup(self.client.loop_stop)

    def _take(self, _client, _object, message) -> None:
        self.retained[message.topic] = message.payload
        self.messages.append((message.topic, message.payload, message.properties))

    def until(self, condition, what: str, seconds: float = 30):
        deadline = time.monotonic() + seconds
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > deadline:
                raise AssertionError(f"not in time: {what}\n{self.retained}")
            time.sleep(0.02)

    def until_text(self, topic: str, text: str) -> None:
        self.until(lambda: self.retained.get(topic) == text.encode(), f"{topic} is {text}")

    def until_value(self, key: str, value) -> None:
        def has() -> bool:
            payload = self.retained.get(f"{SCREEN}/values")
            return bool(payload) and json.loads(payload)[key] == value

        self.until(has, f"{key} is {value}")

    def json(self, topic: str) -> dict:
        return json.loads(self.until(lambda: self.retained.get(topic), topic))

    def publish(self, topic: str, payload: object, **options) -> None:
        data = payload if isinstance(payload, (str, bytes)) else json.dumps(payload)
        self.client.publish(topic, data, qos=1, **options).wait_for_publish(20)


@unittest.skipUnless(shutil.which("screens-mqtt") and MOSQUITTO and mqtt, "screens-mqtt, mosquitto or paho is missing")
class Bridge(unittest.TestCase):
    def begin(self, extra: str = "", broker: str = "tls = false\n", configuration: str = CONTENTS) -> None:
        self.daemon = Daemon(self, configuration, "--simulate", "64x48@60")
        self.broker = Broker(self, self.daemon.folder)
        self.bridge = self.start_bridge(extra, broker)
        self.observer = Observer(self, self.broker.port)

    def start_bridge(self, extra: str = "", broker: str = "tls = false\n") -> Program:
        file = self.daemon.folder / "mqtt.toml"
        file.write_text(
            'machine = "lobby"\nname = "Lobby"\ngroups = ["floor"]\n'
            f'[broker]\nhost = "127.0.0.1"\nport = {self.broker.port}\n{broker}{extra}'
        )
        program = Program(
            ["screens-mqtt", "--config", str(file), "--socket", str(self.daemon.operator)], {}
        )
        self.addCleanup(program.__exit__)
        return program

    def test_a_client_sees_the_screen_and_turns_it_off_and_on(self):
        self.begin()
        self.observer.until_text(f"{BASE}/availability", "online")
        self.observer.until_text(f"{BASE}/daemon", "online")
        self.observer.until_value("power", "ON")
        message = self.observer.json(f"homeassistant/device/screens_lobby_{NAME}/config")
        light = message["cmps"]["power"]
        self.assertEqual(light["p"], "light")
        self.assertEqual(message["cmps"]["content"]["ops"], ["menu", "night"])
        self.observer.publish(light["cmd_t"], "OFF")
        self.daemon.until_dark(NAME, "off")
        self.observer.until_value("power", "OFF")
        self.observer.publish(light["cmd_t"], "ON")
        self.daemon.until_lit(NAME)
        self.observer.publish(message["cmps"]["content"]["cmd_t"], "night")
        self.daemon.until_shown(NAME, "#000011")
        self.observer.until_value("content", "night")

    def test_a_request_has_a_reply_with_its_correlation(self):
        self.begin()
        self.observer.until_value("power", "ON")
        properties = Properties(PacketTypes.PUBLISH)
        properties.ResponseTopic = "screens/v1/reply/me"
        properties.CorrelationData = b"\x00\x07"
        self.observer.publish(f"{SCREEN}/set", {"settings": {"content": "menu"}}, properties=properties)
        self.observer.until(lambda: "screens/v1/reply/me" in self.observer.retained, "a reply")
        topic, payload, found = next(one for one in self.observer.messages if one[0] == "screens/v1/reply/me")
        self.assertEqual(found.CorrelationData, b"\x00\x07")
        self.assertEqual(json.loads(payload)["outcome"], "set")
        self.daemon.until_shown(NAME, "#445566")
        self.observer.publish("screens/v1/group/floor/set", {"id": 4, "settings": {"content": "nothing"}})
        reply = self.observer.json(f"{BASE}/reply")
        self.assertEqual((reply["id"], reply["ok"], reply["screen"]), (4, False, NAME))

    def test_state_is_right_again_after_the_broker_was_killed(self):
        self.begin()
        self.observer.until_value("power", "ON")
        self.broker.kill()
        # Earlier messages prove nothing.
        self.observer.retained.clear()
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        self.broker.start()
        self.observer.until_value("power", "OFF")
        self.observer.until_text(f"{BASE}/availability", "online")
        self.assertEqual(self.bridge.errors().count("no connection to the broker"), 1)

    def test_a_message_that_the_broker_does_not_take_costs_only_itself(self):
        self.daemon = Daemon(self, CONTENTS, "--simulate", "64x48@60")
        # The messages of discovery are larger.
        self.broker = Broker(self, self.daemon.folder, "max_packet_size 1000\n")
        self.bridge = self.start_bridge()
        self.observer = Observer(self, self.broker.port)
        self.observer.until_value("power", "ON")
        self.observer.publish(f"{SCREEN}/set/power", "OFF")
        self.observer.until_value("power", "OFF")
        self.assertEqual(self.bridge.errors().count("are left out"), 1)
        self.assertNotIn("no connection to the broker", self.bridge.errors())

    def test_a_bridge_that_is_killed_is_offline_and_a_daemon_too(self):
        self.begin()
        self.observer.until_text(f"{BASE}/daemon", "online")
        self.daemon.program.signal(9)
        self.observer.until_text(f"{BASE}/daemon", "offline")
        self.bridge.signal(9)
        self.observer.until_text(f"{BASE}/availability", "offline")

    def test_a_bridge_that_ends_is_offline(self):
        self.begin()
        self.observer.until_text(f"{BASE}/availability", "online")
        self.bridge.signal(15)
        self.assertEqual(self.bridge.wait(), 0)
        self.observer.until_text(f"{BASE}/availability", "offline")

    def test_desired_settings_hold_when_the_bridge_comes_back(self):
        self.begin()
        self.observer.until_value("power", "ON")
        self.bridge.kill()
        self.observer.publish(f"{SCREEN}/desired", {"settings": {"content": "night"}}, retain=True)
        self.start_bridge()
        self.daemon.until_shown(NAME, "#000011")
        self.assertEqual(self.observer.json(f"{SCREEN}/desired/outcome")["outcome"], "set")

    def test_floods_and_long_payloads_cost_no_memory_and_no_lines(self):
        self.begin()
        self.observer.until_value("power", "ON")

        def memory() -> int:
            status = Path(f"/proc/{self.bridge.pid}/status").read_text()
            return int(status.split("VmHWM:")[1].split()[0])

        before, lines = memory(), len(self.bridge.errors().splitlines())
        for _ in range(2000):
            self.observer.client.publish(f"{SCREEN}/set", '{"settings": {"content": "menu"}}', qos=1)
        for topic in ("set", "desired", "do", "set/power"):
            self.observer.publish(f"{SCREEN}/{topic}", b"x" * 4_000_000)

        def is_off() -> bool:
            # It is dropped while too many others wait.
            self.observer.publish(f"{SCREEN}/set/power", "OFF")
            return json.loads(self.observer.retained[f"{SCREEN}/values"])["power"] == "OFF"

        self.observer.until(is_off, "it is off")
        self.assertLess(memory() - before, 16_000)
        self.assertEqual(len(self.bridge.errors().splitlines()), lines)

    def test_a_payload_that_no_memory_can_hold_ends_only_the_connection(self):
        self.begin()
        self.observer.until_value("power", "ON")
        self.observer.client.publish(f"{SCREEN}/set", b"x" * 120_000_000, qos=1).wait_for_publish(60)
        self.bridge.until(lambda: "no connection to the broker" in self.bridge.errors(), "it loses the connection")
        self.observer.until(
            lambda: (f"{BASE}/availability", b"offline") in [one[:2] for one in self.observer.messages],
            "the last will",
        )
        self.observer.until_text(f"{BASE}/availability", "online")

    def test_a_snapshot_is_a_short_jpeg(self):
        allowed = CONTENTS.replace("[contents]", "snapshots = true\n[contents]")
        self.begin("[permit]\nsnapshots = true\n", configuration=allowed)
        self.observer.until_value("power", "ON")
        self.observer.publish(f"{SCREEN}/do", "snapshot")
        picture = self.observer.until(lambda: self.observer.retained.get(f"{SCREEN}/snapshot"), "a snapshot")
        self.assertEqual(picture[:3], b"\xff\xd8\xff")
        self.assertLess(len(picture), 200_000)

    def test_a_password_that_others_may_read_is_refused(self):
        self.begin()
        password = self.daemon.folder / "password"
        password.write_text("secret\n")
        password.chmod(0o644)
        bridge = self.start_bridge(broker=f'tls = false\nuser = "u"\npassword-file = "{password}"\n')
        bridge.until(lambda: "no connection to the broker" in bridge.errors(), "it says that it does not connect")
        self.assertIn("may be read", bridge.errors())
        self.assertNotIn("connected to the broker", bridge.errors())

    def test_check_and_example(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        example = subprocess.run(["screens-mqtt", "example"], capture_output=True, text=True, check=True).stdout
        file = folder / "mqtt.toml"
        # Its secrets do not exist here.
        secret = ("password-file", "key =", "certificate", "authorities")
        lines = [line for line in example.splitlines() if not line.startswith(secret)]
        file.write_text("\n".join(lines))
        self.assertEqual(subprocess.run(["screens-mqtt", "check", str(file)], capture_output=True).returncode, 0)
        file.write_text(f'[broker]\nhost = "b"\nauthorities = "{folder}/ca.pem"\n')
        checked = subprocess.run(["screens-mqtt", "check", str(file)], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 78)
        self.assertIn(f"cannot read {folder}/ca.pem: No such file", checked.stderr)
        file.write_text("[broker]\nprot = 1\n")
        checked = subprocess.run(["screens-mqtt", "check", str(file)], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 78)
        self.assertIn(f"{file}:2:1: broker.prot: is not a key", checked.stderr)


@unittest.skipUnless(shutil.which("screens-mqtt") and MOSQUITTO and mqtt, "screens-mqtt, mosquitto or paho is missing")
class Secured(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, CONTENTS, "--simulate", "64x48@60")
        folder = self.daemon.folder
        make = f"""set -e; cd {folder}
        openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 2
        for name in localhost lobby; do
            openssl req -newkey rsa:2048 -nodes -keyout $name.key -out $name.csr -subj /CN=$name
            openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out $name.crt
        done
        echo secret >password; chmod 600 password lobby.key; chmod 644 localhost.key
        mosquitto_passwd -b -c users lobby secret; chmod 644 users
        """
        subprocess.run(["bash", "-c", make], check=True, capture_output=True)
        self.broker = Broker(
            self, folder,
            f"allow_anonymous false\npassword_file {folder}/users\ncafile {folder}/ca.pem\n"
            f"certfile {folder}/localhost.crt\nkeyfile {folder}/localhost.key\nrequire_certificate true\nuser root\n",
        )

    def start_bridge(self, port: int) -> Program:
        folder = self.daemon.folder
        configuration = folder / "mqtt.toml"
        configuration.write_text(
            f'machine = "lobby"\n[broker]\nhost = "localhost"\nport = {port}\nauthorities = "{folder}/ca.pem"\n'
            f'certificate = "{folder}/lobby.crt"\nkey = "{folder}/lobby.key"\nuser = "lobby"\n'
            f'password-file = "{folder}/password"\n'
        )
        bridge = Program(
            ["screens-mqtt", "--config", str(configuration), "--socket", str(self.daemon.operator)], {}
        )
        self.addCleanup(bridge.__exit__)
        return bridge

    def test_tls_with_a_client_certificate_and_a_password(self):
        bridge = self.start_bridge(self.broker.port)
        bridge.until(lambda: "connected to the broker" in bridge.errors(), "it is connected")
        self.broker.until_logged("screens_lobby/config")

    def test_tls_with_a_broker_that_is_not_reached_at_once(self):
        listener = self.enterContext(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        port = listener.getsockname()[1]
        # The kernel lets a further connection wait as long as another one is not accepted.
        first = self.enterContext(socket.create_connection(("127.0.0.1", port)))
        bridge = self.start_bridge(port)

        def is_waiting() -> bool:
            """Returns whether a connection to the listener is in `TCP_SYN_SENT`."""
            return f":{port:04X} 02 " in Path("/proc/net/tcp").read_text()

        bridge.until(is_waiting, "the bridge waits for its connection")
        listener.accept()[0].close()
        first.close()
        connection = self.enterContext(listener.accept()[0])
        broker = self.enterContext(socket.create_connection(("127.0.0.1", self.broker.port)))
        for source, target in ((connection, broker), (broker, connection)):
            threading.Thread(target=pass_on, args=(source, target), daemon=True).start()
        bridge.until(lambda: "connected to the broker" in bridge.errors(), "it is connected")


def pass_on(source: socket.socket, target: socket.socket) -> None:
    """Passes bytes on until an end is closed."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)


if __name__ == "__main__":
    unittest.main()
