import Testing

@testable import ScreensKMS

/// The table of properties.
@Suite struct KnownPropertyTests {
    private static func neutral(_ name: String, _ entry: PropertyKind) -> UInt64? {
        KnownProperty.all.first { $0.name == name }?
            .neutralValue(in: Properties([name: .init(id: PropertyID(rawValue: 1), value: 3, entry)]))
    }

    @Test func neutralValuesLieWithinThePropertysOwnLimits() {
        #expect(Self.neutral("alpha", .range(0...65_535)) == 65_535)
        #expect(Self.neutral("alpha", .range(0...256)) == 256)
        #expect(Self.neutral("underscan", .choice(["auto": 0, "off": 1, "on": 2])) == 1)
        #expect(Self.neutral("Colorspace", .choice(["BT709_YCC": 2])) == nil)
        #expect(Self.neutral("left margin", .range(5...10)) == nil)
        #expect(Self.neutral("GAMMA_LUT", .blob) == 0)
        #expect(Self.neutral("zpos", .range(0...4)) == nil)
        #expect(Self.neutral("vibrant hue", .range(0...180)) == 90)
    }

    @Test func aNameStandsForOneRuleOfAnObject() {
        #expect(Set(KnownProperty.all.map { "\($0.object) \($0.name)" }).count == KnownProperty.all.count)
    }
}
