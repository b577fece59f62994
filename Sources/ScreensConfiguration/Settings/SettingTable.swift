import Screens
import ScreensPower

/// Every setting of a screen, in the order in which they are written and listed.
///
/// A new setting is an entry here, a property of ``ScreenOverrides``, and its effect in ``ScreenConfiguration``.
package enum SettingTable {
    /// The settings.
    package static let settings: [Setting] = [
        Setting(
            "mode", \.mode, .mode, valueName: "policy",
            help:
                "The mode: \(SettingType<ModePolicy>.modeNames.joined(separator: ", ")), WIDTHxHEIGHT[i][@HZ], or a "
                + "name such as 1080p60 or 4k. A mode that the display does not list is computed with the suffix "
                + ",cvt, ,cvt-rb, ,cvt-rb2 or ,gtf, or given as a mode line.",
            example: "\"1920x1080@59.94\""),
        Setting(
            "rotate", \.clockwiseQuarters, .rotation, valueName: "degrees", property: "orientation",
            help: "The clockwise rotation of the picture: \(words(SettingType<Int>.rotations)) degrees.",
            example: "90"),
        Setting(
            "reflect", \.reflects, .flag, valueName: "bool", property: "orientation",
            help: "Whether left and right are exchanged, before the rotation: true or false.",
            example: "false"),
        Setting(
            "overscan", \.overscan, .overscan, valueName: "insets",
            help:
                "The part that the display cuts off: 5%, 40 (pixels), or four values with commas: top, right, "
                + "bottom, left.",
            example: "\"2.5%\""),
        Setting(
            "compensation", \.compensation, .choice(OverscanCompensation.all.map { ($0.rawValue, $0) }),
            valueName: "way", property: "overscan", help: "The compensation of overscan: \(compensations).",
            example: "\"scale\""),
        Setting(
            "mirror", \.mirror, .mirror, valueName: "screen", property: "mirrorSource",
            help: "The screen whose picture is mirrored while that screen is lit, or none.", example: "\"HDMI-A-2\""),
        Setting(
            "power", \.power, .power, valueName: "plan", property: "isOn",
            help: "When the screen is on: on, off, or times of the day in this machine's time zone.",
            example: "\"Mo-Fr 07:00-12:00,13:00-19:00; Sa 22:00-02:00\""),
        Setting(
            "idle", \.idle, .idle, valueName: "time", property: "isOn",
            help:
                "The time without a change of the picture until the screen is turned off, 1 s to 30 d, as in '10 "
                + "min', or in seconds, or never.",
            example: "\"10 min\""),
        Setting(
            "power-by", \.powerBy, .choice(DisplayPower.Way.allCases.map { ($0.rawValue, $0) }), valueName: "way",
            help:
                "The way in which the display is turned off and on: signal (the signal alone), cec (orders to a "
                + "television, then the signal) or auto (cec if a television follows it).",
            example: "\"auto\""),
        Setting(
            "off-shows", \.offShowsBlack, .choice([("nothing", false), ("black", true)]), valueName: "picture",
            help: "The picture while the screen is off: nothing (no signal) or black.", example: "\"nothing\""),
        Setting(
            "off-light", \.turnsLightOff, .light, valueName: "light",
            help: "The light of a built-in panel while the screen is off: kept, or 0.", example: "\"kept\""),
        Setting(
            "remote-off", \.remoteOff, .choice(DisplayPower.Policy.allCases.map { ($0.rawValue, $0) }),
            valueName: "policy",
            help:
                "The way of the screen while its television is off by its remote control or its own timer, with "
                + "power-by cec or auto: follow (it is off too), hold (its content holds) or ignore.",
            example: "\"follow\""),
        Setting(
            "other-source", \.otherSource, .choice(DisplayPower.Policy.allCases.map { ($0.rawValue, $0) }),
            valueName: "policy",
            help:
                "The way of the screen while its television shows another source, with power-by cec or auto: follow "
                + "(it is off), hold (its content holds) or ignore.",
            example: "\"hold\""),
        Setting(
            "cec-adapter", \.cecAdapter, .adapter, valueName: "path",
            help: "The CEC adapter of the display, as in /dev/cec0, or none for the adapter of its connector.",
            example: "\"/dev/cec0\""),
        Setting(
            "frame-interval", \.frameInterval,
            .integer(VideoKit.Settings.frameIntervals, unit: " refreshes"), valueName: "refreshes",
            help: "The number of refreshes from one frame to the next.", example: "2"),
        Setting(
            "format", \.format, .choice(PixelFormat.allCases.map { ($0.name, $0) }), valueName: "name",
            help: "The format of the buffers: \(words(PixelFormat.allCases.map(\.name))).",
            example: "\"rgb565\""),
        Setting(
            "gamma", \.gamma, .number(VideoKit.Settings.gammas), valueName: "number",
            help: "The gamma of the picture: \(VideoKit.Settings.gammas.text).", example: "1.0"),
        Setting(
            "color-temperature", \.colorTemperature,
            .integer(VideoKit.Settings.colorTemperatures, unit: " Kelvin", symbol: "K"),
            valueName: "kelvin",
            help:
                "The colour temperature in Kelvin: \(VideoKit.Settings.colorTemperatures.text), as in 6500 or 6500K.",
            example: "5000"),
        Setting(
            "dim", \.dim, .number(0...100, unit: " percent", symbol: "%"), valueName: "percent", property: "dimming",
            help: "The reduction of the picture's brightness: 0 to 100 percent.", example: "30"),
        Setting(
            "brightness", \.brightness, .number(0...100, unit: " percent", symbol: "%"), valueName: "percent",
            help: "The brightness of a built-in panel's backlight: 0 to 100 percent.", example: "80"),
        Setting(
            "properties", \.properties, .properties, valueName: "name=value",
            help: "Properties of the connector, as `screens info` lists them.",
            example: "{ \"Broadcast RGB\" = \"Full\", \"max bpc\" = 8 }"),
        Setting(
            "content", \.content, .content, valueName: "name",
            help:
                "The content: \(ContentSetting.nouns); with none the screen is not used.",
            example: "{ image = \"/srv/sign.png\", fit = \"fill\", background = \"#000000\" }"),
        Setting(
            "fallback", \.fallback, .fallback, valueName: "name",
            help: "The fallback, shown while the content cannot be shown; with none, a message says what is missing.",
            example: "{ color = \"#112233\" }"),
        Setting(
            "overlay", \.overlay, .overlay, valueName: "contents",
            help:
                "Contents over the picture, also over the frames of a client, each with its area (left edge, upper "
                + "edge, width and height, in percent or pixels) and its opacity (0 to 1). A program on a lease hides "
                + "them.",
            example: "[{ image = \"/srv/logo.png\", area = \"88% 2% 10% 10%\", opacity = 0.8 }]"),
        Setting(
            "snapshots", \.snapshots, .flag, valueName: "bool",
            help:
                "Whether the group screens-operator may take snapshots of the screen: true or false. It never gets the "
                + "picture of a program that leases the screen.",
            example: "true"),
    ]

    /// Each kind of compensation with its effect.
    private static var compensations: String {
        let effects: [OverscanCompensation: String] = [
            .scale: "a smaller picture", .insetBounds: "less of it is drawn",
        ]
        return words(OverscanCompensation.all.map { $0.rawValue + (effects[$0].map { " (\($0))" } ?? "") })
    }

    /// Returns words as a list: `a, b or c`.
    package static func words(_ all: [some CustomStringConvertible], _ conjunction: String = "or") -> String {
        guard let last = all.last, all.count > 1 else { return all.first?.description ?? "" }
        return "\(all.dropLast().map(\.description).joined(separator: ", ")) \(conjunction) \(last)"
    }

    /// The options of all settings.
    package static var options: [SettingOption] { settings.flatMap(\.options) }

    /// Returns the command line option of a name.
    package static func option(_ name: String) -> SettingOption? { options.first { $0.name == name } }

    /// Returns the setting of a key.
    package static func setting(_ key: String, spelling: Spelling = .file) -> Setting? {
        settings.first { spelling.spell($0.key) == key }
    }

    /// The types `Settings` and `Content` of the interface.
    package static var varlinkTypes: String {
        var text =
            "# One of none (the screen is not used), \(ContentSetting.keys); the other keys belong to these. Set does\n"
        text +=
            "# not accept a command, which is allowed only in files: a program with its arguments. "
            + "screens-content@SCREEN.service runs\n"
        text +=
            "# it on a lease, or on a seat with the input devices that match the patterns. With pauses it is stopped "
            + "while another\n# virtual terminal is shown. With linger the last frame of a program that draws by Draw "
            + "stays for so long after its\n# end, whatever it requests.\n"
        text +=
            "# The name belongs to a content in the files. The elements of a playlist are shown one after the other, "
            + "each for its\n# time. Only they have the last keys: the time of an element, the times of the week, and "
            + "the first and the last day\n# of its part in the playlist. Their fade is the time in which they follow "
            + "the element before, unless they are slides\n# or a list. The elements of an overlay have an area and an "
            + "opacity, and\n# the zones of a layout an area.\n"
        text += "type Content (\n"
        let keys = ContentSetting.parts.map { ($0.key, $0.varlink) } + PlaylistItem.keys + OverlayItem.keys
        let parts = keys.map { "    \(Spelling.call.spell($0)): ?\($1)" }
        text += parts.joined(separator: ",\n") + "\n)\n\n"
        text += "# The values are as in the configuration file; a key that is left out stays as it is.\n#\n"
        for setting in settings { text += "# \(Spelling.call.spell(setting.key)): \(setting.help)\n" }
        let members = settings.map { "    \(Spelling.call.spell($0.key)): ?\($0.varlink)" }
        return text + "type Settings (\n" + members.joined(separator: ",\n") + "\n)\n"
    }
}
