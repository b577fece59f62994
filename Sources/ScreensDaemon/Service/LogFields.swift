import ScreensLinux

/// The fields of a line in the journal beside its text, with which `journalctl` finds lines: for example
/// `journalctl -u screensd SCREENS_SCREEN=HDMI-A-1`.
struct LogFields: Sendable, Hashable {
    /// The number of the user who has requested a change.
    var user: UInt32?
    /// The process that has requested a change.
    var process: Int32?
    /// The screen, as the request names it.
    var screen: String?
    /// The method of the interface.
    var method: String?

    /// The most Unicode scalars of a value. Real names are shorter; a client may send any text, and one `Character` may
    /// have any number of scalars.
    private static let longestValue = 200

    /// The fields as lines of journald's native protocol.
    var lines: String {
        let fields = [
            ("USER", user.map { "\($0)" }), ("PROCESS", process.map { "\($0)" }), ("SCREEN", screen),
            ("METHOD", method),
        ]
        return fields.reduce(into: "") { text, field in
            guard let value = field.1 else { return }
            text += "SCREENS_\(field.0)=\(String(value.unicodeScalars.prefix(Self.longestValue)).printableLine)\n"
        }
    }
}
