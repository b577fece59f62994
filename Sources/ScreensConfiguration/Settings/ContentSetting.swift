import Screens

/// The value of the setting `content`: what a screen is to show.
package struct ContentSetting: Sendable, Hashable {
    private let value: (any WrittenKind)?

    /// The screen is left alone.
    package static let none = ContentSetting(nil)

    init(_ kind: (any WrittenKind)?) {
        value = kind
    }

    /// The content as a value of its kind; nil for none.
    package var kind: (any ContentKind)? { value }

    /// The kinds of contents, a row each.
    package static let table = ContentKindList(
        ColorKind.self,
        PatternKind.self,
        ImageKind.self,
        SlidesKind.self,
        ProgramKind.self,
        NamedKind.self,
        PlaylistKind.self,
        PlaylistFileKind.self,
        VideoKind.self,
        TextKind.self,
        TickerKind.self,
        CodeKind.self,
        LayoutKind.self
    )

    private static let writtenKinds = table.array

    /// The kinds of contents.
    package static var kinds: [any ContentKind.Type] { writtenKinds.map { $0 as any ContentKind.Type } }

    /// The parts of the machine that it cannot be shown without.
    package var needs: [ContentNeed] { kind?.needs ?? [] }

    /// A word for people: a path, a name, a colour.
    package var title: String { kind?.title ?? "none" }

    /// Whether parts of its picture may be transparent.
    package var isTransparent: Bool { kind?.isTransparent ?? false }

    /// The colour behind pictures.
    package var background: Color { kind?.background ?? .black }

    package static func == (left: ContentSetting, right: ContentSetting) -> Bool {
        switch (left.value, right.value) {
        case (nil, nil): true
        case (let left?, let right?): left.isEqual(to: right)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        value?.hash(into: &hasher)
    }
}

// MARK: The texts about the kinds

extension ContentSetting {
    /// The kinds in a list for people.
    static var nouns: String {
        let (files, open) = (writtenKinds.filter { $0.isOnlyInFiles }, writtenKinds.filter { !$0.isOnlyInFiles })
        return open.map { $0.noun }.joined(separator: ", ") + ", or in files "
            + SettingTable.words(files.map { $0.noun })
    }

    /// The keys that select a kind, in a list for people.
    static var keys: String { SettingTable.words(writtenKinds.map { $0.key }, "and") }

    /// The parts of the example configuration about the kinds.
    static var examples: String { writtenKinds.map { $0.example }.joined() }
}

// MARK: The setting

extension ContentSetting {
    /// The keys of a content's table: keys that select a kind come first, and keys of files alone come last.
    static let parts: [ContentKey] = {
        var all = [ContentKey("none", "true", "Do not use the screen.", form: .flag)]
        let open = writtenKinds.filter { !$0.isOnlyInFiles }
        for kind in open { all.append(kind.parts[0]) }
        for kind in open { all += kind.parts.dropFirst() }
        for kind in writtenKinds where kind.isOnlyInFiles { all += kind.parts }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.key).inserted }
    }()

    /// The keys that need one of these other keys.
    static let partners: [String: [String]] = {
        var partners: [String: [String]] = [:]
        for kind in writtenKinds {
            for part in kind.parts.dropFirst() { partners[part.key, default: []].append(kind.key) }
        }
        return partners
    }()

    /// Reads the content of a section, or nil if there is none or it has problems, which are recorded.
    init?(_ section: SectionReader, _ key: String) {
        guard let node = section.node(key) else { return nil }
        switch node.value {
        case .text("none"): self = .none
        case .text(let text):
            do throws(ValueProblem) {
                self = .named(try NamedKind.checked(text))
            } catch {
                // A command line has no tables, and its keys are options.
                let isTable = text.hasPrefix("{")
                section.add(
                    isTable
                        ? "must be none or the name of a content, not '\(text.prefix(32))': options such as --image "
                            + "set another content, and a command is allowed only in a file"
                        : error.message, at: key)
                return nil
            }
            section.refer(to: text, at: key)
        case .table:
            guard let table = section.section(key), let content = ContentSetting(table: table) else { return nil }
            self = content
        default:
            section.wrongKind(key, node, "none, the name of a content, or a table as in { color = \"#112233\" }")
            return nil
        }
    }

    /// Whether a table of its kind has a key.
    func has(_ key: String) -> Bool { value.map { type(of: $0).parts.contains { $0.key == key } } ?? false }

    /// Reads the content of its own table, or nil if it has problems, which are recorded.
    ///
    /// - Parameters:
    ///   - besides: a key that has a meaning in the table also if the kind of the content does not have it.
    ///   - consequence: what follows from a key that is not known, for people; nil if only the key does not apply.
    init?(table: SectionReader, besides: String? = nil, withUnknownKey consequence: String? = nil) {
        let content = Self.read(table, besides)
        table.finish(withUnknownKey: consequence)
        guard let content else { return nil }
        self = content
    }

    private static func read(_ table: SectionReader, _ besides: String?) -> ContentSetting? {
        // All keys are read in any case, so that all problems are reported.
        let isNone = table.flag("none")
        let placed = Placed(table)
        let read = writtenKinds.map { $0.init(table, placed) as (any WrittenKind)? }

        let selected = writtenKinds.indices.filter { table.has(writtenKinds[$0].key) }
        let given = selected.map { writtenKinds[$0].key } + (isNone == true ? ["none"] : [])
        guard given.count < 2 else {
            table.add("has \(given.joined(separator: " and ")), of which only one is allowed")
            return nil
        }
        guard let kind = given.first else {
            let choices = writtenKinds.filter { table.spelling == .file || !$0.isOnlyInFiles }.map { $0.key }
            // A key that is not known may come from a later version: only the content is left out.
            table.add("must have one of \(choices.joined(separator: ", "))", cost: table.isKnown ? .file : .key)
            return nil
        }
        checkCompanions(of: kind, table, besides)
        guard let index = selected.first else { return ContentSetting.none }
        return read[index].map { ContentSetting($0) }
    }

    /// Records keys that mean nothing for this kind.
    private static func checkCompanions(of kind: String, _ table: SectionReader, _ besides: String?) {
        for part in parts where part.key != besides {
            guard let partners = partners[part.key], table.has(part.key), !partners.contains(kind) else { continue }
            table.add("is allowed only with \(SettingTable.words(partners))", at: part.key)
        }
    }

    func written(_ spelling: Spelling) -> SettingValue {
        if let name, spelling == .file { return .text(name) }
        // A type of varlink is either a text or an object.
        guard let value else { return spelling == .file ? .text("none") : .table([("none", .flag(true))]) }
        return .table(value.written(spelling))
    }
}

extension SettingType<ContentSetting> {
    static let content = SettingType(
        varlink: "Content",
        options: { key, valueName, help in
            [SettingOption(key, valueName, help, ["none"], .text)]
                + ContentSetting.parts.compactMap(\.option).filter { $0.form != .flag }
        },
        read: { ContentSetting($0, $1) }, write: { $0.written($1) })

    /// The type of a content in place of another one: its options begin with the key.
    static let fallback = SettingType(
        varlink: "Content",
        options: { key, valueName, help in
            [SettingOption(key, valueName, help, ["none"], .text)]
                + ContentSetting.parts.compactMap(\.option).filter { $0.form != .flag }.map { option in
                    SettingOption(
                        "\(key)-\(option.name)", option.valueName, "The fallback: \(option.help)", option.choices,
                        option.form, part: option.part)
                }
        },
        read: { section, key in
            let content = ContentSetting(section, key)
            // The program is missing while this content is shown.
            guard content?.program != nil else { return content }
            section.add("must not be a command", at: key)
            return nil
        }, write: { $0.written($1) })
}
