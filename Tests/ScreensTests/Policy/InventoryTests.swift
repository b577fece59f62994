import ScreensKMS
import Testing

@testable import Screens

@Suite struct InventoryTests {
    private static let mode = ScreenMode.make(0, 640, 480, 60)
    private static let larger = ScreenMode.make(1, 800, 600, 60)

    /// An inventory, and the states that it is compared with.
    private struct Card {
        private(set) var inventory = Inventory(card: "/dev/dri/card0", session: 1)
        private var states: [ConnectorID: ConnectorState] = [:]

        mutating func take(_ state: CardState, modesets: [ConnectorID: Inventory.Modeset] = [:]) -> [Inventory.Step] {
            let steps = inventory.take(state, after: states, modesets: modesets)
            for connector in state.connectors { states[connector.id] = connector }
            return steps
        }
    }

    /// Returns a card after a first state.
    private func card(after state: CardState) -> Card {
        var card = Card()
        _ = card.take(state)
        return card
    }

    private func key(_ connector: ConnectorID, _ identity: ScreenIdentity? = nil) -> DisplayKey {
        DisplayKey(identity: identity, connector: "card0/HDMI-A-\(connector)")
    }

    @Test func aConnectionHasOneIDUntilItEnds() {
        var card = card(after: .make(.make(1)))
        let first = card.inventory.screenID(1)
        #expect(card.take(.make(.make(1, modes: [Self.mode, Self.larger]))) == [.changed(1)])
        #expect(card.inventory.screenID(1) == first)
        #expect(card.take(.make(.make(1, .disconnected))) == [.left(1, key(1))])
        #expect(card.take(.make(.make(1))) == [.came(1)])
        #expect(card.inventory.screenID(1) != first)
    }

    @Test func disconnectsComeBeforeConnects() {
        var card = card(after: .make(.make(1, .disconnected), .make(2)))
        #expect(
            card.take(.make(.make(1), .make(2, .disconnected))) == [.left(2, key(2)), .came(1)])
    }

    @Test func aConnectorThatVanishesWithItsDockIsDisconnected() {
        var card = card(after: .make(.make(1), .make(2)))
        #expect(card.take(.make(.make(1))) == [.left(2, key(2))])
        #expect(card.take(.make(.make(1))).isEmpty)
    }

    @Test(arguments: [ScreenKind.nonDesktop, .writeback])
    func headsetsAndWritebackAreNotScreens(_ kind: ScreenKind) {
        var card = Card()
        #expect(card.take(.make(.make(1, kind: kind))).isEmpty)
    }

    @Test func displaysWithTheSameIdentityAreDistinguished() {
        let sign = ScreenIdentity.sign("1")
        let twin = DisplayKey(identity: sign, connector: "card0/HDMI-A-2", isTwin: true)
        var card = card(after: .make(.make(1, identity: sign), .make(2)))
        #expect(card.inventory.key(of: 1) == key(1, sign))
        // The identity comes late.
        #expect(
            card.take(.make(.make(1, identity: sign), .make(2, identity: sign)))
                == [.identified(2, from: key(2), to: twin)])
        #expect(card.inventory.key(of: 1) != card.inventory.key(of: 2))
        #expect(card.inventory.isTwin(2) && !card.inventory.isTwin(1))
        // The display that stays keeps its key.
        #expect(card.take(.make(.make(2, identity: sign))) == [.left(1, key(1, sign))])
        #expect(card.inventory.key(of: 2) == twin)
        // A display without a twin is recognized on any connector.
        _ = card.take(.make())
        #expect(card.take(.make(.make(2, identity: sign))) == [.came(2)])
        #expect(card.inventory.key(of: 2) == key(1, sign))
    }

    /// The kernel makes another connector, with another name, for each plug of a DisplayPort hub.
    @Test(arguments: [(nil, "mst:95-1"), (.sign(nil), "mst:95-1")] as [(ScreenIdentity?, String)])
    func aDisplayWithoutASerialIsRecognizedByItsPathBehindAHub(_ identity: ScreenIdentity?, _ path: String) {
        var card = card(
            after: .make(.make(1, identity: identity, path: path), .make(2, identity: identity, path: "mst:95-2")))
        let (first, second) = (card.inventory.key(of: 1), card.inventory.key(of: 2))
        #expect(first != second)
        _ = card.take(
            .make(.make(3, identity: identity, path: "mst:95-2"), .make(4, identity: identity, path: path)))
        #expect(card.inventory.key(of: 4) == first && card.inventory.key(of: 3) == second)
    }

    /// The blob of a `PATH` may go between the call that names it and the call that reads it.
    @Test func aPathThatIsNotReportedForOnceIsStillKnown() {
        var card = card(after: .make(.make(1, path: "mst:95-1")))
        let key = card.inventory.key(of: 1)
        #expect(card.take(.make(.make(1))) == [])
        #expect(card.inventory.key(of: 1) == key && key != self.key(1))
    }

    @Test func aPathThatIsReportedLateTakesTheDataAlong() throws {
        var card = card(after: .make(.make(1)))
        let steps = card.take(.make(.make(1, path: "mst:95-1")))
        let own = try #require(card.inventory.key(of: 1))
        #expect(steps == [.identified(1, from: key(1), to: own)])
        #expect(own == DisplayKey(identity: nil, connector: "card0/mst:95-1"))
    }

    /// The documents show a dock with two displays of one model, before and after a replug.
    @Test func displaysBehindADockAreRecognizedInTheOutputOfDrmInfo() throws {
        func connector(_ id: Int, _ path: String) -> String {
            """
            {"id": \(id), "type": 10, "status": 1, "modes": [{"hdisplay": 1920, "vdisplay": 1080}],\
             "properties": {"PATH":
            {"id": 3, "flags": 20, "immutable": true, "raw_value": \(id + 100), "data": "\(path)"}}}
            """
        }
        func state(_ connectors: String...) throws -> CardState {
            let text = #"{"/dev/dri/card0": {"connectors": [\#(connectors.joined(separator: ","))], "crtcs": [{}]}}"#
            let document = try #require(CardDocument(decoding: Array(text.utf8)).cards.first).snapshot
            return CardState(document, isFresh: true, IdentityReader()) { document.blobs[$0] }
        }
        var card = card(after: try state(connector(110, "mst:95-1"), connector(120, "mst:95-8")))
        let (first, second) = (card.inventory.key(of: 110), card.inventory.key(of: 120))
        #expect(first == DisplayKey(identity: nil, connector: "card0/mst:95-1") && second != first)
        _ = card.take(try state(connector(131, "mst:95-8"), connector(139, "mst:95-1")))
        #expect(card.inventory.key(of: 139) == first && card.inventory.key(of: 131) == second)
    }

    @Test func aDisplayWithASerialIsRecognizedOnAnyPath() {
        var card = card(after: .make(.make(1, identity: .sign("1"), path: "mst:95-1")))
        let key = card.inventory.key(of: 1)
        _ = card.take(.make(.make(2, identity: .sign("1"))))
        #expect(card.inventory.key(of: 2) == key)
    }

    @Test(
        arguments: [
            (nil, nil, false), (nil, .sign("1"), false), (.sign("1"), nil, false), (.sign("1"), .sign("1"), false),
            (.sign(nil), .sign(nil), false), (.sign("1"), .sign("2"), true), (.sign(nil), .sign("1"), true),
        ] as [(ScreenIdentity?, ScreenIdentity?, Bool)])
    func anotherIdentityIsAnotherDisplay(_ old: ScreenIdentity?, _ new: ScreenIdentity?, _ isAnother: Bool) {
        var card = card(after: .make(.make(1, identity: old)))
        let before = card.inventory.screenID(1)
        let steps = card.take(.make(.make(1, identity: new)))
        let isIdentified = old == nil && new != nil
        let expected: [Inventory.Step] =
            isAnother
            ? [.left(1, key(1, old)), .came(1)]
            : isIdentified ? [.identified(1, from: key(1), to: key(1, new))] : []
        #expect(steps == expected)
        #expect((card.inventory.screenID(1) != before) == isAnother)
    }

    @Test func anIdentityIsKeptWhileTheDisplayReportsNone() {
        var card = card(after: .make(.make(1, edid: [1], identity: .sign("1"))))
        #expect(card.take(.make(.make(1))) == [.changed(1)])
        #expect(card.inventory.identity(1) == .sign("1"))
        #expect(
            card.take(.make(.make(1, identity: .sign("2")))) == [
                .left(1, key(1, .sign("1"))), .came(1),
            ])
    }

    @Test func theSameDisplayWithOtherBytesHasChanged() {
        var card = card(after: .make(.make(1, edid: [1], identity: .sign("1"))))
        #expect(card.take(.make(.make(1, edid: [2], identity: .sign("1")))) == [.changed(1)])
    }

    @Test func anUnknownConnectorIsAScreenIfItHasModes() {
        var card = card(after: .make(.make(1, .unknown), .make(2, .unknown, modes: [])))
        #expect(card.take(.make()) == [.left(1, key(1))])
    }

    @Test func modesThatComeLaterAreAChange() {
        var card = card(after: .make(.make(1, modes: [])))
        #expect(card.take(.make(.make(1))) == [.changed(1)])
    }

    /// A driven screen after a hotplug: the state of the connector, whether the pipe is on, and the steps.
    @Test(
        arguments: [
            ("without a change", .make(1, current: mode), true, []),
            ("the pipe is off", .make(1, current: mode), false, [.overridden(1)]),
            ("the CRTC is off", .make(1), true, [.overridden(1)]),
            (
                "the CRTC runs another mode", .make(1, modes: [mode, larger], current: larger), true,
                [.overridden(1), .changed(1)]
            ),
            ("the link is bad", .make(1, current: mode, isLinkBad: true), true, [.overridden(1), .changed(1)]),
            (
                "its mode has disappeared", .make(1, modes: [larger], current: mode), true,
                [.overridden(1), .changed(1)]
            ),
            ("there are better modes", .make(1, modes: [mode, larger], current: mode), true, [.changed(1)]),
            ("it no longer has modes", .make(1, modes: [], current: mode), true, [.overridden(1), .changed(1)]),
            (
                "its display was disconnected", .make(1, .disconnected, modes: []), true,
                [.left(1, DisplayKey(identity: nil, connector: "card0/HDMI-A-1"))]
            ),
        ] as [(String, ConnectorState, Bool, [Inventory.Step])])
    func aModesetIsOnlyNeededIfTheLastOneIsOverridden(
        _ name: String, _ answer: ConnectorState, _ isOn: Bool, _ steps: [Inventory.Step]
    ) {
        var card = card(after: .make(.make(1)))
        let modesets = [
            1 as ConnectorID: Inventory.Modeset(timings: Self.mode.timings, isModeListed: true, isOn: isOn)
        ]
        #expect(card.take(.make(answer), modesets: modesets) == steps, "\(name)")
        if steps.isEmpty || steps == [.changed(1)] {
            #expect(card.take(.make(answer), modesets: modesets).isEmpty, "\(name), read again")
        }
    }

    /// A mode that the display does not list, set by ``ModePolicy/custom(_:)``: another list says nothing about it.
    @Test(
        arguments: [
            ("one mode more", [mode, larger], [.changed(1)]), ("another mode", [larger], [.changed(1)]),
            ("no modes", [], [.overridden(1), .changed(1)]), ("the same modes", [mode], []),
        ] as [(String, [ScreenMode], [Inventory.Step])])
    func aCustomModeStaysWhenTheListOfModesChanges(_ name: String, _ modes: [ScreenMode], _ steps: [Inventory.Step]) {
        var card = card(after: .make(.make(1)))
        let custom = ScreenMode.make(1, 1024, 768, 60)
        let modesets = [
            1 as ConnectorID: Inventory.Modeset(timings: custom.timings, isModeListed: false, isOn: true)
        ]
        #expect(card.take(.make(.make(1, modes: modes, current: custom)), modesets: modesets) == steps, "\(name)")
    }
}
