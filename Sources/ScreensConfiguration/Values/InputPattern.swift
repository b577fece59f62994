/// A pattern for input devices: `name=Logitech*`, `seat=seat1`, or a property of udev such as
/// `ID_PATH=pci-*-usb-0:1.2:*`.
package struct InputPattern: Sendable, Hashable {
    /// The property of a device that the pattern is compared with.
    package enum Subject: Sendable, Hashable {
        case name, seat
        /// A property of udev.
        case property(String)
    }

    /// Some patterns for messages.
    package static let examples = "'name=Logitech*', 'seat=seat1' or 'ID_PATH=*usb-0:1.2*'"

    package let subject: Subject
    package let pattern: TextPattern

    /// Parses a pattern; nil if the text has another form.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty, let subject = Subject(parts[0]) else { return nil }
        self.subject = subject
        pattern = TextPattern(parts[1])
    }
}

extension InputPattern.Subject {
    /// Parses a subject; properties of udev are in capitals.
    fileprivate init?(_ text: String) {
        switch text {
        case "name": self = .name
        case "seat": self = .seat
        default:
            let isProperty =
                !text.isEmpty
                && text.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "_") }
            guard isProperty else { return nil }
            self = .property(text)
        }
    }
}
