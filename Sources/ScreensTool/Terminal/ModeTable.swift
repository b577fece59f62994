import Screens

/// The modes of a screen as `screens modes` prints them for people.
enum ModeTable {
    static func text(for screen: Screen) -> String {
        var table = TextTable([
            ("ID", .right), ("NAME", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right),
            ("ASPECT", .right), ("", .left),
        ])
        for mode in screen.availableModes {
            table.add([
                String(mode.id), mode.name, mode.size.description,
                "\(decimal(thousandths: mode.refreshMillihertz)) Hz",
                "\(decimal(thousandths: mode.clockKilohertz)) MHz",
                mode.pictureAspect.map { "\($0.width):\($0.height)" } ?? "-",
                marks(of: mode, in: screen),
            ])
        }
        return table.text
    }

    private static func marks(of mode: ScreenMode, in screen: Screen) -> String {
        var words: [String] = []
        if mode == screen.currentMode { words.append("current") }
        if mode.isPreferred { words.append("preferred") }
        if mode.isInterlaced { words.append("interlaced") }
        return words.joined(separator: ", ")
    }

    /// `59940` as `59.940`.
    static func decimal(thousandths: Int) -> String {
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
