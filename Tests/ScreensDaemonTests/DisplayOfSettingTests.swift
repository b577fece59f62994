import Glibc
import ScreensJSON
import ScreensVarlink
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// The display that a setting belongs to, while displays come and go, report their identity late, or share it.
@Suite struct DisplayOfSettingTests {
    private let folder = TemporaryFolder()

    /// - Parameter serial: the serial number in the EDID; 0 means none, and 1 is the placeholder of many manufacturers.
    private static func screen(serial: UInt8? = nil) throws -> SimulatedScreen {
        SimulatedScreen(
            modes: [try SimulatedMode(width: 64, height: 48, millihertz: 60_000)],
            edid: serial.map(DisplayBytes.edid) ?? [])
    }

    /// A daemon and its card, for a test in the place of clients and cables.
    private struct Machine {
        let daemon: Daemon
        let card: SimulatedCard

        func wait(_ condition: @Sendable ([Screen]) -> Bool) async throws { try await daemon.wait(condition) }

        func orientations() async -> [Orientation?] { await daemon.screens.map { $0.layout?.orientation } }
    }

    private func withDaemon(
        _ screens: [SimulatedScreen], _ body: (Machine) async throws -> Void
    ) async throws {
        let card = try SimulatedCard(name: "one", screens: screens)
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            let machine = Machine(daemon: daemon, card: card)
            try await machine.wait { $0.count == screens.count && $0.allSatisfy { $0.dark == nil } }
            try await body(machine)
        }
    }

    // MARK: A display that is replaced

    @Test(arguments: [false, true])
    func settingsOfADisplayThatWasReplacedAreAdopted(isByName: Bool) async throws {
        try await withDaemon([Self.screen(serial: 7), Self.screen(serial: 8)]) { machine in
            func adopt(_ identity: String) async throws {
                try await machine.daemon.call(
                    "Adopt", ["screen": "Virtual-2", "identity": .string(identity)])
            }
            // The manufacturer's name comes from udev's database, if there is one.
            let names = await machine.daemon.screens.compactMap { $0.identity?.name }
            let identity = isByName ? names[0] : "DEL:a0b1:-:7"
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try await machine.daemon.call("Save")
            // The display of the settings is connected, and keeps them.
            let refused = await #expect(throws: VarlinkError.self) { try await adopt(identity) }
            #expect(refused?.name == "screens.Manager.InvalidValue")
            #expect(await machine.orientations() == [.clockwise, .upright])
            let unknown = await #expect(throws: VarlinkError.self) { try await adopt("another") }
            #expect(unknown?.parameters["remedy"]?.string == "no absent display has saved settings")

            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.count == 1 }
            let another = await #expect(throws: VarlinkError.self) { try await adopt("another") }
            #expect(another?.name == "screens.Manager.NothingToAdopt")
            #expect(another?.parameters["remedy"]?.string?.hasSuffix(": 'DEL:a0b1:-:7'") == true)
            try await adopt(identity)
            #expect(await machine.orientations() == [.clockwise])
            let saved = try StateFolder(path: folder / "state").saved.read()
            #expect(saved.entries.map(\.name) == [names[1]])
        }
    }

    // MARK: An EDID that comes late

    @Test func aSettingBelongsToItsDisplayWhenThatIsIdentifiedLater() async throws {
        try await withDaemon([Self.screen()]) { machine in
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1", confirmSeconds: 3600)
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 7))
            try await machine.wait { $0.first?.identity != nil }
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == ["rotate": 90])
            #expect(try await machine.daemon.confirm("Virtual-1"))
            #expect(await machine.orientations() == [.clockwise])
            // The same display on another connector.
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try machine.card.plugBeside(Self.screen(serial: 7))
            try await machine.wait { $0.map(\.name) == ["Virtual-2"] && $0.first?.dark == nil }
            #expect(await machine.orientations() == [.clockwise])
            try await machine.daemon.reset("Virtual-2")
            #expect(try await machine.daemon.overrides(of: "Virtual-2") == [:])
            #expect(await machine.orientations() == [.upright])
        }
    }

    /// The library treats its settings in the same way.
    @Test func settingsOfAKnownDisplayStayWhenItIsIdentifiedLate() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 180], on: "Virtual-1")
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try machine.card.plug(try Self.screen())
            try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 7))
            try await machine.wait { $0.first?.identity != nil }
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == ["rotate": 180])
            #expect(await machine.orientations() == [.upsideDown])
        }
    }

    @Test func aSettingOfAnEmptyConnectorAppliesToTheNextDisplay() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try machine.card.plug(try Self.screen(serial: 8))
            try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            #expect(await machine.orientations() == [.clockwise])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == ["rotate": 90])
            try await machine.daemon.reset("Virtual-1")
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == [:])
            #expect(await machine.orientations() == [.upright])
        }
    }

    @Test func aSettingDoesNotStayForAnotherDisplayOnTheConnector() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try machine.card.plug(try Self.screen(serial: 8))
            try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            #expect(await machine.orientations() == [.upright])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == [:])
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 7))
            try await machine.wait { $0.first?.layout?.orientation == .clockwise }
        }
    }

    /// The setting was meant for one display. The next display there does not get it.
    @Test func aSettingOfAnEmptyConnectorGoesToTheFirstDisplayThatComes() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 8))
            try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 9))
            try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            #expect(await machine.orientations() == [.upright])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == [:])
        }
    }

    @Test(arguments: [false, true]) func settingsOfADisplayAreItsOwnThoughItsConnectorHadSettings(
        isIdentifiedLate: Bool
    ) async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            if isIdentifiedLate {
                try machine.card.replace("Virtual-1", with: try Self.screen())
                try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            }
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 8))
            try await machine.wait { $0.first?.identity != nil && $0.first?.dark == nil }
            try await machine.daemon.set(["reflect": true], on: "Virtual-1")
            // The display has both settings on another connector. The next display on its former connector has none.
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try machine.card.plugBeside(Self.screen(serial: 8))
            try await machine.wait { $0.map(\.name) == ["Virtual-2"] && $0.first?.dark == nil }
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 9))
            try await machine.wait { $0.count == 2 && $0.allSatisfy { $0.dark == nil } }
            #expect(try await machine.daemon.overrides(of: "Virtual-2") == ["rotate": 90, "reflect": true])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == [:])
            _ = try await machine.daemon.call("Save")
            let saved = try StateFolder(path: folder / "state").saved.read().entries.map(\.match)
            #expect(!saved.isEmpty && saved.allSatisfy { $0.identity != nil && $0.connector == nil })
        }
    }

    @Test func aKnownDisplayHasItsOwnSettingsOnAConnectorWithSettings() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 180], on: "Virtual-1")
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.isEmpty }
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 7))
            try await machine.wait { $0.first?.dark == nil && $0.count == 1 }
            #expect(await machine.orientations() == [.upsideDown])
            // The settings of the connector do not return.
            try await machine.daemon.reset("Virtual-1")
            #expect(await machine.orientations() == [.upright])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == [:])
        }
    }

    // MARK: Twins

    @Test func aSettingIsFoundWhenATwinComes() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1", confirmSeconds: 3600)
            try machine.card.plug(try Self.screen(serial: 7))
            try await machine.wait { $0.count == 2 && $0.allSatisfy { $0.dark == nil } }
            #expect(await machine.orientations() == [.clockwise, .upright])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == ["rotate": 90])
            #expect(try await machine.daemon.overrides(of: "Virtual-2") == [:])
            #expect(try await machine.daemon.confirm("Virtual-1"))
            try await machine.daemon.set(["rotate": 180], on: "Virtual-2")
            try await machine.daemon.reset("Virtual-1")
            #expect(await machine.orientations() == [.upright, .upsideDown])
        }
    }

    @Test(arguments: ["Virtual-1", "Virtual-2"]) func aSettingIsFoundWhenATwinLeaves(_ screen: String) async throws {
        try await withDaemon([Self.screen(serial: 7), Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 90], on: screen)
            try machine.card.unplug(screen == "Virtual-1" ? "Virtual-2" : "Virtual-1")
            try await machine.wait { $0.map(\.name) == [screen] }
            #expect(try await machine.daemon.overrides(of: screen) == ["rotate": 90])
            try await machine.daemon.reset(screen)
            #expect(await machine.orientations() == [.upright])
        }
    }

    /// The case of a power cut after which one of them takes longer to start.
    @Test func twinsThatReturnInAnotherOrderHaveTheirSettings() async throws {
        try await withDaemon([Self.screen(serial: 7), Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try await machine.daemon.set(["rotate": 180], on: "Virtual-2")
            try machine.card.unplug("Virtual-1")
            try machine.card.unplug("Virtual-2")
            try await machine.wait { $0.isEmpty }
            try machine.card.replace("Virtual-2", with: try Self.screen(serial: 7))
            try await machine.wait { $0.count == 1 && $0.allSatisfy { $0.dark == nil } }
            #expect(await machine.orientations() == [.upsideDown])
            try machine.card.replace("Virtual-1", with: try Self.screen(serial: 7))
            try await machine.wait { $0.count == 2 && $0.allSatisfy { $0.dark == nil } }
            #expect(await machine.orientations() == [.clockwise, .upsideDown])
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == ["rotate": 90])
            #expect(try await machine.daemon.overrides(of: "Virtual-2") == ["rotate": 180])
        }
    }

    @Test func settingsOfTwinsAreSavedWithTheirConnectors() async throws {
        try await withDaemon([Self.screen(serial: 7)]) { machine in
            try await machine.daemon.set(["rotate": 90], on: "Virtual-1")
            try machine.card.plug(try Self.screen(serial: 7))
            try await machine.wait { $0.count == 2 && $0.allSatisfy { $0.dark == nil } }
            _ = try await machine.daemon.call("Save")
            #expect(try await machine.daemon.overrides(of: "Virtual-1") == [:])
            await machine.daemon.waitForPass()
            #expect(await machine.orientations() == [.clockwise, .upright])
        }
    }

    // MARK: Serial numbers that are placeholders

    @Test func displaysWithAPlaceholderHaveSettingsOfTheirOwn() async throws {
        try await withDaemon([Self.screen(serial: 1), Self.screen(serial: 1)]) { machine in
            try await machine.daemon.set(["rotate": 90], on: "Virtual-2", confirmSeconds: 3600)
            #expect(await machine.orientations() == [.upright, .clockwise])
            try machine.card.unplug("Virtual-1")
            try await machine.wait { $0.map(\.name) == ["Virtual-2"] }
            #expect(try await machine.daemon.overrides(of: "Virtual-2") == ["rotate": 90])
            #expect(try await machine.daemon.confirm("Virtual-2"))
        }
    }
}

extension SimulatedCard {
    /// Plugs a display into a second connector.
    fileprivate func plugBeside(_ screen: SimulatedScreen) throws {
        let place = SimulatedScreen(modes: [])
        let first = try plug(place)
        try plug(screen)
        try unplug(first)
    }
}
