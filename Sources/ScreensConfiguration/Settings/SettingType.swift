import Screens

/// The type of a setting, which reads, writes and joins its values.
struct SettingType<Value: Sendable>: Sendable {
    /// The type in varlink, without the question mark.
    let varlink: String
    /// Makes the command line options from a key, the name of a value and a help text.
    let options: @Sendable (_ key: String, _ valueName: String, _ help: String) -> [SettingOption]
    /// Reads the value of a key, or nil if there is none or it has problems, which are recorded.
    let read: @Sendable (_ section: SectionReader, _ key: String) -> Value?
    let write: @Sendable (_ value: Value, _ spelling: Spelling) -> SettingValue
    /// Joins a value and a later one.
    var merge: @Sendable (_ value: Value, _ later: Value) -> Value = { $1 }

    /// Makes a type of several words.
    static func choice(_ choices: [(name: String, value: Value)]) -> SettingType where Value: Equatable {
        SettingType(
            varlink: "string", options: { [SettingOption($0, $1, $2, choices.map(\.name), .text)] },
            read: { $0.choice($1, among: choices) },
            write: { value, spelling in .text(spelling.spell(choices.first { $0.value == value }?.name ?? "")) })
    }

    /// Makes a type of a value that is parsed from a text.
    ///
    /// - Parameters:
    ///   - words: some of the texts, to offer.
    ///   - takesNumbers: whether a file may have numbers without quotes.
    static func text(
        _ words: [String] = [], takesNumbers: Bool = false,
        _ make: @escaping @Sendable (String) throws(ValueProblem) -> Value,
        _ print: @escaping @Sendable (Value) -> String
    ) -> SettingType {
        SettingType(
            varlink: "string", options: { [SettingOption($0, $1, $2, words, .text)] },
            read: { $0.value($1, takesNumbers: takesNumbers, make) }, write: { value, _ in .text(print(value)) })
    }
}

extension SettingType<Int> {
    /// - Parameter symbol: the symbol of the unit, which may follow a number.
    static func integer(_ limits: ClosedRange<Int>, unit: String = "", symbol: String? = nil) -> SettingType {
        SettingType(
            varlink: "int",
            options: { [SettingOption($0, $1, $2, [], .integer(limits: "\(limits.text)\(unit)", symbol: symbol))] },
            read: { $0.integer($1, in: limits, unit: unit, symbol: symbol) }, write: { value, _ in .integer(value) })
    }

    /// The possible rotations in degrees.
    static let rotations = [0, 90, 180, 270]

    /// The rotation in quarters, which are written in degrees.
    static let rotation = SettingType(
        varlink: "int", options: { [SettingOption($0, $1, $2, rotations.map(String.init), .integer())] },
        read: { section, key in
            guard let degrees = section.integer(key, in: -.max ... .max) else { return nil }
            guard rotations.contains(degrees) else {
                let problem = ValueProblem(not: String(degrees), oneOf: rotations.map(String.init))
                section.add(problem.message, at: key, nearest: problem.nearest)
                return nil
            }
            return degrees / 90
        }, write: { quarters, _ in .integer(quarters * 90) })
}

extension SettingType<Double> {
    /// - Parameter symbol: the symbol of the unit, which may follow a number.
    static func number(_ limits: ClosedRange<Double>, unit: String = "", symbol: String? = nil) -> SettingType {
        SettingType(
            varlink: "float",
            options: { [SettingOption($0, $1, $2, [], .number(limits: "\(limits.text)\(unit)", symbol: symbol))] },
            read: { $0.number($1, in: limits, unit: unit, symbol: symbol) }, write: { value, _ in .number(value) })
    }
}

extension SettingType<Bool> {
    static let flag = SettingType(
        varlink: "bool", options: { [SettingOption($0, $1, $2, ["true", "false"], .flag)] },
        read: { $0.flag($1) }, write: { value, _ in .flag(value) })
}

extension SettingType<ModePolicy> {
    /// The policies with names.
    static let modeNames = ["preferred", "largest", "smallest", "current"]

    static let mode = text(modeNames) { (text) throws(ValueProblem) in
        if let policy = ModePolicy(text) { return policy }
        if let problem = CustomMode.problem(in: text) { throw ValueProblem("is not a mode: \(problem)") }
        let sizes = ModeRequest.sizeNames
        throw ValueProblem(
            "must be one of \((modeNames + sizes).joined(separator: ", ")), WIDTHxHEIGHT[i][@HZ][,cvt], or a mode line",
            not: text, among: modeNames + sizes)
    } _: {
        $0.description
    }
}

extension SettingType<Overscan> {
    static let overscan = text { (text) throws(ValueProblem) in
        if let overscan = Overscan(text) { return overscan }
        if let limit = limit(of: text) { throw ValueProblem(limit, not: text) }
        throw ValueProblem(
            "must be as in '5%' or '40' (pixels), or four values with commas (top, right, bottom, left)",
            not: text)
    } _: {
        $0.text
    }

    /// Returns the limit of each inset in a text of the right form; nil for another form.
    private static func limit(of text: String) -> String? {
        let insets = text.split(separator: ",", omittingEmptySubsequences: false)
        guard insets.count == 1 || insets.count == 4 else { return nil }
        var limit: String?
        for inset in insets {
            let isPercent = inset.last == "%"
            guard let number = Double(isPercent ? Overscan.number(ofPercentage: inset) : inset), !number.isNaN else {
                return nil
            }
            let most = Double(isPercent ? Overscan.mostPercent : Overscan.mostPixels)
            guard limit == nil, !(0...most).contains(number) else { continue }
            limit =
                isPercent
                ? "must be 0% to \(Overscan.mostPercent)% at each edge"
                : "must be 0 to \(Overscan.mostPixels) pixels at each edge"
        }
        return limit
    }
}

extension SettingType<ScreenOverrides.Choice<String>> {
    static let mirror = text(["none"]) { (text) throws(ValueProblem) in
        guard !text.isEmpty else { throw ValueProblem("must be the name of a connector, or none") }
        guard text.utf8.count < 256 else { throw ValueProblem("is longer than 255 bytes") }
        return text == "none" ? .none : .some(text)
    } _: {
        $0.value ?? "none"
    }
}

extension SettingType<Bool> {
    /// Whether a light is 0.
    static let light = text(["kept", "0"], takesNumbers: true) { (text) throws(ValueProblem) in
        guard ["kept", "0"].contains(text) else { throw ValueProblem(not: text, oneOf: ["kept", "0"]) }
        return text == "0"
    } _: {
        $0 ? "0" : "kept"
    }
}

extension SettingType<ScreenOverrides.Choice<String>> {
    static let adapter = text(["none"]) { (text) throws(ValueProblem) in
        guard text != "none" else { return .none }
        let number = text.hasPrefix("/dev/cec") ? text.dropFirst(8) : ""
        guard !number.isEmpty, number.utf8.count < 4, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw ValueProblem("must be a CEC adapter, as in /dev/cec0, or none", not: text)
        }
        return .some(text)
    } _: {
        $0.value ?? "none"
    }
}

extension SettingType<PowerPlan> {
    static let power = text(["on", "off"]) { (text) throws(ValueProblem) in
        try PowerPlan(text)
    } _: {
        $0.description
    }
}

extension SettingType<ScreenOverrides.Choice<TimeLength>> {
    static let idle = text(["never"], takesNumbers: true) { (text) throws(ValueProblem) in
        guard text != "never" else { return .none }
        do throws(ValueProblem) {
            return .some(try .limited(text, from: 1000))
        } catch {
            throw ValueProblem(error.message, nearest: NearestName.of(text, among: ["never"]))
        }
    } _: {
        $0.value?.description ?? "never"
    }
}

extension SettingType<[String: String]> {
    /// The properties of the connector by their names, which are joined one by one.
    static let properties = SettingType(
        varlink: "[string]string", options: { [SettingOption($0, $1, $2, [], .pair)] },
        read: { section, key in
            guard let table = section.section(key) else { return nil }
            var properties: [String: String] = [:]
            for (name, node) in table.takeAll() {
                guard let value = property(name, node, table) else { continue }
                guard properties.updateValue(value, forKey: name) == nil else {
                    table.add("is the same name as another key, with its letters composed differently", at: name)
                    continue
                }
            }
            return properties.isEmpty ? nil : properties
        },
        write: { properties, _ in
            .table(properties.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
        }, merge: { $0.merging($1) { $1 } })

    private static func property(_ name: String, _ node: DocumentNode, _ table: SectionReader) -> String? {
        guard !table.isGivenUp else { return nil }
        let text: String
        switch node.value {
        case .text(let value):
            guard table.isUsable(value, at: name) else { return nil }
            text = value
        case .integer(let number): text = String(number)
        default:
            table.wrongKind(name, node, "a text in quotes or a whole number")
            return nil
        }
        var settings = VideoKit.Settings()
        settings.properties = [name: text]
        do {
            try settings.check()
            return text
        } catch {
            let names = ConnectorProperty.settableNames
            if names.contains(name) {
                table.add(error.remedy ?? "is not accepted", at: name)
            } else {
                table.add(
                    "is not a property that can be set; the settable ones are \(names.joined(separator: ", "))",
                    at: name,
                    nearest: NearestName.of(name, among: names))
            }
            return nil
        }
    }
}

extension TimeLength {
    /// Reads a length within limits that make sense for screens: some milliseconds to 30 days.
    static func limited(_ text: String, from least: Int) throws(ValueProblem) -> TimeLength {
        let length = try TimeLength(text)
        let limits = TimeLength(milliseconds: least)...TimeLength(milliseconds: 30 * 86_400_000)
        guard limits.contains(length) else {
            throw ValueProblem("must be \(limits.lowerBound) to \(limits.upperBound)", not: text)
        }
        return length
    }
}

extension Overscan {
    /// The form that ``Screens/Overscan/init(_:)`` reads.
    fileprivate var text: String {
        func text(_ inset: Inset) -> String {
            switch inset {
            case .pixels(let pixels): String(pixels)
            case .hundredths(let hundredths):
                "\(hundredths / 100)"
                    + (hundredths % 100 == 0 ? "" : ".\(hundredths / 10 % 10)\(hundredths % 10)") + "%"
            }
        }
        return top == right && top == bottom && top == left
            ? text(top) : [top, right, bottom, left].map(text).joined(separator: ",")
    }
}
