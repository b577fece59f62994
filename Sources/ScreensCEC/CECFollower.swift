import ScreensPower

/// The answers of a player on the bus to messages of other devices, and the meaning of these for its screen. Pure: a
/// frame in, frames out.
///
/// While a program follows, the kernel still answers for the physical address, the name, the vendor, the version and
/// Abort.
package struct CECFollower: Sendable, Hashable {
    /// The physical address of the player; ``CECPhysicalAddress/none`` without one.
    package var physicalAddress: CECPhysicalAddress
    /// The logical address of the player; nil before it has one.
    package var address: CECLogicalAddress?
    /// Whether the screen is off on purpose.
    package var isOff = false {
        // A television that was off with the screen shows it once that is announced.
        didSet { if oldValue, !isOff { mayBeShown = false } }
    }
    /// Whether the player is the source, by its own announcement.
    package private(set) var isSource = false
    /// Whether the television shows the player, or may: no message has said otherwise. A television that drops its
    /// hotplug signal for its standby shows nothing when it is back.
    private var mayBeShown = true

    package init(at physicalAddress: CECPhysicalAddress = .none, as address: CECLogicalAddress? = nil) {
        self.physicalAddress = physicalAddress
        self.address = address
    }

    /// Called when the player has announced itself as the source.
    package mutating func becomeSource() {
        isSource = true
        mayBeShown = true
    }

    private mutating func loseSource() {
        isSource = false
        mayBeShown = false
    }

    /// Takes a message of another device.
    ///
    /// - Returns: the answers to send, and what the message means.
    package mutating func take(_ frame: CECFrame) -> (answers: [CECFrame], report: PowerReport?) {
        guard let message = frame.message, let address, frame.initiator != address else { return ([], nil) }
        let isForUs = frame.destination == address
        guard isForUs || frame.isBroadcast else { return ([], nil) }
        switch message {
        case .standby:
            loseSource()
            return ([], frame.initiator == .television ? .standby : nil)
        case .givePowerStatus where isForUs:
            return ([answer(frame, .reportPowerStatus(isOff ? .standby : .on))], nil)
        case .reportPowerStatus(let power):
            guard frame.initiator == .television, power != .toStandby else { return ([], nil) }
            if power == .standby { mayBeShown = false }
            return ([], power == .standby ? .standby : .on)
        case .requestActiveSource where frame.isBroadcast:
            // Televisions ask as they come on.
            let isTelevision = frame.initiator == .television
            return (isSource && !isOff ? [announcement(address)] : [], isTelevision && !isOff ? .on : nil)
        case .setStreamPath(let chosen) where frame.isBroadcast:
            return choose(chosen, address)
        case .routingChange(_, let chosen) where frame.isBroadcast,
            .routingInformation(let chosen) where frame.isBroadcast:
            if chosen == physicalAddress { mayBeShown = true } else { loseSource() }
            return ([], chosen == physicalAddress ? .chosen : .otherSource)
        case .activeSource(let other) where frame.isBroadcast:
            // A television announces itself as it comes on, and as a person leaves the machine for a channel. The one
            // that has said nothing yet was on before.
            let showedUs = mayBeShown && !isOff
            loseSource()
            if frame.initiator == .television { return ([], showedUs ? .otherSource : .on) }
            return ([], other == physicalAddress ? nil : .otherSource)
        case .keyPressed, .keyReleased, .featureAbort, .imageViewOn, .textViewOn, .inactiveSource,
            .reportPhysicalAddress,
            .setName:
            return ([], nil)
        default:
            let isRefused = isForUs && frame.initiator != .all && !Self.answeredByKernel.contains(frame.bytes[0])
            return (isRefused ? [answer(frame, .featureAbort(opcode: frame.bytes[0], reason: 0))] : [], nil)
        }
    }

    /// The opcodes that the kernel answers: give a physical address, a name, a vendor or a version, and abort; and the
    /// answers of other devices to them.
    private static let answeredByKernel: Set<UInt8> = [0x83, 0x46, 0x8c, 0x9f, 0xff, 0x9e, 0x87]

    private mutating func choose(_ chosen: CECPhysicalAddress, _ address: CECLogicalAddress) -> (
        [CECFrame], PowerReport?
    ) {
        guard chosen == physicalAddress, physicalAddress != .none else {
            loseSource()
            return ([], .otherSource)
        }
        // A screen that is off on purpose does not become the source: that would wake receivers.
        guard !isOff else { return ([], .chosen) }
        becomeSource()
        return ([announcement(address)], .chosen)
    }

    private func answer(_ frame: CECFrame, _ message: CECMessage) -> CECFrame {
        CECFrame(from: frame.destination, to: frame.initiator, message)
    }

    private func announcement(_ address: CECLogicalAddress) -> CECFrame {
        CECFrame(from: address, to: .all, .activeSource(physicalAddress))
    }
}
