/// A name with its interface in front, taken apart at the last dot.
struct QualifiedName {
    let interface: String
    let member: String

    init?(_ name: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        interface = String(name[..<dot])
        member = String(name[name.utf8.index(after: dot)...])
        guard !interface.isEmpty, !member.isEmpty else { return nil }
    }
}
