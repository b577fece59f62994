import Testing

@testable import Screens
@testable import ScreensConfiguration

struct ContentAreaTests {
    private static func area(_ text: String) throws -> ContentArea { try ContentArea(text) }

    @Test(arguments: [
        ("0 90% 100% 10%", Rectangle(x: 0, y: 972, width: 1920, height: 108)),
        ("0 0 100% 100%", Rectangle(x: 0, y: 0, width: 1920, height: 1080)),
        ("88.5% 2% 10% 10%", Rectangle(x: 1699, y: 22, width: 192, height: 108)),
        ("20 30 400 50", Rectangle(x: 20, y: 30, width: 400, height: 50)),
        ("10% 30 400 50%", Rectangle(x: 192, y: 30, width: 400, height: 540)),
    ])
    func anAreaIsARectangleOfAPicture(_ text: String, _ rectangle: Rectangle) throws {
        #expect(try Self.area(text).rectangle(in: Size(width: 1920, height: 1080)) == rectangle)
    }

    /// Each column of the picture is in exactly one of the areas, at every size.
    @Test func areasThatTouchHaveNoPixelBetweenThemAndNoneInCommon() throws {
        let areas = try ["0 0 33.33% 100%", "33.33% 0 33.33% 100%", "66.66% 0 33.34% 100%"].map(Self.area)
        for width in 1...700 {
            let parts = areas.map { $0.rectangle(in: Size(width: width, height: 9)) }
            #expect(parts[0].x == 0)
            #expect(parts[0].maxX == parts[1].x)
            #expect(parts[1].maxX == parts[2].x)
            #expect(parts[2].maxX == width)
        }
    }

    @Test(arguments: [
        ("", "must be the left edge, the upper edge, the width and the height*"),
        ("0 0 100%", "must be the left edge*"), ("0 0 1 1 1", "must be the left edge*"),
        ("0 0 x 1", "must be the left edge*"), ("-1 0 10 10", "must be the left edge*"),
        ("0 0 101% 1", "must be the left edge*"), ("0 0 nan% 1", "must be the left edge*"),
        ("0 0 99999999999999999999 1", "must be the left edge*"), ("0 0 0 10%", "has no width*"),
        ("0 0 10% 0%", "has no height*"), ("60% 0 50% 10%", "is beyond the right edge*"),
        ("0 60% 50% 41%", "is beyond the lower edge*"), ("100% 0 10 10", "is beyond the right edge*"),
    ])
    func anImpossibleAreaIsRefused(_ text: String, _ problem: String) {
        let error = #expect(throws: ValueProblem.self) { try ContentArea(text) }
        #expect(error.map { TextPattern(problem).matches($0.message) } == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["0 90% 100% 10%", "12.5% 0 0.05% 33.33%", "20 30 400 50", "1% 2.2% 3.03% 4"])
    func anAreaIsWrittenAsItIsRead(_ text: String) throws {
        #expect(try Self.area(text).text == text)
    }

    @Test func eachHundredthOfAPercentIsWrittenAsItIsRead() throws {
        for share in 1...10_000 {
            let (whole, tenths, hundredths) = (share / 100, share / 10 % 10, share % 10)
            let area = try Self.area("0 0 \(whole).\(tenths)\(hundredths)% 1%")
            #expect(area.rectangle(in: Size(width: 10_000, height: 100)).width == share)
            #expect(try Self.area(area.text) == area)
        }
    }

    @Test func aContentHasAtLeastAPixel() throws {
        let area = try Self.area("0 0 50% 0.01%")
        #expect(area.contentSize(in: Size(width: 64, height: 48)) == Size(width: 32, height: 1))
        #expect(area.rectangle(in: Size(width: 64, height: 48)).isEmpty)
    }

    @Test(arguments: [
        ("0 0 70% 100%", "70% 0 30% 100%", false), ("0 0 70% 100%", "69.99% 0 30% 100%", true),
        ("0 0 50% 50%", "50% 50% 50% 50%", false), ("10% 10% 10% 10%", "0 0 100% 100%", true),
    ])
    func areasOverlapIfTheyHaveAPartInCommon(_ one: String, _ two: String, _ isSo: Bool) throws {
        #expect(try Self.area(one).overlaps(try Self.area(two)) == isSo)
        #expect(try Self.area(two).overlaps(try Self.area(one)) == isSo)
    }
}
