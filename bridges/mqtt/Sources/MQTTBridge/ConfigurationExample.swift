/// A configuration with every key, explained, which `screens-mqtt example` prints.
package enum ConfigurationExample {
    package static let text = #"""
        # The bridge between the screens of this machine and an MQTT broker, for screens-mqtt.
        #
        # Its path is /etc/screens/mqtt.toml. `screens-mqtt check` lists every problem.

        machine = "lobby"                   # its level in the topics; by default the name of the machine
        name = "Lobby"                      # its name for people
        groups = ["ground-floor"]           # it obeys screens/v1/group/ground-floor/set too

        [broker]
        host = "broker.example"
        port = 8883                         # by default 8883, or 1883 without TLS
        tls = true                          # the password crosses the network in clear if it is false
        authorities = "/etc/screens/ca.pem" # by default the authorities that the system trusts
        user = "lobby"
        password-file = "/etc/screens/mqtt.password" # by default the credential mqtt.password of the unit
        certificate = "/etc/screens/mqtt.crt"        # of this machine, if the broker requires one
        key = "/etc/screens/mqtt.key"

        [home-assistant]
        enabled = true                      # messages of discovery
        prefix = "homeassistant"            # as in Home Assistant's own settings

        # What clients of the broker may do. A key that is missing has the value below.
        [permit]
        power = true
        brightness = true
        content = true                      # the contents that the files of screensd name
        playlists = true                    # the next and the previous item
        snapshots = false                   # of screens with snapshots = true in the configuration of screensd
        words = false                       # any words over the picture, which people in front of the screen read

        [report]
        played = false                      # each picture that was shown
        statistics-every = 300              # in seconds
        # snapshots-every = 600             # in seconds, with snapshots = true above; by default only on request

        """#
}
