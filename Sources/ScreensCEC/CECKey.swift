/// The keys of remote controls by their names, as `screens cec key` takes them.
package enum CECKey {
    /// The names and the codes, in the order of the codes.
    private static let names: [(name: String, code: UInt8)] = [
        ("select", 0x00), ("up", 0x01), ("down", 0x02), ("left", 0x03), ("right", 0x04), ("root-menu", 0x09),
        ("setup-menu", 0x0a), ("exit", 0x0d), ("channel-up", 0x30), ("channel-down", 0x31), ("input", 0x34),
        ("info", 0x35), ("power", 0x40), ("volume-up", 0x41), ("volume-down", 0x42), ("mute", 0x43), ("play", 0x44),
        ("stop", 0x45), ("pause", 0x46), ("power-toggle", 0x6b), ("power-off", 0x6c), ("power-on", 0x6d),
    ]

    /// The names of all keys.
    package static var all: [String] { names.map(\.name) }

    /// Returns the code of a key by its name; nil for an unknown name.
    package static func code(of name: String) -> UInt8? { names.first { $0.name == name }?.code }

    /// Returns the name of a key; nil for one without a name here.
    package static func name(of code: UInt8) -> String? { names.first { $0.code == code }?.name }

    /// The key that turns a device on.
    package static let powerOn: UInt8 = 0x6d
}
