import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

/// Contents in zones.
struct LayoutContentTests {
    private static let (red, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x0000FF))

    init() { MainLoop.thread }

    @MainLoop private func content(_ zones: String, on recorder: ContentRecorder) throws -> any Content {
        let text = "default.content = { layout = [\(zones)], background = '#102030' }"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        let setting = try #require(reading.configuration.defaults.content, "\(reading.problems)")
        return try #require(setting.makeContent(on: recorder.output, ContentRecorder.sources()))
    }

    @Test @MainLoop func eachZoneHasItsContentInPicturesOfAllShapes() throws {
        let recorder = ContentRecorder()
        let zones = "{ color = '#F00', area = '0 0 70% 90%' }, { color = '#00F', area = '70% 0 30% 90%' }"
        let content = try content(zones, on: recorder)
        content.update(.sample(0))
        #expect(recorder.states == [.waiting, .shown])
        for (width, height) in [(100, 50), (50, 100), (7, 3), (1, 1)] {
            let easel = Easel(width, height, try #require(recorder.shown.last))
            easel.draw()
            let picture = easel.picture
            let (x, y) = ((7000 * width + 5000) / 10_000, (9000 * height + 5000) / 10_000)
            for column in 0..<width {
                for row in 0..<height {
                    let color = row >= y ? Color(rgb: 0x102030) : column < x ? Self.red : Self.blue
                    #expect(picture[column, row] == color, "\(column),\(row) of \(width)x\(height)")
                }
            }
        }
    }

    @Test @MainLoop func aZoneThatChangesLeavesTheOthersUndrawn() throws {
        let recorder = ContentRecorder()
        let zones = "{ color = '#F00', area = '0 0 50% 100%' }, { ticker = 'x', area = '50% 50% 50% 50%' }"
        let content = try content(zones, on: recorder)
        content.update(.sample(0))
        var drawn = try #require(recorder.shown.last)
        var view = try OffscreenView(size: Size(width: 80, height: 20))
        view.draw { _ = drawn.draw(ContentFrame(), on: &$0) }
        let (before, upper) = (view.picture, Rectangle(x: 0, y: 0, width: 80, height: 10))
        view.draw { view in
            let outcome = drawn.draw(ContentFrame(number: 1, isComplete: false), on: &view)
            #expect(outcome.next == .nextRefresh)
        }
        let changes = view.picture.differences(from: before)
        #expect(!changes.isEmpty && changes.allSatisfy { $0.x >= 40 && !upper.contains($0) })
    }

    @Test @MainLoop func aStillLayoutIsDrawnOnce() throws {
        let recorder = ContentRecorder()
        let content = try content("{ color = '#F00', area = '0 0 50% 100%' }", on: recorder)
        content.update(.sample(0))
        let easel = Easel(80, 20, try #require(recorder.shown.last))
        easel.draw()
        #expect(easel.next == .whenNeeded)
        #expect(easel.draw().isEmpty)
        #expect(content.nextChange == nil)
    }

    @Test @MainLoop func aZoneThatCannotBeShownSaysWhyAndTheOthersGoOn() async throws {
        let recorder = ContentRecorder()
        let zones = "{ image = '/missing/1.png', area = '0 0 50% 100%' }, { color = '#00F', area = '50% 0 50% 100%' }"
        let content = try content(zones, on: recorder)
        content.update(.sample(0))
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(recorder.omissions.first?.first.contains("zone 1 (/missing/1.png)") == true)
        let easel = Easel(400, 20, try #require(recorder.shown.last))
        easel.draw()
        #expect(easel.picture[399, 0] == Self.blue)
        let picture = easel.picture
        #expect((0..<20).contains { row in (0..<200).contains { picture[$0, row] == .white } }, "the words")
    }

    @Test @MainLoop func aLayoutWithoutAnyZoneThatCanBeShownHasFailed() async throws {
        let recorder = ContentRecorder()
        let content = try content("{ image = '/missing/1.png', area = '0 0 50% 100%' }", on: recorder)
        content.update(.sample(0))
        try await eventually("it has failed") {
            if case .failed? = recorder.states.last { true } else { false }
        }
    }

    @Test @MainLoop func aLayoutOfManyPicturesIsShown() async throws {
        let (files, recorder) = (try SampleFolder(), ContentRecorder())
        let names = (0..<12).map { "\($0).png" }
        for name in names { try files.add(name) }
        let zones = names.enumerated().map { "{ image = '\(files.path(of: $1))', area = '\($0 * 8)% 0 8% 100%' }" }
        let content = try content(zones.joined(separator: ", "), on: recorder)
        content.update(.sample(0))
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(recorder.omissions.isEmpty)
        withExtendedLifetime(content) {}
    }

    @Test @MainLoop func aLayoutIsShownWhileItsZonesKeepTheirFormerPictures() async throws {
        let (files, recorder) = (try SampleFolder(), ContentRecorder())
        try files.add("1.png")
        let path = files.path(of: "1.png")
        let content = try content("{ image = '\(path)', area = '0 0 50% 100%' }", on: recorder)
        content.update(.sample(0))
        try await eventually("it is shown") { recorder.states.last == .shown }
        try WholeFile.write(Array("no picture".utf8), to: path)
        try await eventually("the problem is reported") { !recorder.omissions.isEmpty }
        #expect(recorder.states.last == .shown)
        #expect(recorder.omissions.first?.first.contains("zone 1 (\(path))") == true)
        withExtendedLifetime(content) {}
    }

    @Test @MainLoop func aZoneWithoutPixelsLeavesTheOthersShown() throws {
        let recorder = ContentRecorder()
        let zones = "{ color = '#F00', area = '0 0 99.99% 100%' }, { color = '#00F', area = '99.99% 0 0.01% 100%' }"
        let content = try content(zones, on: recorder)
        content.update(.sample(0))
        #expect(recorder.states == [.waiting, .shown])
        let easel = Easel(64, 48, try #require(recorder.shown.last))
        easel.draw()
        #expect(easel.picture[63, 47] == Self.red)
    }

    @Test @MainLoop func theOmittedPartsOfAZoneAreReported() throws {
        let recorder = ContentRecorder()
        let zones = "{ text = '→', area = '0 0 50% 100%' }, { text = 'a', area = '50% 0 50% 100%' }"
        let content = try content(zones, on: recorder)
        content.update(.sample(0))
        #expect(recorder.states == [.waiting, .shown])
        #expect(recorder.omissions.map(\.place) == ["text"])
    }

    @Test @MainLoop func aZoneThatChangesTurnsNoScreenOnWhileAnotherOneIsAwaited() throws {
        let recorder = ContentRecorder()
        let list = "playlist = [{ color = '#00F' }, { color = '#0F0' }]"
        // Without a player a film is awaited.
        let waiting = try content(
            "{ \(list), area = '0 0 50% 100%' }, { video = '/a.mp4', area = '50% 0 50% 100%' }", on: recorder)
        waiting.update(.sample(0))
        #expect(recorder.states == [.waiting] && recorder.shown.isEmpty)
        #expect(recorder.changes == 0 && recorder.drawings == 0)
        let ready = try content(
            "{ \(list), area = '0 0 50% 100%' }, { color = '#F00', area = '50% 0 50% 100%' }", on: recorder)
        ready.update(.sample(0))
        #expect(recorder.states.last == .shown && recorder.changes == 1)
    }

    @Test @MainLoop func aPlaylistInAZoneIsMoved() async throws {
        let recorder = ContentRecorder()
        let zones =
            "{ color = '#F00', area = '0 0 50% 100%' }, "
            + "{ playlist = [{ color = '#00F' }, { color = '#0F0' }], area = '50% 0 50% 100%' }"
        let content = try content(zones, on: recorder)
        content.update(.sample(0))
        let controls = try #require(content as? any PlaylistControls)
        #expect(controls.positions.map(\.shown?.number) == [1] && controls.positions.map(\.count) == [2])
        try controls.take(.next, .sample(1))
        #expect(controls.positions.map(\.shown?.number) == [2])
        #expect(throws: StepRefusal.self) { try controls.take(.item(3), .sample(1)) }
    }
}
