import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents
@testable import ScreensTool

struct ScreenLabelTests {
    private static let sizes = [
        Size(width: 640, height: 480), Size(width: 1920, height: 1080), Size(width: 3840, height: 2160),
        Size(width: 1080, height: 1920), Size(width: 1920, height: 360), Size(width: 320, height: 240),
    ]
    private static let details = ["Dell Inc. DELL U2720Q", "1920x1080@60.000", "1920,0 / 1920x1080"]

    @Test(arguments: sizes, ["DP-1", "HDMI-A-1", "Composite-1"])
    func theNameIsHugeAndTheRestSmallBelowIt(size: Size, name: String) {
        let layout = ScreenLabelLayout(ScreenLabel(name: name, details: Self.details), in: Rectangle(size))
        // The next larger size does not fit in one direction.
        let unit = ExternalView.size(of: name)
        let next = layout.nameScale + 1
        #expect(unit.width * next > size.width * 4 / 5 || unit.height * next > size.height * 2 / 5)
        #expect(layout.detailScale * 2 <= max(layout.nameScale, 2))
        var bottom = layout.name.y + layout.name.height
        for line in layout.lines {
            #expect(line.y > bottom)
            bottom = line.y + line.height
        }
    }

    @Test(arguments: sizes)
    func allOfItIsInItsPartOfAWall(size: Size) {
        let area = Rectangle(x: size.width, y: 7, width: size.width, height: size.height)
        let layout = ScreenLabelLayout(ScreenLabel(name: "HDMI-A-1", details: Self.details, area: area), in: area)
        for part in [layout.panel, layout.name] + layout.lines { #expect(part.intersection(area) == part) }
        for part in [layout.name] + layout.lines { #expect(part.intersection(layout.panel) == part) }
    }

    @Test func itSaysTheConnectorAndTheMode() {
        let label = ScreenLabel(of: .lit("HDMI-A-1"))
        #expect(label.name == "HDMI-A-1")
        #expect(label.details.last == "1920x1080@60.000")
        #expect(label.area == nil)
    }

    @Test func aWallsScreenHasItsPlace() {
        let region = Rectangle(x: 1920, y: 0, width: 1920, height: 1080)
        let part = WallPart(region: region, surface: Size(width: 3840, height: 1080), isLeader: false)
        let label = ScreenLabel(of: Screen.lit("DP-2").showing(part))
        #expect(label.details.last == "1920,0 / 1920x1080")
        #expect(label.area == region)
    }
}
