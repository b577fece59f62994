import ScreensEDID
import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents
@testable import ScreensDaemon

/// The table of screens as connectors and displays come and go.
@Suite struct ScreenRecordsTests {
    init() {
        MainLoop.thread
    }

    @MainLoop private func records(_ overrides: RuntimeOverrides = RuntimeOverrides()) -> ScreenRecords {
        let log = EventLog(LogOutput(isJournal: false))
        let kit = VideoKit(observing: VideoKit.Settings())
        let contents = ContentEnvironment(kit, ScreenPlaces(), PictureSettings(), log)
        return ScreenRecords(ScreenEnvironment(contents, ConfigurationPasses(), .unsaved(contents.log)), overrides)
    }

    /// - Parameter connection: the number of the display's connection; nil without one.
    private func screen(
        _ name: String, connection: UInt64?, serial: String? = nil
    ) -> Screen {
        let display = serial.map { DisplayIdentity(make: "DEL", productCode: 1, model: "U2410", serial: $0) }
        let connector = ConnectorID(rawValue: name == "A" ? 1 : 2)
        return Screen(
            id: ScreenID(card: "card0", connector: connector, session: 1, connection: connection ?? 0), name: name,
            card: "card0", driver: "i915", connector: connector, status: connection == nil ? .disconnected : .connected,
            role: .external, kind: .display, identity: display.map { ScreenIdentity($0, vendor: nil) }, edid: [],
            physicalSize: nil, availableModes: [], currentMode: nil, layout: nil, mirrorSource: nil, dark: nil,
            isStale: false)
    }

    @Test @MainLoop func displaysComeAndLeaveAndTheRecordStays() {
        let records = records()
        let other = screen("B", connection: 7)
        _ = records.take([screen("A", connection: nil), other])
        let (record, beside) = (records.named("card0/A"), records.named("card0/B"))
        #expect(record?.isPresent == true && record?.hasDisplay == false)
        let first = screen("A", connection: 1)
        _ = records.take([first, other])
        #expect(records.connected.map(\.name) == ["card0/A", "card0/B"])
        for record in records.connected {
            _ = record.take(isLit: true)
            record.content.show(.color(.white), or: .none, on: record.screen, isOff: false)
        }
        // Another connection came between two readings.
        _ = records.take([screen("A", connection: 2), other])
        #expect(record?.hasDisplay == true && record?.isLit == true && record?.content.isKnown == true)
        _ = records.take([screen("A", connection: nil), other])
        #expect(record?.isPresent == true && record?.hasDisplay == false && record?.isLit == false)
        #expect(record?.content.isKnown == false)
        _ = records.take([other])
        #expect(record?.isPresent == false && records.connected.map(\.name) == ["card0/B"])
        _ = records.take([screen("A", connection: 3), other])
        #expect(records.connected.first === record && record?.isLit == false)
        #expect(beside?.isLit == true && beside?.content.state == .shown)
    }

    @Test @MainLoop func anotherConnectionIsAnotherDisplay() {
        let records = records()
        let first = screen("A", connection: 1)
        _ = records.take([first])
        #expect(records[first]?.display(of: first) == DisplayKey(first))
        let second = screen("A", connection: 2, serial: "2")
        _ = records.take([second])
        #expect(records[first] === records[second])
        #expect(records[first]?.display(of: first) == DisplayKey(first))
        #expect(records[first]?.display(of: second) == DisplayKey(second))
    }

    @Test @MainLoop func recordsFollowTheOrderOfTheConnectorsAndAbsentScreensComeLast() {
        let records = records()
        _ = records.take([screen("A", connection: nil), screen("B", connection: nil)])
        _ = records.take([screen("B", connection: nil)])
        #expect(records.all.map(\.name) == ["card0/B", "card0/A"])
        _ = records.take([screen("B", connection: nil), screen("A", connection: nil)])
        #expect(records.all.map(\.name) == ["card0/B", "card0/A"])
        #expect(records.all.allSatisfy { $0.isPresent && !$0.hasDisplay })
        _ = records.take([screen("A", connection: 1), screen("B", connection: nil)])
        #expect(records.all.map(\.name) == ["card0/A", "card0/B"])
        #expect(records.connected.map(\.name) == ["card0/A"])
    }

    @Test @MainLoop func aScreenThatWasNotTakenHasNoRecord() {
        let records = records()
        #expect(records[screen("A", connection: 1)] == nil)
        #expect(records.all.isEmpty)
    }

    @Test @MainLoop func settingsOfAConnectorMoveToTheDisplayThatIsIdentifiedThere() {
        let overrides = RuntimeOverrides()
        let records = records(overrides)
        var settings = ScreenOverrides()
        settings.dim = 5
        let before = screen("A", connection: 1)
        _ = records.take([before])
        overrides.set(settings, of: DisplayKey(before))
        let identified = screen("A", connection: 1, serial: "1")
        for one in records.take([identified]) { overrides.move(one.former, to: one.display) }
        #expect(overrides[identified].overrides == settings)
        // A call that began before finds the settings too.
        #expect(records[before]?.display(of: before) == DisplayKey(identified))
        // Another display does not get the settings.
        let other = screen("A", connection: 2, serial: "2")
        for one in records.take([other]) { overrides.move(one.former, to: one.display) }
        #expect(overrides[other].overrides == ScreenOverrides())
        #expect(records[other]?.display(of: identified) == DisplayKey(identified))
        #expect(overrides[identified].overrides == settings)
    }
}
