/// A content that the files define in the section `[contents]`, by its name.
///
/// ``MachineConfiguration/resolved(_:)`` replaces it by that content. One that remains cannot be shown.
package struct NamedKind: WrittenKind {
    /// The reason why a name stands for no content.
    package enum Fault: Sendable, Hashable {
        /// No file has a content of this name.
        case missing
        /// The content contains itself.
        case containsItself
        /// The content is inside of too many other contents with names.
        case tooDeep
        /// The content is a command, which can be neither a fallback nor part of another content.
        case isCommand
        /// The content is part of a playlist or a layout that has too many contents in total.
        case tooLarge
    }

    package let name: String
    package let fault: Fault

    static let noun = "the name of a content"
    static let example = #"""
        # Contents with names. A screen shows one of them by its name, as in content = "sign", and so does
        # `screens set HDMI-A-1 --content sign`.
        [contents]
        sign = { image = "/srv/sign.png" }

        [[screen]]
        match = { connector = "VGA-1" }
        content = "sign"


        """#
    static let parts = [ContentKey(withoutOption: "name", "string")]

    private static let longest = 64

    init(_ name: String, _ fault: Fault = .missing) {
        self.name = name
        self.fault = fault
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        guard let name = table.value("name", Self.checked) else { return nil }
        table.refer(to: name, at: "name")
        self.init(name)
    }

    /// Checks that a text can be the name of a content.
    static func checked(_ name: String) throws(ValueProblem) -> String {
        let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || " ._-".contains($0) }
        guard isWord, !name.isEmpty, name.utf8.count <= longest, name.first != " ", name.last != " ", name != "none"
        else {
            throw ValueProblem(
                "must be the name of a content: up to \(longest) bytes of letters, digits, spaces, '.', '_' and '-'",
                not: name)
        }
        return name
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] { [("name", .text(name))] }

    /// The reason why it cannot be shown, for people.
    package var problem: String {
        switch fault {
        case .missing: "no content in the section [contents] has the name '\(name)'"
        case .containsItself: "the content '\(name)' contains itself"
        case .tooDeep: "the content '\(name)' is inside of too many other contents with names"
        case .isCommand:
            "the content '\(name)' is a command, which can be neither a fallback nor part of another content"
        case .tooLarge:
            "the content '\(name)' belongs to a playlist or a layout with more than \(PlaylistKind.mostItems) contents"
        }
    }
}

extension ContentSetting {
    package static func named(_ name: String) -> ContentSetting { ContentSetting(NamedKind(name)) }

    /// The name of the content; nil for a content that says itself what to show.
    package var name: String? { (kind as? NamedKind)?.name }
}
