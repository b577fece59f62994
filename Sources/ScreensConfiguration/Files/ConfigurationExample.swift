/// A configuration with every setting, explained, which `screens config example` prints.
package enum ConfigurationExample {
    /// The text, with each setting of the table and each kind of content.
    package static var text: String {
        let settings = SettingTable.settings.map { "# \($0.help)\n\($0.key) = \($0.example)\n" }
        return beginning + settings.joined() + ContentSetting.examples + end
    }

    private static let beginning = #"""
        # The settings of the screens of this machine, for screensd.
        #
        # Its path is /etc/screens/screens.toml. The files screens.d/*.toml beside it are read after it, in the order of
        # their names. A later section overrides an earlier one, key by key; the arrangements of a file override its other
        # sections. `screens config check` lists every problem. screensd ignores an unknown key, and if a file has any other
        # problem, it uses the former text of the file.
        #
        # Every key is optional. Patterns are as in a shell: * matches any text, ? any character, and a backslash before one
        # of them matches the character itself.

        # Every screen.
        [default]
        content = { color = "#112233" } # without content a screen is not used

        # The screens that match all conditions of match. This section has every setting:
        [[screen]]
        match = { connector = "HDMI-A-1", card = "card1" } # the connector also as "card1/HDMI-A-1"; the card also as "i915"

        """#

    private static let end = #"""
        [[screen]]
        match = { connector = "HDMI-A-2" }
        power = "on"

        [[screen]]
        match = { role = "internal" }   # internal or external
        idle = "1 h"

        [[screen]]
        match = { connector = "VGA-*" }
        content = "none"                # not used, for another program

        # Any section may apply only at some times, such as the hours of a menu.
        [[screen]]
        match = { connector = "HDMI-A-3" }
        during = "Mo-Fr 11:00-14:00"
        content = { image = "/srv/menu.png" }

        # The sections of an arrangement apply only while all of its displays are connected, as with a dock.
        [[arrangement]]
        name = "desk"
        displays = ["DEL DELL U2410 *", "HDMI-A-2"] # identities or connectors
        exactly = true                              # and no others

        [[arrangement.screen]]
        match = { role = "internal" }
        power = "off"

        [daemon]
        # A file for the node exporter of Prometheus.
        metrics = "/var/lib/prometheus/node-exporter/screens.prom"
        # A folder for the proof of play: a file of JSON lines for each day.
        played = "/var/lib/screens/played"
        played-days = 400               # files of earlier days are removed
        text-folders = ["/srv/texts"]   # {file:…} by `screens set` only below these folders; in files anywhere
        largest-picture = 67            # in megapixels: 4 to 12 MB of memory for each while it is decoded
        memory = 512                    # in MiB: for pictures, snapshots, frames of clients and unread replies
        show-problems = true            # a line at the bottom of each screen while files have problems
        log-level = "info"              # one of trace, debug, info, notice, warning, error, critical

        """#
}
