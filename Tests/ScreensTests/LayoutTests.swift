import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Rotated and reduced pictures on a simulated card, by hardware or software.
@Suite struct LayoutTests {
    static let mode = Size(width: 80, height: 60)
    static let overscan = Overscan(top: .pixels(6), right: .pixels(8), bottom: .pixels(6), left: .pixels(8))

    static let hardware: [SimulatedAbilities] = {
        var all = [SimulatedAbilities()]
        var abilities = SimulatedAbilities()
        abilities.orientations = Set(Orientation.allCases)
        all.append(abilities)
        abilities.placesPictures = true
        all.append(abilities)
        abilities.scalesPictures = true
        all.append(abilities)
        abilities = SimulatedAbilities()
        abilities.underscanLimit = Size(width: 50, height: 50)
        all.append(abilities)
        abilities.underscanLimit = nil
        abilities.marginLimit = Size(width: 50, height: 50)
        all.append(abilities)
        return all
    }()

    /// Four corners in four colours on grey, in a view of any size.
    private static let corners: [Color] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00].map { Color(rgb: $0) }

    private static func draw(on view: inout ExternalView) {
        let (width, height) = (view.bounds.width, view.bounds.height)
        view.backgroundColor = Color(rgb: 0x808080)
        for (index, color) in corners.enumerated() {
            view.fill(
                Rectangle(
                    x: index % 2 == 0 ? 0 : width - 12, y: index < 2 ? 0 : height - 12, width: 12, height: 12),
                with: color)
        }
        view.nextUpdate = .whenNeeded
    }

    private func show(
        _ abilities: SimulatedAbilities, edid: [UInt8] = [], _ change: (inout VideoKit.Settings) -> Void
    ) async throws -> (Picture, PictureLayout) {
        let screen = SimulatedScreen(
            modes: [try SimulatedMode(width: Self.mode.width, height: Self.mode.height, millihertz: 100_000)],
            edid: edid, abilities: abilities)
        let card = try SimulatedCard(screens: [screen])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let delegate = RecordingDelegate { Self.draw(on: &$0) }
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        try await eventually("something is shown") {
            try card.picture(of: "Virtual-1")?.pixels.contains { $0 != 0 } ?? false
        }
        let layout = try #require(kit.screens[0].layout)
        let picture = try #require(try card.picture(of: "Virtual-1"))
        await kit.stop()
        return (picture, layout)
    }

    /// Returns the corners on the screen, clockwise from the upper left one, that show the picture's own corners.
    private func corners(of picture: Picture, in seen: Rectangle) -> [Color] {
        let (left, right) = (seen.x + 4, seen.maxX - 5)
        let (top, bottom) = (seen.y + 4, seen.maxY - 5)
        return [picture[left, top], picture[right, top], picture[right, bottom], picture[left, bottom]]
    }

    @Test(arguments: Orientation.allCases, 0..<Self.hardware.count)
    func aPictureLiesAlikeTurnedByHardwareOrSoftware(_ orientation: Orientation, _ hardware: Int) async throws {
        let (picture, layout) = try await show(Self.hardware[hardware]) { $0.orientation = orientation }
        #expect(layout.orientation == orientation)
        #expect(
            layout.isRotatedByPlane
                == (orientation != .upright && Self.hardware[hardware].orientations.contains(orientation)))
        #expect(layout.bounds == orientation.size(of: Self.mode))
        let clockwise = [Self.corners[0], Self.corners[1], Self.corners[3], Self.corners[2]]
        var expected = orientation.isReflected ? [clockwise[1], clockwise[0], clockwise[3], clockwise[2]] : clockwise
        let turns = orientation.clockwiseQuarters
        expected = Array(expected[(4 - turns)...] + expected[..<(4 - turns)])
        #expect(corners(of: picture, in: Rectangle(Self.mode)) == expected)
    }

    @Test(
        arguments: [
            (OverscanCompensation.scale, Orientation.upright), (.scale, .clockwise), (.insetBounds, .upright),
            (.insetBounds, .clockwise),
        ], 0..<Self.hardware.count)
    func nothingIsLostBeyondTheEdges(
        _ request: (OverscanCompensation, Orientation), _ hardware: Int
    ) async throws {
        let (compensation, orientation) = request
        let (picture, layout) = try await show(Self.hardware[hardware]) {
            $0.overscan = Self.overscan
            $0.overscan?.compensation = compensation
            $0.orientation = orientation
        }
        let ways: [EffectiveCompensation] =
            compensation == .scale
            ? [.software, .software, .software, .plane, .underscan, .margins]
            : [.software, .software, .plane, .plane, .software, .software]
        #expect(layout.compensation == ways[hardware])
        let seen = Rectangle(x: 8, y: 6, width: 64, height: 48)
        #expect(layout.bounds == orientation.size(of: compensation == .scale ? Self.mode : seen.size))
        for y in 0..<Self.mode.height {
            for x in 0..<Self.mode.width
            where Rectangle(x: x, y: y, width: 1, height: 1).intersection(seen).isEmpty {
                #expect(picture[x, y] == .black)
            }
        }
        let upright = [Self.corners[0], Self.corners[1], Self.corners[3], Self.corners[2]]
        let expected = orientation == .upright ? upright : [upright[3], upright[0], upright[1], upright[2]]
        #expect(corners(of: picture, in: seen) == expected)
        #expect(picture[40, 30] == Color(rgb: 0x808080))
    }

    @Test func insetsAreOnlyReportedIfNothingIsToBeDone() async throws {
        let (picture, layout) = try await show(SimulatedAbilities()) {
            $0.overscan = Self.overscan
            $0.overscan?.compensation = .none
        }
        #expect(layout.compensation == .none && layout.bounds == Self.mode)
        #expect(layout.insets == EdgeInsets(top: 6, right: 8, bottom: 6, left: 8))
        #expect(picture[0, 0] == Self.corners[0])
    }

    /// Most displays with such an EDID are monitors with an ordinary panel.
    @Test func overscanThatADisplayClaimsIsCompensatedOnlyIfItIsConfigured() async throws {
        let edid = [UInt8].edid(edges: 0b01_01_01)
        let (picture, layout) = try await show(SimulatedAbilities(), edid: edid) { _ in }
        #expect(layout.compensation == .none && layout.insets == .zero)
        #expect(picture[0, 0] == Self.corners[0])
        #expect(try await show(SimulatedAbilities(), edid: edid) { $0.overscan = Self.overscan }.1.insets != .zero)
    }

    @Test(arguments: [(Orientation.upright, Orientation.upright), (.counterclockwise, .counterclockwise)])
    func aPanelThatIsBuiltInOtherwiseShowsAnUprightPicture(
        _ panel: Orientation, _ expected: Orientation
    ) async throws {
        var abilities = SimulatedAbilities()
        abilities.panelOrientation = panel
        #expect(try await show(abilities) { _ in }.1.orientation == expected)
        #expect(try await show(abilities) { $0.orientation = .upright }.1.orientation == .upright)
    }

    @Test(arguments: PixelFormat.allCases)
    func coloursAreTheSameInEveryFormat(_ format: PixelFormat) async throws {
        let (picture, layout) = try await show(SimulatedAbilities()) { $0.format = format }
        #expect(layout.format == format)
        #expect(picture[0, 0] == Self.corners[0] && picture[79, 59] == Self.corners[3])
    }

    @Test func aFormatThatThePlaneHasNotIsReplaced() async throws {
        var abilities = SimulatedAbilities()
        abilities.formats = [.xrgb8888]
        #expect(try await show(abilities) { $0.format = .rgb565 }.1.format == .xrgb8888)
    }

    @Test func aScreenGetsAModesetWhenItsLayoutChangesAndTheDelegateGetsOtherBounds() async throws {
        let card = try SimulatedCard(screens: [.make(80, 60)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let delegate = RecordingDelegate { Self.draw(on: &$0) }
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        let id = try #require(kit.screens.first?.id)
        try await eventually("it is shown") { try card.picture(of: "Virtual-1")?[0, 0] == Self.corners[0] }
        var wanted = try #require(kit.settings(of: id))
        wanted.orientation = .clockwise
        try await kit.apply(wanted, to: id)
        try await eventually("it is turned") { try card.picture(of: "Virtual-1")?[79, 0] == Self.corners[0] }
        #expect(kit.screens[0].layout?.bounds == Size(width: 60, height: 80))
        let modesets = card.modesets.count
        try await kit.apply(wanted, to: id)
        #expect(card.modesets.count == modesets, "the same again sets no mode")
        await kit.stop()
    }
}
