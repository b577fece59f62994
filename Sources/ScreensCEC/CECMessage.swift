/// The power of a device, as its answer to Give Device Power Status states it.
package enum CECPower: UInt8, Sendable, Hashable {
    case on = 0
    case standby = 1
    case toOn = 2
    case toStandby = 3

    /// The state in words.
    package var text: String {
        switch self {
        case .on: "on"
        case .standby: "standby"
        case .toOn: "turning on"
        case .toStandby: "going to standby"
        }
    }
}

/// A message of CEC that this program knows, and any other one.
///
/// Operands come from devices of strangers: a message whose operands are too short or out of range is an ``other(_:)``.
/// Operands beyond the known ones are allowed, as the standard requires, and ignored.
package enum CECMessage: Sendable, Hashable {
    case imageViewOn
    case textViewOn
    case standby
    case givePowerStatus
    case reportPowerStatus(CECPower)
    case activeSource(CECPlace)
    case inactiveSource(CECPlace)
    case requestActiveSource
    case setStreamPath(CECPlace)
    case routingChange(from: CECPlace, to: CECPlace)
    case routingInformation(CECPlace)
    case reportPlace(CECPlace, kind: UInt8)
    case keyPressed(UInt8)
    case keyReleased
    case featureAbort(opcode: UInt8, reason: UInt8)
    case giveName
    case setName(String)
    /// The opcode and the operands of another message, or of a known one with invalid operands.
    case other([UInt8])

    /// Decodes an opcode and its operands; nil without an opcode.
    package init?(_ bytes: [UInt8]) {
        guard let opcode = bytes.first else { return nil }
        let operands = Array(bytes.dropFirst())
        self = Self.known(opcode, operands) ?? .other(bytes)
    }

    private static func known(_ opcode: UInt8, _ operands: [UInt8]) -> CECMessage? {
        func place(at index: Int) -> CECPlace? {
            guard operands.count >= index + 2 else { return nil }
            return CECPlace(rawValue: UInt16(operands[index]) << 8 | UInt16(operands[index + 1]))
        }
        switch opcode {
        case 0x04: return .imageViewOn
        case 0x0d: return .textViewOn
        case 0x36: return .standby
        case 0x8f: return .givePowerStatus
        case 0x90: return operands.first.flatMap(CECPower.init).map { .reportPowerStatus($0) }
        case 0x82: return place(at: 0).map { .activeSource($0) }
        case 0x9d: return place(at: 0).map { .inactiveSource($0) }
        case 0x85: return .requestActiveSource
        case 0x86: return place(at: 0).map { .setStreamPath($0) }
        case 0x80:
            guard let former = place(at: 0), let next = place(at: 2) else { return nil }
            return .routingChange(from: former, to: next)
        case 0x81: return place(at: 0).map { .routingInformation($0) }
        case 0x84:
            guard let found = place(at: 0), operands.count >= 3 else { return nil }
            return .reportPlace(found, kind: operands[2])
        case 0x44: return operands.first.map { .keyPressed($0) }
        case 0x45: return .keyReleased
        case 0x00: return operands.count < 2 ? nil : .featureAbort(opcode: operands[0], reason: operands[1])
        case 0x46: return .giveName
        case 0x47: return operands.isEmpty ? nil : .setName(name(operands))
        default: return nil
        }
    }

    /// The name of a device, of which each character beyond ASCII's printable ones is replaced.
    private static func name(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// The opcode and the operands.
    package var bytes: [UInt8] {
        func bytes(_ place: CECPlace) -> [UInt8] { [UInt8(place.rawValue >> 8), UInt8(place.rawValue & 0xff)] }
        switch self {
        case .imageViewOn: return [0x04]
        case .textViewOn: return [0x0d]
        case .standby: return [0x36]
        case .givePowerStatus: return [0x8f]
        case .reportPowerStatus(let power): return [0x90, power.rawValue]
        case .activeSource(let place): return [0x82] + bytes(place)
        case .inactiveSource(let place): return [0x9d] + bytes(place)
        case .requestActiveSource: return [0x85]
        case .setStreamPath(let place): return [0x86] + bytes(place)
        case .routingChange(let former, let next): return [0x80] + bytes(former) + bytes(next)
        case .routingInformation(let place): return [0x81] + bytes(place)
        case .reportPlace(let place, let kind): return [0x84] + bytes(place) + [kind]
        case .keyPressed(let key): return [0x44, key]
        case .keyReleased: return [0x45]
        case .featureAbort(let opcode, let reason): return [0x00, opcode, reason]
        case .giveName: return [0x46]
        case .setName(let name): return [0x47] + Array(name.utf8.prefix(14))
        case .other(let bytes): return bytes
        }
    }

    /// The message in words.
    package var text: String {
        switch self {
        case .imageViewOn: "image view on"
        case .textViewOn: "text view on"
        case .standby: "standby"
        case .givePowerStatus: "is your power on?"
        case .reportPowerStatus(let power): "my power is: \(power.text)"
        case .activeSource(let place): "active source is \(place)"
        case .inactiveSource(let place): "\(place) is no longer the source"
        case .requestActiveSource: "which source is active?"
        case .setStreamPath(let place): "show \(place)"
        case .routingChange(let former, let next): "the input changes from \(former) to \(next)"
        case .routingInformation(let place): "the input is \(place)"
        case .reportPlace(let place, _): "I am at \(place)"
        case .keyPressed(let key): "key \(CECKey.name(of: key) ?? "0x" + String(key, radix: 16)) pressed"
        case .keyReleased: "key released"
        case .featureAbort(let opcode, let reason):
            "refuses 0x\(String(opcode, radix: 16)) (\(Self.reason(reason)))"
        case .giveName: "what is your name?"
        case .setName(let name): "my name is '\(name)'"
        case .other(let bytes): "message 0x\(String(bytes.first ?? 0, radix: 16))"
        }
    }

    private static func reason(_ reason: UInt8) -> String {
        switch reason {
        case 0: "not known"
        case 1: "not now"
        case 2: "no such source"
        case 3: "invalid operand"
        case 4: "refused"
        default: "reason \(reason)"
        }
    }
}
