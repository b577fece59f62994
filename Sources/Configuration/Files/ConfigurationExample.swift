/// A configuration with everything in it, explained: what `screens config example` prints.
package enum ConfigurationExample {
    /// The same as `udev/screens.toml`: the program is one file, and has no folder to read it from.
    package static let text = #"""
        # What screensd shows on the displays of this machine, and how.
        #
        # It belongs into /etc/screens/screens.toml. What lies beside it in screens.d/*.toml is read after it, in the order of the
        # names, and what is read later goes before what was read earlier, key by key; the arrangements of a file come after all else
        # in it. `screens config check` tells every mistake; screensd goes on with the old settings while there is one.
        #
        # Every key may be left out. Patterns are as in a shell: * is any text, ? any character, and a backslash before one of them
        # takes its meaning away.

        # Every screen.
        [default]
        mode = "preferred"              # preferred, largest, smallest, current, 1920x1080 or 1920x1080@59.94
        content = { color = "#112233" } # without a content a screen is left alone

        # A screen, or all that fit: everything in match has to hold.
        [[screen]]
        match = { identity = "DEL DELL U2410 *" } # as `screens list` prints it, or with the maker's three letters
        rotate = 90                               # clockwise: 0, 90, 180 or 270
        reflect = false                           # left and right exchanged, before it is turned
        content = { pattern = "card" }            # card, bars, gradient or checker

        [[screen]]
        match = { connector = "HDMI-A-1", card = "card1" } # the connector also as "card1/HDMI-A-1"; the card also as "i915"
        overscan = "2.5%"                 # what the display cuts off: percent, pixels, or "top,right,bottom,left"
        compensation = "scale"            # scale, inset (draw less) or none
        power = "Mo-Fr 07:00-12:00,13:00-19:00; Sa 22:00-02:00" # also on or off; by the clock of this machine's time zone
        idle = "10 min"                   # off when the picture has not changed for so long; never is how it is without
        frame-interval = 2                # refreshes from one frame to the next
        format = "rgb565"                 # xrgb8888, argb8888, rgb565 or xrgb2101010
        gamma = 1.0                       # 0.1 to 10
        color-temperature = 5000          # Kelvin, 1000 to 10000
        dim = 30                          # percent of the brightness that is taken away
        properties = { "Broadcast RGB" = "Full", "max bpc" = 8 } # of the connector: see `screens info`
        content = { image = "/srv/sign.png", fit = "fill", background = "#000000" }
        # fit is fit, fill, stretch, center, top-left, top-right, bottom-left or bottom-right

        [[screen]]
        match = { connector = "HDMI-A-2" }
        mirror = "HDMI-A-1"             # shows that one's picture, and its own while that one is dark; none is how it is without

        [[screen]]
        match = { role = "internal" }   # internal or external
        brightness = 80                 # percent of the panel's own light

        [[screen]]
        match = { card = "udl" }
        content = { slides = "/srv/slides", interval = "10 s", fade = "1 s", fit = "fit", background = "#000000" }

        [[screen]]
        match = { connector = "VGA-*" }
        content = "none"                # left alone, for another program

        # What counts only while all of these displays are there, as a dock has them.
        [[arrangement]]
        name = "desk"
        displays = ["DEL DELL U2410 *", "HDMI-A-2"] # identities or connectors
        exactly = true                              # and no others

        [[arrangement.screen]]
        match = { role = "internal" }
        power = "off"

        [daemon]
        metrics = "/var/lib/prometheus/node-exporter/screens.prom"
        log-level = "info"              # trace, debug, info, notice, warning, error or critical

        """#
}
