import ScreensJSON

/// The reason why a setting of a call or a command line cannot be used.
package struct SettingProblem: Error, Sendable, Hashable {
    /// The key, or the option without its hyphens.
    package let key: String
    /// A sentence without its subject, which is the value: `is 0 to 100 percent`.
    package let message: String
}

extension ScreenOverrides {
    // MARK: Calls

    /// Reads the type `Settings` of a call.
    package init(call settings: JSONValue) throws(SettingProblem) {
        guard case .object(let members) = settings else {
            throw SettingProblem(key: "settings", message: "must be an object")
        }
        try self.init(DocumentNode.table(members), .call) { $0 }
    }

    /// Reads the type `Settings` of a call as another version may have written it.
    ///
    /// - Returns: the settings that this version knows, and the others as they are: keys, and values with unknown
    ///   parts.
    static func reading(
        call settings: JSONValue
    ) throws(SettingProblem) -> (ScreenOverrides, unknown: [String: JSONValue]) {
        guard case .object(let members) = settings else {
            throw SettingProblem(key: "settings", message: "must be an object")
        }
        let unknown = members.filter { isUnknown([$0.key: $0.value]) }
        let known = members.filter { unknown[$0.key] == nil }
        return (try ScreenOverrides(call: .object(known)), unknown)
    }

    /// Whether a setting of a call is one of another version, or has parts of another version.
    private static func isUnknown(_ member: [String: JSONValue]) -> Bool {
        let list = ProblemList()
        _ = ScreenOverrides(DocumentNode.table(member), .call, list)
        return !list.problems.isEmpty && list.brokenFiles.isEmpty
    }

    /// The settings in the type `Settings` of a call.
    package var json: JSONValue { SettingValue.table(written(.call)).json }

    // MARK: Command lines

    /// Reads the options of a command line, each with its words.
    package init(words: [(option: SettingOption, words: [String])]) throws(SettingProblem) {
        var entries: [DocumentKey: DocumentNode] = [:]
        for setting in SettingTable.settings {
            try Self.checkCompanions(words.map(\.option).filter(setting.options.contains), of: setting)
            for (option, words) in words where setting.options.contains(option) {
                for word in words { try Self.add(word, option, to: DocumentKey(setting.key), &entries) }
            }
        }
        try self.init(entries, .file) { path in
            // Each part of a setting has an option of its own.
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            let options = SettingTable.setting(parts[0])?.options ?? []
            return options.first { $0.part != nil && $0.part == parts.last }?.name ?? parts[0]
        }
    }

    /// Refuses options that need another option of the same setting, such as `--fit`, which needs a picture: the reader
    /// of the setting would name a key for which there may be no option.
    private static func checkCompanions(
        _ given: [SettingOption], of setting: Setting
    ) throws(SettingProblem) {
        guard let first = given.first, let partners = first.part.flatMap({ ContentSetting.partners[$0] }),
            given.allSatisfy({ $0.part.map(ContentSetting.partners.keys.contains) ?? false })
        else { return }
        let names = setting.options.filter { option in option.part.map(partners.contains) ?? false }
        throw SettingProblem(
            key: first.name, message: "needs \(SettingTable.words(names.map { "--\($0.name)" }))")
    }

    private static func add(
        _ word: String, _ option: SettingOption, to key: DocumentKey, _ entries: inout [DocumentKey: DocumentNode]
    ) throws(SettingProblem) {
        let value: DocumentNode.Value?
        var part = option.part
        switch option.form {
        case .text, .path: value = .text(word)
        case .integer(_, let symbol):
            value = (Int(word) ?? symbol.flatMap { Int(word, withUnit: $0) }).map { .integer($0) }
        case .number(_, let symbol):
            value = (Double(word) ?? symbol.flatMap { Double(word, withUnit: $0) }).map { .number($0) }
        case .flag: value = Bool(word).map { .flag($0) }
        case .pair:
            let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            part = pair[0]
            value = pair.count == 2 && !pair[0].isEmpty ? .text(pair[1]) : nil
        }
        guard let value else {
            throw SettingProblem(key: option.name, message: Self.problem(word, of: option).sentence)
        }
        let node = DocumentNode(value: value, position: nil)
        guard let part else {
            guard entries.updateValue(node, forKey: key) == nil else {
                throw SettingProblem(key: option.name, message: "is given twice")
            }
            return
        }
        var table: [DocumentKey: DocumentNode] = [:]
        switch entries[key]?.value {
        case .table(let former)?: table = former
        case nil: break
        default: throw SettingProblem(key: option.name, message: "excludes --\(key.name)")
        }
        guard table.updateValue(node, forKey: DocumentKey(part)) == nil else {
            throw SettingProblem(key: option.name, message: "is given twice")
        }
        entries[key] = DocumentNode(value: .table(table), position: nil)
    }

    /// Returns the reason why a word cannot be a value of an option at all.
    private static func problem(_ word: String, of option: SettingOption) -> ValueProblem {
        switch option.form {
        case .number(let limits, _), .integer(let limits?, _): ValueProblem("must be \(limits)", not: word)
        case .pair: ValueProblem("must be a name and a value, as in 'max bpc=8'", not: word)
        default: ValueProblem(not: word, oneOf: option.choices)
        }
    }

    /// Returns the subject of a message, which names a property of a connector, because one option sets all of them.
    private static func subject(of path: String) -> String {
        let parts = path.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[0] == "properties" else { return "" }
        return "'\(parts[1].drop { $0 == "\"" }.prefix { $0 != "\"" })' "
    }

    // MARK: Both

    private init(
        _ entries: [DocumentKey: DocumentNode], _ spelling: Spelling, name: (String) -> String
    ) throws(SettingProblem) {
        let list = ProblemList()
        self.init(entries, spelling, list)
        guard let problem = list.problems.first else { return }
        throw SettingProblem(
            key: name(problem.keyPath ?? "settings"),
            message: (spelling == .file ? Self.subject(of: problem.keyPath ?? "") : "")
                + ValueProblem(problem.message, nearest: problem.nearest).sentence)
    }

    private init(_ entries: [DocumentKey: DocumentNode], _ spelling: Spelling, _ list: ProblemList) {
        let section = SectionReader(entries, file: "", path: .root, position: nil, list: list, spelling: spelling)
        self.init(section)
        section.finish()
    }
}

extension DocumentNode {
    /// Makes the same value from JSON; nil for `null`, which means that the member is left out.
    fileprivate init?(_ json: JSONValue) {
        position = nil
        switch json {
        case .null: return nil
        case .bool(let flag): value = .flag(flag)
        case .int(let number): value = .integer(Int(number))
        // A number larger than any limit.
        case .uint(let number): value = .number(Double(number))
        case .double(let number): value = .number(number)
        case .string(let text): value = .text(text)
        case .array(let elements): value = .array(elements.compactMap(DocumentNode.init))
        case .object(let members): value = .table(Self.table(members))
        }
    }

    fileprivate static func table(_ members: [String: JSONValue]) -> [DocumentKey: DocumentNode] {
        Dictionary(members.compactMap { name, value in DocumentNode(value).map { (DocumentKey(name), $0) } }) { $1 }
    }
}
