/// A metric with all of its samples, as Prometheus' text format 0.0.4 has it.
struct MetricFamily {
    enum Kind: String { case counter, gauge, summary }

    let name: String
    let kind: Kind
    /// One sentence for people.
    let help: String
    private var lines: [String] = []
    private var seen: Set<String> = []

    init(_ name: String, _ kind: Kind, help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Adds a sample; not where one has the same labels, as that would spoil the whole text for its reader.
    mutating func add(_ value: String, _ labels: KeyValuePairs<String, String> = [:]) {
        let pairs = labels.map { "\($0)=\"\(Self.escape($1))\"" }.joined(separator: ",")
        guard seen.insert(pairs).inserted else { return }
        lines.append(pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n")
    }

    /// Adds a sample of a whole number.
    mutating func add(_ value: some BinaryInteger, _ labels: KeyValuePairs<String, String> = [:]) {
        add(String(value), labels)
    }

    /// Adds a sample of nanoseconds, in seconds.
    mutating func add(nanoseconds: Int64, _ labels: KeyValuePairs<String, String> = [:]) {
        add((Double(nanoseconds) / 1e9).description, labels)
    }

    /// What it is, and a line for each sample; nothing where there are none.
    var text: String {
        lines.isEmpty ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }

    /// Displays choose some of the values: nothing of them ends a value or a line, or moves a cursor.
    private static func escape(_ value: String) -> String {
        var result = ""
        for character in value.printable.unicodeScalars {
            if character == "\\" || character == "\"" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
