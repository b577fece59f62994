/// A metric with all of its samples, in Prometheus' text format 0.0.4.
struct MetricFamily {
    enum Kind: String { case counter, gauge, summary }

    let name: String
    let kind: Kind
    /// The help text: one sentence.
    let help: String
    private var lines: [String] = []
    private var seen: Set<String> = []

    init(_ name: String, _ kind: Kind, help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Adds a sample, unless one has the same labels: a repeated sample makes the whole text invalid.
    mutating func add(_ value: String, _ labels: KeyValuePairs<String, String> = [:]) {
        let pairs = labels.map { "\($0)=\"\(Self.escape($1))\"" }.joined(separator: ",")
        guard seen.insert(pairs).inserted else { return }
        lines.append(pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n")
    }

    /// Adds a sample of a whole number.
    mutating func add(_ value: some BinaryInteger, _ labels: KeyValuePairs<String, String> = [:]) {
        add(String(value), labels)
    }

    /// Adds a sample of nanoseconds, written in seconds.
    mutating func add(nanoseconds: Int64, _ labels: KeyValuePairs<String, String> = [:]) {
        add((Double(nanoseconds) / 1e9).description, labels)
    }

    /// Help, type and a line for each sample; empty without samples.
    var text: String {
        lines.isEmpty ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }

    /// A label that ends neither the value nor the line and moves no cursor: some come from displays.
    private static func escape(_ value: String) -> String {
        var result = ""
        for character in value.printable.unicodeScalars {
            if character == "\\" || character == "\"" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
