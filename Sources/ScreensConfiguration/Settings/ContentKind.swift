import Screens

/// A kind of content; a value of it is a content. ``ContentSetting`` has the table of kinds.
package protocol ContentKind: Sendable, Hashable {
    /// The colour behind its pictures.
    var background: Color { get }

    /// The parts of the machine that it cannot be shown without.
    var needs: [ContentNeed] { get }

    /// A word for people: the value of its first key, such as a path.
    var title: String { get }

    /// Whether the clock of the machine decides on its picture.
    var followsClock: Bool { get }

    /// Whether parts of its picture may be transparent.
    var isTransparent: Bool { get }
}

extension ContentKind {
    package var background: Color { .black }
    package var needs: [ContentNeed] { [] }
    package var followsClock: Bool { false }
    package var isTransparent: Bool { !background.isOpaque }
}

/// A list of kinds of contents.
///
/// A module that shows contents extends it for kinds that have a further property. A kind without the property is an
/// error of the compiler then.
package struct ContentKindList<each Kind: ContentKind>: Sendable {
    init(_ kinds: repeat (each Kind).Type) {}
}

extension ContentKindList where repeat each Kind: WrittenKind {
    /// The kinds as an array, in the order of the list.
    var array: [any WrittenKind.Type] {
        var array: [any WrittenKind.Type] = []
        for kind in repeat (each Kind).self { array.append(kind) }
        return array
    }
}

/// A kind of content as files, command lines and calls have it.
protocol WrittenKind: ContentKind {
    /// Its name in a list for people, with its article.
    static var noun: String { get }

    /// The part of the example configuration about it; empty if the settings there say enough.
    static var example: String { get }

    /// Its keys: first the key that selects it, then the keys that have a meaning only beside it. Kinds may share the
    /// latter.
    static var parts: [ContentKey] { get }

    /// Takes its keys from a table, whether or not it is the kind that the table selects, so that all problems are
    /// noted.
    ///
    /// - Parameter placed: the keys that the kinds with pictures share.
    /// - Returns: nil without its first key, or if that key has a problem.
    init?(_ table: SectionReader, _ placed: ContentSetting.Placed)

    /// The same as keys and values.
    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)]
}

extension WrittenKind {
    static var example: String { "" }

    /// The key that selects it.
    static var key: String { parts[0].key }

    /// Whether only files may have it.
    static var isOnlyInFiles: Bool { parts[0].isOnlyInFiles }

    func isEqual(to other: any WrittenKind) -> Bool { other as? Self == self }

    package var title: String {
        if case .text(let text)? = written(.file).first(where: { $0.key == Self.key })?.value { text } else { Self.key }
    }

    /// An absolute path.
    static func path(_ text: String) throws(ValueProblem) -> String {
        let path = try ValueProblem.checkPath(text)
        guard path.utf8.count < 4096 else { throw ValueProblem("is longer than 4095 bytes") }
        return path
    }
}

/// A part of the machine that a content cannot be shown without.
package enum ContentNeed: Sendable, Hashable {
    /// The picture of a file, by its path.
    case picture(String)
    /// A playlist file, by its path.
    case playlist(String)
    /// A folder with pictures, by its path.
    case pictures(String)
    /// A film, by its path.
    case film(String)
    /// A program, by its path or its name.
    case program(String)
    /// The letters of a text in the fonts of the machine, or without `screens-words` in the built-in font, which is
    /// enough for its look if it is plain.
    case words(String, isPlain: Bool)
    /// A file whose text is a part of words.
    case textFile(String)
    /// The program `screens-words`, for a QR code.
    case code
}

/// A key of a content's table, with the option of a command line that sets it.
struct ContentKey: Sendable {
    let key: String
    let varlink: String
    /// The option that sets the key; nil if no command line sets it.
    let option: SettingOption?
    /// Whether only files may have it.
    let isOnlyInFiles: Bool

    init(
        _ key: String, _ valueName: String, _ help: String, choices: [String] = [],
        form: SettingOption.Form = .text
    ) {
        self.key = key
        varlink = form == .flag ? "bool" : "string"
        isOnlyInFiles = false
        option = SettingOption(key, valueName, help, choices, form, part: key)
    }

    init(onlyInFiles key: String, _ varlink: String) {
        self.key = key
        self.varlink = varlink
        option = nil
        isOnlyInFiles = true
    }

    /// Makes a key of files and calls.
    init(withoutOption key: String, _ varlink: String) {
        self.key = key
        self.varlink = varlink
        option = nil
        isOnlyInFiles = false
    }
}
