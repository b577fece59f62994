import Screens

/// The content of a screen.
package struct ShownContent: Sendable, Hashable {
    private let value: (any WrittenForm)?

    /// The screen is left alone.
    package static let none = ShownContent(nil)

    init(_ form: (any WrittenForm)?) {
        value = form
    }

    /// The content as a value of its kind; nil for none.
    package var form: (any ContentForm)? { value }

    /// The kinds of contents, a row each.
    package static let table = ContentForms(
        ColorForm.self,
        PatternForm.self,
        ImageForm.self,
        SlidesForm.self,
        ProgramForm.self
    )

    private static let forms = table.array

    /// The kinds of contents.
    package static var kinds: [any ContentForm.Type] { forms.map { $0 as any ContentForm.Type } }

    /// The colour behind pictures.
    package var background: Color { form?.background ?? .black }

    package static func == (left: ShownContent, right: ShownContent) -> Bool {
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

extension ShownContent {
    /// The kinds in a list for people.
    static var nouns: String {
        let (files, open) = (forms.filter { $0.isOnlyInFiles }, forms.filter { !$0.isOnlyInFiles })
        return open.map { $0.noun }.joined(separator: ", ") + ", or in files "
            + SettingTable.words(files.map { $0.noun })
    }

    /// The keys that select a kind, in a list for people.
    static var keys: String {
        forms.dropLast().map { $0.key }.joined(separator: ", ") + (forms.last.map { " and \($0.key)" } ?? "")
    }

    /// The parts of the example configuration about the kinds.
    static var examples: String { forms.map { $0.example }.joined() }
}

// MARK: The setting

extension ShownContent {
    /// The keys of a content's table: those that select a kind first, and those of files alone last.
    static let parts: [ContentPart] = {
        var all = [ContentPart("none", "true", "Do not use the screen.", form: .flag)]
        let open = forms.filter { !$0.isOnlyInFiles }
        for form in open { all.append(form.parts[0]) }
        for form in open { all += form.parts.dropFirst() }
        for form in forms where form.isOnlyInFiles { all += form.parts }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.key).inserted }
    }()

    /// The keys that need one of these other keys.
    static let partners: [String: [String]] = {
        var partners: [String: [String]] = [:]
        for form in forms {
            for part in form.parts.dropFirst() { partners[part.key, default: []].append(form.key) }
        }
        return partners
    }()

    /// Reads the content of a section, or nil if there is none or it has problems, which are recorded.
    fileprivate init?(_ section: SectionReader, _ key: String) {
        guard let node = section.node(key) else { return nil }
        switch node.value {
        case .text("none"): self = .none
        case .text(let text):
            // A call has no tables, and its keys are options.
            let isTable = text.hasPrefix("{")
            let problem = ValueProblem(
                isTable
                    ? "must be none: options such as --image set another content, and a command is allowed only in a "
                        + "file"
                    : "must be none, or a table as in { color = \"#112233\" }", not: text, among: ["none"])
            section.add(problem.message, at: key, nearest: problem.nearest)
            return nil
        case .table:
            guard let table = section.section(key) else { return nil }
            let content = Self.read(table)
            table.finish()
            guard let content else { return nil }
            self = content
        default:
            section.wrongKind(key, node, "none, or a table as in { color = \"#112233\" }")
            return nil
        }
    }

    private static func read(_ table: SectionReader) -> ShownContent? {
        // All keys are read in any case, so that all problems are reported.
        let isNone = table.flag("none")
        let placed = Placed(table)
        let read = forms.map { $0.init(table, placed) as (any WrittenForm)? }

        let selected = forms.indices.filter { table.has(forms[$0].key) }
        let given = selected.map { forms[$0].key } + (isNone == true ? ["none"] : [])
        guard given.count < 2 else {
            table.add("has \(given.joined(separator: " and ")), of which only one is allowed")
            return nil
        }
        guard let kind = given.first else {
            let choices = forms.filter { table.spelling == .file || !$0.isOnlyInFiles }.map { $0.key }
            // A key that is not known may be that of a later version: only the content is left out.
            table.add("must have one of \(choices.joined(separator: ", "))", cost: table.isKnown ? .file : .key)
            return nil
        }
        checkCompanions(of: kind, table)
        guard let index = selected.first else { return ShownContent.none }
        return read[index].map { ShownContent($0) }
    }

    /// Records keys that mean nothing for this kind.
    private static func checkCompanions(of kind: String, _ table: SectionReader) {
        for part in parts {
            guard let partners = partners[part.key], table.has(part.key), !partners.contains(kind) else { continue }
            table.add("is allowed only with \(SettingTable.words(partners))", at: part.key)
        }
    }

    fileprivate func written(_ spelling: Spelling) -> SettingValue {
        // A type of varlink is either a text or an object.
        guard let value else { return spelling == .file ? .text("none") : .table([("none", .flag(true))]) }
        return .table(value.written(spelling))
    }
}

extension SettingType<ShownContent> {
    static let content = SettingType(
        varlink: "Content",
        options: { key, valueName, help in
            [SettingOption(key, valueName, help, ["none"], .text)]
                + ShownContent.parts.compactMap(\.option).filter { $0.form != .flag }
        },
        read: { ShownContent($0, $1) }, write: { $0.written($1) })

    /// The type of a content in place of another one: its options begin with the key.
    static let fallback = SettingType(
        varlink: "Content",
        options: { key, valueName, help in
            [SettingOption(key, valueName, help, ["none"], .text)]
                + ShownContent.parts.compactMap(\.option).filter { $0.form != .flag }.map { option in
                    SettingOption(
                        "\(key)-\(option.name)", option.valueName, "The fallback: \(option.help)", option.choices,
                        option.form, part: option.part)
                }
        },
        read: { section, key in
            let content = ShownContent(section, key)
            // The program is missing while this content is shown.
            guard content?.program != nil else { return content }
            section.add("must not be a command", at: key)
            return nil
        }, write: { $0.written($1) })
}
