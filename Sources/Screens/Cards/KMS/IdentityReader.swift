import ScreensEDID
import ScreensUdev
import Synchronization

/// Reads identities from EDIDs, each EDID once: a card is read often, and its displays stay the same.
final class IdentityReader: Sendable {
    /// The number of EDIDs that are remembered. A card sees more displays than it has connectors only over months.
    private static let capacity = 64

    private let known = Mutex<[[UInt8]: ScreenIdentity?]>([:])

    /// The identity in an EDID; nil if the EDID is empty or not valid.
    func identity(in edid: [UInt8]) -> ScreenIdentity? {
        guard !edid.isEmpty else { return nil }
        return known.withLock { known in
            if let identity = known[edid] { return identity }
            if known.count >= Self.capacity { known = [:] }
            let identity = (try? DisplayDescription(decoding: edid)).map { description in
                let display = description.identity
                return ScreenIdentity(display, vendor: display.make.flatMap(HardwareDatabase.vendor))
            }
            known[edid] = .some(identity)
            return identity
        }
    }
}
