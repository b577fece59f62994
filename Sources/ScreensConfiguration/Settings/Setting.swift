import ScreensJSON

/// A setting of a screen: its only description, from which files, calls, the command line, the example and their texts
/// are made.
package struct Setting: Sendable {
    /// The key as spelled in files: `frame-interval`.
    package let key: String
    /// The effect, the limits and the words of the setting, as one sentence.
    package let help: String
    /// A value as written in files, for the example.
    package let example: String
    /// The command line options that set it.
    package let options: [SettingOption]
    /// The type of its value in varlink, without the question mark.
    let varlink: String
    /// The property of ``Screens/ScreenSettings`` that it sets, alone or with other settings: the name of a deviation.
    let property: String

    /// Reads the value from a section, and records its problems.
    let read: @Sendable (_ section: SectionReader, _ overrides: inout ScreenOverrides) -> Void
    /// Returns the written form of the value; nil if there is no value.
    let written: @Sendable (_ overrides: ScreenOverrides, _ spelling: Spelling) -> SettingValue?
    /// Takes the value of later overrides, if they have one.
    let merge: @Sendable (_ overrides: inout ScreenOverrides, _ later: ScreenOverrides) -> Void
    /// Removes the value.
    package let remove: @Sendable (_ overrides: inout ScreenOverrides) -> Void

    /// - Parameters:
    ///   - path: the place of the value.
    ///   - valueName: the name of the value in the help of a command.
    ///   - property: the property of ``Screens/ScreenSettings``, if it has another name.
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

/// A command line option for a setting, or for a part of one.
package struct SettingOption: Sendable, Hashable {
    /// The conversion of the option's word to a value.
    package enum Form: Sendable, Hashable {
        case text, flag
        /// A number, which the symbol of its unit may follow, with its limits and its unit for messages.
        case number(limits: String, symbol: String? = nil)
        /// A whole number, which the symbol of its unit may follow; the limits are for messages, and nil if it has
        /// choices.
        case integer(limits: String? = nil, symbol: String? = nil)
        /// The path of a file or folder as seen by the daemon.
        case path(isFolder: Bool)
        /// `NAME=VALUE`; the option may be repeated.
        case pair
    }

    /// The name without hyphens.
    package let name: String
    /// The name of the value in the help.
    package let valueName: String
    /// The help, as a sentence.
    package let help: String
    /// The words to offer, if any.
    package let choices: [String]
    /// The conversion of its word to a value.
    package let form: Form
    /// The key in a setting's table that it sets; nil if it sets the whole setting.
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

/// A spelled value for a file or a call.
indirect enum SettingValue: Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([String])
    case values([SettingValue])
    case table([(key: String, value: SettingValue)])

    /// The value in TOML, on one line.
    ///
    /// - Throws: ``ValueProblem`` if a text has a NUL character, which no reader of a setting accepts.
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
            case .values(let values):
                var written: [String] = []
                for value in values { written.append(try value.toml) }
                return "[\(written.joined(separator: ", "))]"
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

    /// The value in JSON.
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .int(Int64(number))
        case .number(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .list(let texts): .array(texts.map { .string($0) })
        case .values(let values): .array(values.map(\.json))
        case .table(let entries): .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { $1 })
        }
    }
}
