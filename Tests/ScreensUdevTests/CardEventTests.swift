import Testing

@testable import ScreensUdev

@Suite struct CardEventTests {
    @Test(
        arguments: [
            ("add", [:], .added),
            ("remove", [:], .removed),
            ("change", ["HOTPLUG": "1"], .hotplug(connector: nil)),
            ("change", ["HOTPLUG": "1", "CONNECTOR": "42"], .hotplug(connector: 42)),
            ("change", ["HOTPLUG": "1", "CONNECTOR": "all"], .hotplug(connector: nil)),
            ("change", ["SYNTH_ARG_HOTPLUG": "1", "SYNTH_UUID": "0"], .hotplug(connector: nil)),
            ("change", ["HOTPLUG": "1", "CONNECTOR": "42", "PROPERTY": "55"], .propertyChange),
            ("change", ["CONNECTOR": "42", "PROPERTY": "55"], nil),
            ("change", ["SYNTH_UUID": "0"], nil),
            ("change", ["LEASE": "1"], nil),
            ("change", [:], nil),
            ("bind", [:], nil),
            ("change", ["WEDGED": "rebind,bus-reset"], .wedged),
            ("change", ["WEDGED": "unknown"], .wedged),
            // The driver has reset the card already, so it is not removed and added again.
            ("change", ["WEDGED": "none"], .reset),
            ("change", ["WEDGED": "none", "HOTPLUG": "1"], .reset),
        ] as [(String, [String: String], CardEvent.Action?)])
    func eventsOfUdevHaveAMeaning(_ action: String, _ properties: [String: String], _ meaning: CardEvent.Action?) {
        #expect(CardEvent.Action(udev: action) { properties[$0] } == meaning)
    }
}
