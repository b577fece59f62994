import ScreensPower

/// A message of CEC that this program knows, and any other one.
///
/// Operands come from devices of strangers: a message whose operands are too short or out of range is an ``other(_:)``.
/// Operands beyond the known ones are allowed, as the standard requires, and ignored.
package enum CECMessage: Sendable, Hashable {
    case imageViewOn
    case textViewOn
    case standby
    case givePowerStatus
    case reportPowerStatus(TelevisionPower)
    case activeSource(CECPhysicalAddress)
    case inactiveSource(CECPhysicalAddress)
    case requestActiveSource
    case setStreamPath(CECPhysicalAddress)
    case routingChange(from: CECPhysicalAddress, to: CECPhysicalAddress)
    case routingInformation(CECPhysicalAddress)
    case reportPhysicalAddress(CECPhysicalAddress, kind: UInt8)
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
        func address(at index: Int) -> CECPhysicalAddress? {
            guard operands.count >= index + 2 else { return nil }
            return CECPhysicalAddress(rawValue: UInt16(operands[index]) << 8 | UInt16(operands[index + 1]))
        }
        switch opcode {
        case 0x04: return .imageViewOn
        case 0x0d: return .textViewOn
        case 0x36: return .standby
        case 0x8f: return .givePowerStatus
        case 0x90: return operands.first.flatMap(TelevisionPower.init(code:)).map { .reportPowerStatus($0) }
        case 0x82: return address(at: 0).map { .activeSource($0) }
        case 0x9d: return address(at: 0).map { .inactiveSource($0) }
        case 0x85: return .requestActiveSource
        case 0x86: return address(at: 0).map { .setStreamPath($0) }
        case 0x80:
            guard let former = address(at: 0), let next = address(at: 2) else { return nil }
            return .routingChange(from: former, to: next)
        case 0x81: return address(at: 0).map { .routingInformation($0) }
        case 0x84:
            guard let found = address(at: 0), operands.count >= 3 else { return nil }
            return .reportPhysicalAddress(found, kind: operands[2])
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
        func bytes(_ address: CECPhysicalAddress) -> [UInt8] {
            [UInt8(address.rawValue >> 8), UInt8(address.rawValue & 0xff)]
        }
        switch self {
        case .imageViewOn: return [0x04]
        case .textViewOn: return [0x0d]
        case .standby: return [0x36]
        case .givePowerStatus: return [0x8f]
        case .reportPowerStatus(let power): return [0x90, power.code]
        case .activeSource(let address): return [0x82] + bytes(address)
        case .inactiveSource(let address): return [0x9d] + bytes(address)
        case .requestActiveSource: return [0x85]
        case .setStreamPath(let address): return [0x86] + bytes(address)
        case .routingChange(let former, let next): return [0x80] + bytes(former) + bytes(next)
        case .routingInformation(let address): return [0x81] + bytes(address)
        case .reportPhysicalAddress(let address, let kind): return [0x84] + bytes(address) + [kind]
        case .keyPressed(let key): return [0x44, key]
        case .keyReleased: return [0x45]
        case .featureAbort(let opcode, let reason): return [0x00, opcode, reason]
        case .giveName: return [0x46]
        case .setName(let name): return [0x47] + Array(name.utf8.prefix(14))
        case .other(let bytes): return bytes
        }
    }

    /// The message by the name that the standard gives it, with its operands.
    package var text: String {
        switch self {
        case .imageViewOn: "image view on"
        case .textViewOn: "text view on"
        case .standby: "standby"
        case .givePowerStatus: "give device power status"
        case .reportPowerStatus(let power): "report power status: \(power.text)"
        case .activeSource(let address): "active source \(address)"
        case .inactiveSource(let address): "inactive source \(address)"
        case .requestActiveSource: "request active source"
        case .setStreamPath(let address): "set stream path \(address)"
        case .routingChange(let former, let next): "routing change from \(former) to \(next)"
        case .routingInformation(let address): "routing information \(address)"
        case .reportPhysicalAddress(let address, _): "report physical address \(address)"
        case .keyPressed(let key): "user control pressed: \(CECKey.name(of: key) ?? "0x" + String(key, radix: 16))"
        case .keyReleased: "user control released"
        case .featureAbort(let opcode, let reason):
            "feature abort of 0x\(String(opcode, radix: 16)): \(Self.reason(reason))"
        case .giveName: "give OSD name"
        case .setName(let name): "set OSD name '\(name)'"
        case .other(let bytes): "message 0x\(String(bytes.first ?? 0, radix: 16))"
        }
    }

    private static func reason(_ reason: UInt8) -> String {
        switch reason {
        case 0: "unrecognized opcode"
        case 1: "not in the mode to respond"
        case 2: "cannot provide the source"
        case 3: "invalid operand"
        case 4: "refused"
        case 5: "unable to determine"
        default: "reason \(reason)"
        }
    }

    /// The messages that turn a television on, in the order in which they are tried until one is not refused.
    package static let oneTouchPlay: [CECMessage] = [.imageViewOn, .textViewOn, .keyPressed(CECKey.powerOn)]
}

extension TelevisionPower {
    private static let codes: [TelevisionPower] = [.on, .standby, .toOn, .toStandby]

    /// - Parameter code: the operand of Report Power Status.
    init?(code: UInt8) {
        guard Self.codes.indices.contains(Int(code)) else { return nil }
        self = Self.codes[Int(code)]
    }

    /// The operand of Report Power Status.
    fileprivate var code: UInt8 { UInt8(Self.codes.firstIndex(of: self) ?? 0) }

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
