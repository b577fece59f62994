import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// Properties of single drivers, and pipelines of colours, that another program has left with an effect, with the
/// ranges and names of real cards.
@Suite struct VendorPropertyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let driver: String
        var isAtomic = true
        let kind: ObjectKind
        let name: String
        /// The property as `drm_info` lists it.
        let property: JSONValue
        /// The value that was left, and the value without effect.
        let found: PropertyValue
        let neutral: UInt64

        var testDescription: String { "\(driver) \(name)" }
    }

    private static func choice(_ names: [String], _ value: UInt64) -> JSONValue {
        let spec = names.enumerated().map { ["name": .string($1), "value": .uint(UInt64($0))] as JSONValue }
        return ["flags": 8, "raw_value": .uint(value), "spec": .array(spec)]
    }

    private static func range(_ most: UInt64, _ value: UInt64) -> JSONValue {
        ["flags": 2, "raw_value": .uint(value), "spec": ["min": 0, "max": .uint(most)]]
    }

    private static let blob: JSONValue = ["flags": 16, "raw_value": 900, "blob_hex": "0102030405060708"]
    private static let bytes = PropertyValue.blob([1, 2, 3, 4, 5, 6, 7, 8])
    private static let transfers = ["Default", "Linear", "PQ"]

    private static func choice(
        _ driver: String, _ kind: ObjectKind, _ name: String, _ names: [String], _ found: UInt64, isAtomic: Bool = true
    ) -> Case {
        Case(
            driver: driver, isAtomic: isAtomic, kind: kind, name: name, property: choice(names, found),
            found: .number(found), neutral: 0)
    }

    private static func range(
        _ driver: String, _ kind: ObjectKind, _ name: String, _ most: UInt64, _ found: UInt64, _ neutral: UInt64,
        isAtomic: Bool = true
    ) -> Case {
        Case(
            driver: driver, isAtomic: isAtomic, kind: kind, name: name, property: range(most, found),
            found: .number(found), neutral: neutral)
    }

    private static func blob(_ driver: String, _ kind: ObjectKind, _ name: String) -> Case {
        Case(driver: driver, kind: kind, name: name, property: blob, found: bytes, neutral: 0)
    }

    private static let cases: [Case] = [
        choice(
            "radeon", .connector, "output_csc", ["bypass", "tvrgb", "ycbcr601", "ycbcr709"], 1, isAtomic: false),
        choice("radeon", .connector, "dither", ["off", "on"], 1, isAtomic: false),
        range("nouveau", .connector, "vibrant hue", 180, 0, 90, isAtomic: false),
        range("nouveau", .connector, "color vibrance", 200, 200, 150, isAtomic: false),
        range("nouveau", .connector, "vibrant hue", 180, 0, 90),
        choice("rockchip", .connector, "color_depth", ["Automatic", "24bit", "30bit"], 2),
        choice("rockchip", .connector, "color_format", ["rgb", "ycbcr444", "ycbcr422", "ycbcr420"], 3),
        choice("rockchip", .connector, "hdmi_quant_range", ["default", "limit", "full"], 1),
        blob("xlnx", .connector, "GEN_HDR_OUTPUT_METADATA"),
        choice("nvidia-drm", .crtc, "NV_CRTC_REGAMMA_TF", transfers, 2),
        blob("nvidia-drm", .crtc, "NV_CRTC_REGAMMA_LUT"),
        range("nvidia-drm", .crtc, "NV_CRTC_REGAMMA_DIVISOR", .max, 1 << 33, 1 << 32),
        choice("nvidia-drm", .plane, "NV_INPUT_COLORSPACE", ["None", "scRGB Linear FP16", "BT.2100 PQ"], 2),
        blob("nvidia-drm", .plane, "NV_HDR_STATIC_METADATA"),
        choice("nvidia-drm", .plane, "NV_PLANE_DEGAMMA_TF", transfers, 1),
        blob("nvidia-drm", .plane, "NV_PLANE_DEGAMMA_LUT"),
        range("nvidia-drm", .plane, "NV_PLANE_DEGAMMA_MULTIPLIER", .max, 7 << 32, 1 << 32),
    ]

    /// A pipeline that several drivers have.
    private static let pipelines = ["amdgpu", "i915", "vkms"].map { driver in
        choice(driver, .plane, "COLOR_PIPELINE", ["Bypass", "Color Pipeline 258"], 1)
    }

    /// Returns a board's card with another driver's name, and with the property on the first object of its kind.
    private static func card(_ test: Case, driver: String? = nil) throws -> CardSnapshot {
        var document = try #require(try JSONValue(decoding: HardwareDocuments.own("vc4-board")).object)
        var card = try #require(document["/dev/dri/card1"]?.object)
        var about = try #require(card["driver"]?.object)
        about["name"] = .string(driver ?? test.driver)
        about["client_caps"] = ["ATOMIC": .bool(test.isAtomic), "UNIVERSAL_PLANES": true]
        card["driver"] = .object(about)
        let list = "\(test.kind)s"
        var objects = try #require(card[list]?.array)
        var object = try #require(objects[0].object)
        var properties = object["properties"]?.object ?? [:]
        properties[test.name] = test.property
        object["properties"] = .object(properties)
        objects[0] = .object(object)
        card[list] = .array(objects)
        document["/dev/dri/card1"] = .object(card)
        return try #require(try CardDocument(decoding: JSONValue.object(document).encoded).cards.first).snapshot
    }

    /// Returns the changes of the first connector's modeset beside the picture, and the faults of the whole request.
    private static func modeset(_ card: CardSnapshot) throws -> (changes: [String: PropertyValue], faults: [String]) {
        let connector = card.connectors[0]
        let target = try #require(ModesetTarget(connector: connector.id, ModesetVariant(crtcIndex: 0), in: card))
        let optional = OptionalProperties(PipeOptions(), target, former: [:])
        guard card.capabilities.isAtomic else {
            // They are set one by one, on the connector alone.
            let settings = optional.properties.filter { $0.object == .connector }
            let allowed = settings.filter { setting in
                guard case .number(let number) = setting.value else { return false }
                return connector.properties[setting.name]?.kind.allows(number) ?? false
            }
            let values = settings.map { ("\($0.object) \($0.name)", $0.value) }
            return (Dictionary(values) { $1 }, allowed.count == settings.count ? [] : ["out of range"])
        }
        let mode = ScreenMode(id: 0, timings: connector.modes[0])
        var driver = SnapshotDriver(card)
        var search = try ModesetSearch(mode, PipeOptions(), optional, target: target)
        let request = try search.run(on: &driver).request(framebuffer: try #require(driver.latest))
        let changes = request.changes.map { ("\($0.object.kind) \($0.name)", $0.value) }
        return (Dictionary(changes) { $1 }, driver.faults(in: request))
    }

    @Test(arguments: cases + pipelines) func itIsNeutralWhileWeDrawAndRestoredAfterwards(_ test: Case) throws {
        let card = try Self.card(test)
        let (changes, faults) = try Self.modeset(card)
        #expect(changes["\(test.kind) \(test.name)"] == .number(test.neutral) && faults == [])
        let saved = SavedState(card)
        func restored(_ object: some ModeObject) -> PropertyValue? {
            saved.lasting(of: object).joined().first { $0.name == test.name }?.value
        }
        switch test.kind {
        case .connector: #expect(restored(card.connectors[0]) == test.found)
        case .crtc: #expect(restored(card.crtcs[0]) == test.found)
        case .plane: #expect(restored(card.planes[0]) == test.found)
        }
        guard card.capabilities.isAtomic else { return }
        let requests = RestoringRequests(saved, connectors: card.connectors)
        #expect(requests.settings.flatMap(\.changes).contains { $0.name == test.name && $0.value == test.found })
        let check = RequestCheck(card, framebuffers: [:])
        #expect(requests.settings.flatMap { check.faults(in: $0) } == [])
    }

    @Test(arguments: cases) func theSamePropertyOfAnotherDriverIsLeftAlone(_ test: Case) throws {
        let card = try Self.card(test, driver: "other")
        #expect(try Self.modeset(card).changes["\(test.kind) \(test.name)"] == nil)
    }

    @Test(arguments: [
        choice("rockchip", .connector, "color_format", ["rgb", "ycbcr444"], 0),
        choice("amdgpu", .plane, "COLOR_PIPELINE", ["Bypass", "Color Pipeline 258"], 0),
    ])
    func nothingIsSetIfItIsNeutralAlready(_ test: Case) throws {
        #expect(try Self.modeset(Self.card(test)).changes["\(test.kind) \(test.name)"] == nil)
    }
}
