/// The logical address of a device on a CEC bus: 0 for the television, 15 for all devices as a destination, or for a
/// device without one as an initiator.
package struct CECLogicalAddress: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8

    /// - Parameter rawValue: only its lowest four bits count.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue & 0xf
    }

    /// The television.
    package static let television = CECLogicalAddress(rawValue: 0)
    /// All devices as a destination; a device without a logical address as an initiator.
    package static let all = CECLogicalAddress(rawValue: 15)

    /// The name of the kind of device with this logical address, for people.
    package var name: String {
        switch rawValue {
        case 0: "TV"
        case 1, 2, 9: "recorder \(rawValue)"
        case 3, 6, 7, 10: "tuner \(rawValue)"
        case 4, 8, 11: "player \(rawValue)"
        case 5: "receiver"
        case 15: "all"
        default: "device \(rawValue)"
        }
    }
}

/// The physical address of a device in the tree of HDMI cables, such as `1.0.0.0` for the first input of the
/// television.
package struct CECPhysicalAddress: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// - Parameter text: four digits with points, such as `2.0.0.0`, each of them a hexadecimal one.
    package init?(_ text: String) {
        let digits = text.split(separator: ".", omittingEmptySubsequences: false)
        guard digits.count == 4 else { return nil }
        var value: UInt16 = 0
        for digit in digits {
            guard digit.utf8.count == 1, let number = UInt16(digit, radix: 16) else { return nil }
            value = value << 4 | number
        }
        rawValue = value
    }

    /// No physical address: the adapter has read none from a display.
    package static let none = CECPhysicalAddress(rawValue: 0xffff)

    package var description: String {
        [12, 8, 4, 0].map { String(rawValue >> $0 & 0xf, radix: 16) }.joined(separator: ".")
    }
}

/// The bytes of a message on a CEC bus: the devices, an opcode and its operands, 16 bytes at most.
package struct CECFrame: Sendable, Hashable {
    /// The most bytes of a frame, with the byte of the devices.
    package static let longest = 16

    package let initiator: CECLogicalAddress
    package let destination: CECLogicalAddress
    /// The opcode and the operands; empty for a poll, which only finds out whether the destination is there.
    package let bytes: [UInt8]

    /// - Parameter bytes: the opcode and the operands. Bytes beyond the longest frame are left out.
    package init(from initiator: CECLogicalAddress, to destination: CECLogicalAddress, _ bytes: [UInt8]) {
        self.initiator = initiator
        self.destination = destination
        self.bytes = Array(bytes.prefix(Self.longest - 1))
    }

    package init(from initiator: CECLogicalAddress, to destination: CECLogicalAddress, _ message: CECMessage) {
        self.init(from: initiator, to: destination, message.bytes)
    }

    /// Decodes a frame as it is on the bus; nil without a byte, and beyond the longest frame.
    package init?(raw: [UInt8]) {
        guard let first = raw.first, raw.count <= Self.longest else { return nil }
        self.init(
            from: CECLogicalAddress(rawValue: first >> 4), to: CECLogicalAddress(rawValue: first & 0xf),
            Array(raw.dropFirst()))
    }

    /// The bytes on the bus.
    package var raw: [UInt8] { [initiator.rawValue << 4 | destination.rawValue] + bytes }

    /// The message; nil for a poll.
    package var message: CECMessage? { CECMessage(bytes) }

    /// Whether it is for all devices.
    package var isBroadcast: Bool { destination == .all }

    /// The bytes in hexadecimal, such as `40 36`.
    package var hexadecimal: String {
        raw.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }

    /// The frame as a line for people.
    package var text: String {
        "\(hexadecimal)  \(initiator.name) to \(destination.name): \(message?.text ?? "poll")"
    }
}
