import Testing

@testable import Screens

/// A card is held exactly while something is requested on it.
@Suite struct CardHoldTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let connectors: [CardHold.Connector]
        let hold: CardHold

        init(_ name: String, _ connectors: [CardHold.Connector], _ hold: CardHold) {
            testDescription = name
            self.connectors = connectors
            self.hold = hold
        }
    }

    private static let now = MonotonicTime(nanoseconds: 1_000)
    private static let later = MonotonicTime(nanoseconds: 2_000)
    private static let latest = MonotonicTime(nanoseconds: 3_000)
    private static let earlier = MonotonicTime(nanoseconds: 500)

    private static func connected(isSelected: Bool, isOff: Bool = false) -> CardHold.Connector {
        CardHold.Connector(isConnected: true, isSelected: isSelected, isOff: isOff)
    }

    private static func left(
        _ end: MonotonicTime? = later, isOff: Bool = false, isReserved: Bool? = nil, isPresent: Bool = true
    ) -> CardHold.Connector {
        CardHold.Connector(
            isPresent: isPresent, isConnected: false, isSelected: end != nil, isOff: isOff, isReserved: isReserved,
            contentEnd: end)
    }

    static let cases = [
        Case("no connectors", [], .free),
        Case("a display that is not selected", [connected(isSelected: false)], .free),
        Case("a display that is not selected, and to be off", [connected(isSelected: false, isOff: true)], .free),
        Case("a selected display", [connected(isSelected: false), connected(isSelected: true)], .held),
        Case("a selected display that is off on purpose", [connected(isSelected: true, isOff: true)], .held),
        Case("an empty connector", [left(nil)], .free),
        Case("an empty connector that is named", [left(nil, isReserved: true)], .held),
        Case("a display that left, while its content is kept", [left()], .heldUntil(later)),
        Case("two of them", [left(latest), left(later)], .heldUntil(latest)),
        Case("a display that left, and its content has ended", [left(earlier)], .free),
        Case("a display that left at this moment without a time to keep it", [left(now)], .free),
        Case("a display that left while it was off", [left(earlier, isOff: true)], .held),
        Case("a display that left, of a connector that is named", [left(earlier, isReserved: true)], .held),
        Case(
            "a display that left while it was off, and is no longer requested",
            [left(earlier, isOff: true, isReserved: false)], .free),
        Case(
            "content is kept also if the connector is no longer requested",
            [left(later, isReserved: false)], .heldUntil(later)),
        Case(
            "a dock that left with its connector", [left(isOff: true, isReserved: true, isPresent: false)],
            .heldUntil(later)),
        Case("a dock that left long ago", [left(earlier, isOff: true, isPresent: false)], .free),
        Case("one display left and another is selected", [left(), connected(isSelected: true)], .held),
    ]

    @Test(arguments: cases) func itIsHeldForRequestsOnly(_ test: Case) {
        #expect(CardHold(for: test.connectors, at: Self.now) == test.hold)
    }
}
