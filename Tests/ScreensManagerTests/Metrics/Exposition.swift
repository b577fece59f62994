/// The text format 0.0.4 of Prometheus, read as strictly as by its own reader.
struct Exposition {
    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Problem: Error, Equatable {
        let line: Int
        let text: String
    }

    private(set) var samples: [Sample] = []
    private(set) var types: [String: String] = [:]
    private var helped: Set<String> = []
    private var finished: Set<String> = []
    private var current: String?

    init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else { throw Problem(line: 0, text: "no end of the last line") }
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
            do {
                try read(String(line))
            } catch let problem as Problem {
                throw Problem(line: number + 1, text: problem.text)
            }
        }
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func read(_ line: String) throws {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        if words.first == "#" {
            try require(words.count == 4, "an incomplete comment")
            try begin(words[2])
            if words[1] == "HELP" { try require(helped.insert(words[2]).inserted, "HELP twice") }
            if words[1] == "TYPE" {
                try require(types.updateValue(words[3], forKey: words[2]) == nil, "TYPE twice")
                try require(["counter", "gauge", "summary"].contains(words[3]), "no type")
            }
            return
        }
        // The text is split into scalars, because a quote and a combining mark behind it are one character.
        var rest = Substring(line).unicodeScalars
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        try require(Self.isName(name), "no name of a metric")
        try begin(name)
        try require(types[name] != nil && helped.contains(name), "no HELP or TYPE before it")
        rest = rest.dropFirst(name.unicodeScalars.count)
        let labels = rest.first == "{" ? try Self.labels(&rest) : [:]
        try require(rest.first == " ", "no space before the value")
        guard let value = Double(String(rest.dropFirst())) else { throw Problem(line: 0, text: "no value") }
        let isTwice = samples.contains { $0.name == name && $0.labels == labels }
        try require(!isTwice, "a sample twice")
        if types[name] == "counter" { try require(name.hasSuffix("_total"), "a counter that is not called so") }
        samples.append(Sample(name: name, labels: labels, value: value))
    }

    /// Begins a metric. All of its lines must be together.
    private mutating func begin(_ name: String) throws {
        guard current != name else { return }
        if let current { finished.insert(current) }
        try require(!finished.contains(name), "a metric in two places")
        current = name
    }

    private static func labels(_ rest: inout Substring.UnicodeScalarView) throws -> [String: String] {
        var labels: [String: String] = [:]
        repeat {
            rest = rest.dropFirst()
            let name = String(rest.prefix { $0 != "=" })
            rest = rest.dropFirst(name.unicodeScalars.count)
            guard isName(name), rest.popFirst() == "=", rest.popFirst() == "\"" else {
                throw Problem(line: 0, text: "no label")
            }
            var value = String.UnicodeScalarView()
            while let scalar = rest.popFirst(), scalar != "\"" {
                guard scalar == "\\" else {
                    value.append(scalar)
                    continue
                }
                switch rest.popFirst() {
                case "n": value.append("\n")
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                default: throw Problem(line: 0, text: "no escape")
                }
            }
            guard labels.updateValue(String(value), forKey: name) == nil else {
                throw Problem(line: 0, text: "a label twice")
            }
        } while rest.first == ","
        guard rest.popFirst() == "}" else { throw Problem(line: 0, text: "no end of the labels") }
        return labels
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) }
    }

    private func require(_ condition: Bool, _ text: String) throws {
        guard condition else { throw Problem(line: 0, text: text) }
    }
}
