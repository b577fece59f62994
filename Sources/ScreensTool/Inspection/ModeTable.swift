import ProgramKit

/// The modes of a screen as `screens modes` prints them for people.
enum ModeTable {
    static func text(for modes: [ModeDocument]) -> String {
        var table = TextTable([
            ("ID", .right), ("NAME", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right),
            ("ASPECT", .right), ("", .left),
        ])
        for mode in modes {
            table.add([
                String(mode.id), mode.name, "\(mode.width)x\(mode.height)",
                "\(mode.refreshMillihertz.thousandths) Hz", "\(mode.clockKilohertz.thousandths) MHz",
                mode.pictureAspect.map { "\($0.width):\($0.height)" } ?? "-", marks(of: mode),
            ])
        }
        return table.text
    }

    private static func marks(of mode: ModeDocument) -> String {
        var words: [String] = []
        if mode.current { words.append("current") }
        if mode.preferred { words.append("preferred") }
        if mode.interlaced { words.append("interlaced") }
        return words.joined(separator: ", ")
    }
}
