/// The words that the kernel was started with, as far as they concern displays.
struct KernelCommandLine: Sendable, Hashable {
    private let words: [Substring]

    init(_ text: String) {
        words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }
    }

    /// Whether drivers of real graphics hardware were told to stay away (`nomodeset`).
    var hasNoModeset: Bool { words.contains("nomodeset") }

    /// The word that switches a connector on or off, whatever is plugged in: `video=HDMI-A-1:1920x1080@60e`, where `e`
    /// and `D` are on, and `d` is off. The last one counts.
    func force(of connector: String) -> (force: ConnectorForce, word: String)? {
        let prefix = "video=\(connector):"
        guard let word = words.last(where: { $0.hasPrefix(prefix) }),
            // The mode comes first; what follows a comma are named options such as `rotate=90`.
            let mode = word.dropFirst(prefix.count).split(separator: ",", omittingEmptySubsequences: false).first,
            !mode.contains("=")
        else { return nil }
        let flags = mode.reversed().prefix { $0.isLetter }
        guard flags.allSatisfy({ "MRimeDd".contains($0) }) else { return nil }
        for flag in flags {
            if flag == "d" { return (.off, String(word)) }
            if flag == "e" || flag == "D" { return (.on, String(word)) }
        }
        return nil
    }
}
