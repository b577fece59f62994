import KMS
import Synchronization

/// Who the displays of all cards say they are, so that two of one identity are kept apart wherever they are connected.
///
/// The first that says an identity has it; who says it meanwhile is its twin.
final class IdentityClaims: Sendable {
    /// By inventory.
    private let claims = Mutex<[UInt64: Set<ScreenIdentity>]>([:])

    /// Has a card's inventory take something in, one card at a time: of two that hear of one identity, one is the first.
    func take(
        _ state: CardState, lit: [ConnectorID: Inventory.Lit], into inventory: inout Inventory
    ) -> [Inventory.Step] {
        claims.withLock { claims in
            claims[inventory.session] = nil
            let elsewhere = claims.values.reduce(into: Set()) { $0.formUnion($1) }
            let steps = inventory.take(state, lit: lit, elsewhere: elsewhere)
            claims[inventory.session] = inventory.identities
            return steps
        }
    }

    /// The displays of a card that has gone, or that is no longer looked at, say nothing any more.
    func release(_ inventory: Inventory) {
        claims.withLock { $0[inventory.session] = nil }
    }
}
