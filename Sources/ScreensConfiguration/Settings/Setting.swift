import ScreensJSON

/// A setting of a screen: its one description, from which files, calls, the command line, the example and their texts come.
package struct Setting: Sendable {
    /// As files spell it: `frame-interval`.
    package let key: String
    /// The effect, the limits and the words of the setting, as one sentence.
    package let help: String
    /// A value as a file has it, for the example.
    package let example: String
    /// The options of a command line that set it.
    package let options: [SettingOption]
    /// The type of its value in varlink, without the question mark.
    let varlink: String
    /// The property of ``Screens/ScreenSettings`` that it sets, alone or with others: the name of a deviation.
    let property: String

    /// Takes the value of a section, and records its problems.
    let read: @Sendable (_ section: SectionReader, _ overrides: inout ScreenOverrides) -> Void
    /// The value as it is written; nil where there is none.
    let written: @Sendable (_ overrides: ScreenOverrides, _ spelling: Spelling) -> SettingValue?
    /// Takes the value of later overrides, where these have one.
    let merge: @Sendable (_ overrides: inout ScreenOverrides, _ later: ScreenOverrides) -> Void
    /// Takes the value away.
    package let remove: @Sendable (_ overrides: inout ScreenOverrides) -> Void

    /// - Parameters:
    ///   - path: where the value is kept.
    ///   - valueName: what stands for the value in the help of a command.
    ///   - property: of ``Screens/ScreenSettings``, where it has another name there.
    init<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<ScreenOverrides, Value?> & Sendable, _ type: SettingType<Value>,
        valueName: String, property: String? = nil, help: String, example: String
    ) {
        self.key = key
        self.property = property ?? Spelling.call.spell(key)
        self.help = help
        self.example = example
        varlink = type.varlink
        options = type.options(key, valueName, help)
        read = { section, overrides in overrides[keyPath: path] = type.read(section, key) }
        written = { overrides, spelling in overrides[keyPath: path].map { type.write($0, spelling) } }
        merge = { overrides, later in
            guard let value = later[keyPath: path] else { return }
            overrides[keyPath: path] = overrides[keyPath: path].map { type.merge($0, value) } ?? value
        }
        remove = { $0[keyPath: path] = nil }
    }
}

/// An option of a command line for a setting, or for a part of one.
package struct SettingOption: Sendable, Hashable {
    /// How the option's word becomes a value.
    package enum Form: Sendable, Hashable {
        case text, flag
        /// A number, which the symbol of its unit may follow, with its limits and its unit as messages have them.
        case number(limits: String, symbol: String? = nil)
        /// A whole number, which the symbol of its unit may follow; its limits are for messages, and nil where it has choices.
        case integer(limits: String? = nil, symbol: String? = nil)
        /// The path of a file or folder as the daemon sees it.
        case path(isFolder: Bool)
        /// `NAME=VALUE`; the option may be there several times.
        case pair
    }

    /// Without hyphens before it.
    package let name: String
    /// The name of the value in the help.
    package let valueName: String
    /// A sentence.
    package let help: String
    /// Words to offer, where there are some.
    package let choices: [String]
    /// How its word becomes a value.
    package let form: Form
    /// The key of a setting's table that it sets; nil where it sets the whole setting.
    let part: String?

    init(_ name: String, _ valueName: String, _ help: String, _ choices: [String], _ form: Form, part: String? = nil) {
        self.name = name
        self.valueName = valueName
        self.help = help
        self.choices = choices
        self.form = form
        self.part = part
    }
}

/// A value on its way into a file or a call, already spelled.
indirect enum SettingValue: Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([String])
    case table([(key: String, value: SettingValue)])

    /// As TOML has it, on one line.
    ///
    /// - Throws: ``ValueProblem`` where a text has a NUL character, which no reader of a setting accepts.
    var toml: String {
        get throws(ValueProblem) {
            switch self {
            case .text(let text): return try Self.quoted(text)
            case .integer(let number): return String(number)
            case .number(let number): return TOMLText.number(number)
            case .flag(let flag): return String(flag)
            case .list(let texts):
                var quoted: [String] = []
                for text in texts { quoted.append(try Self.quoted(text)) }
                return "[\(quoted.joined(separator: ", "))]"
            case .table(let entries):
                var written: [(key: String, value: String)] = []
                for (key, value) in entries { written.append((TOMLText.key(key), try value.toml)) }
                return TOMLText.table(written)
            }
        }
    }

    private static func quoted(_ text: String) throws(ValueProblem) -> String {
        guard !text.utf8.contains(0) else { throw ValueProblem("has a NUL character") }
        return TOMLText.quoted(text)
    }

    /// As JSON has it.
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .int(Int64(number))
        case .number(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .list(let texts): .array(texts.map { .string($0) })
        case .table(let entries): .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { $1 })
        }
    }
}
