/// Contents as elements of a list: names, and tables with keys of the list beside the keys of the content.
extension ContentSetting {
    /// Reads an element; nil if it has problems, which are recorded.
    ///
    /// - Parameters:
    ///   - reason: why it cannot be a command, for people.
    ///   - besides: a key of the list that some kinds of contents have too.
    ///   - consequence: what follows from a key that is not known, for people; nil if only the key does not apply.
    ///   - readKeys: reads the keys of the list from a table, before the keys of the content.
    /// - Returns: the content, and the table of an element that has one.
    static func element(
        _ element: SectionReader.Element, in list: SectionReader, as reason: String, besides: String? = nil,
        withUnknownKey consequence: String? = nil, _ readKeys: (SectionReader) -> Void
    ) -> (content: ContentSetting, table: SectionReader?)? {
        if case .text(let name) = element.node.value {
            do throws(ValueProblem) {
                let content = ContentSetting.named(try NamedKind.checked(name))
                list.refer(to: name, at: element)
                return (content, nil)
            } catch {
                list.add(error.message, to: element)
                return nil
            }
        }
        guard let table = list.section(element) else {
            list.add(
                "must be the name of a content or a table, as in { color = \"#112233\" }, not \(element.node.kind)",
                to: element)
            return nil
        }
        readKeys(table)
        guard let content = ContentSetting(table: table, besides: besides, withUnknownKey: consequence) else {
            return nil
        }
        guard content != .none, content.program == nil else {
            table.add(content == .none ? "must not be none" : "must not be a command: \(reason)")
            return nil
        }
        return (content, table)
    }

    /// The content as an element with keys of its list; a text if it is a name without such keys.
    func written(_ spelling: Spelling, with keys: [(key: String, value: SettingValue)]) -> SettingValue {
        let whole = written(spelling)
        guard !keys.isEmpty else { return whole }
        if let name { return .table([("name", .text(name))] + keys) }
        guard case .table(let entries) = whole else { return whole }
        return .table(entries + keys)
    }
}
