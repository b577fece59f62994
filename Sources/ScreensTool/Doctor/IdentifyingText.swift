/// Takes out of texts of the system what names one machine or device among others of its kind: serial numbers, UUIDs, network
/// addresses, machine ids and secrets.
enum IdentifyingText {
    /// In the place of what is removed.
    static let placeholder = "(removed)"

    /// Parts of the names of values that identify.
    private static let telling = [
        "serial", "uuid", "guid", "wwn", "wwid", "machine_id", "machine-id", "boot_id", "macaddr", "hostname",
        "password", "passwd", "secret",
        "token", "credential",
    ]
    private static let letters = Set("0123456789abcdef".utf8)

    /// A kernel's command line, word by word: a value goes where its name or its form identifies. The words stay, also those that
    /// concern displays.
    static func removing(_ commandLine: String) -> String {
        commandLine.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard let equals = word.firstIndex(of: "=") else { return isIdentifying(word) ? placeholder[...] : word }
            let (name, value) = (word[..<equals], word[word.index(after: equals)...])
            // Modes and the numbers of drivers' options are of a word that concerns displays.
            if name == "video" { return word }
            // Addresses and host names.
            let isNetwork = name == "ip" || name == "nfsroot" || name == "nfsaddrs"
            return isNetwork || isTelling(name) || isIdentifying(value) ? "\(name)=\(placeholder)" : word
        }.joined(separator: " ")
    }

    /// The properties of a device: those whose name tells that they identify go, and with them all that repeat such a value.
    static func removing(_ properties: [String: String]) -> [String: String] {
        let removed = properties.filter { isTelling($0.key) }
        let values = removed.values.filter { $0.utf8.count >= 4 }
        return properties.filter { name, value in
            removed[name] == nil && !isIdentifying(value) && !values.contains { value.contains($0) }
        }
    }

    private static func isTelling(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        return telling.contains { name.contains($0) }
    }

    /// Whether a value has a UUID, a network address, or twelve hexadecimal digits in a row, of which one is a digit.
    private static func isIdentifying(_ value: some StringProtocol) -> Bool {
        let text = Array(value.lowercased().utf8)
        if text.starts(with: "uuid=".utf8) || text.starts(with: "partuuid=".utf8) || text.starts(with: "label=".utf8) {
            return true
        }
        var runs: [(length: Int, hasDigit: Bool, end: UInt8?)] = []
        var run = (length: 0, hasDigit: false)
        for byte in text + [0] {
            if letters.contains(byte) {
                run = (run.length + 1, run.hasDigit || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte))
            } else {
                runs.append((run.length, run.hasDigit, byte))
                run = (0, false)
            }
        }
        if runs.contains(where: { $0.length >= 12 && $0.hasDigit }) { return true }
        // Six pairs with colons.
        var pairs = 0
        for run in runs {
            pairs = run.length == 2 ? pairs + 1 : 0
            if pairs == 6 { return true }
            if run.end != UInt8(ascii: ":") { pairs = 0 }
        }
        return false
    }
}
