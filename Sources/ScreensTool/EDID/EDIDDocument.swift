import EDID
import JSON
import ProgramKit

/// What a display says of itself, as JSON has it: what `screens edid --json` prints.
struct EDIDDocument: Encodable {
    private let display: KnownDisplay

    init(_ display: KnownDisplay) {
        self.display = display
    }

    func encode(to encoder: any Encoder) throws {
        try JSONValue.object(members).encode(to: encoder)
    }

    private var members: [String: JSONValue] {
        let description = display.description
        let base = description.base
        return [
            "identity": identity,
            "stableIdentity": .text(description.identity.description),
            "version": .text("\(base.version).\(base.revision)"),
            "manufacturer": .text(base.manufacturer.description),
            "productCode": .number(base.productCode),
            "serialNumber": .number(base.serialNumber == 0 ? nil : base.serialNumber),
            "serialString": .text(base.serialString),
            "name": .text(base.name),
            "texts": .texts(base.texts),
            "week": .number(base.date.week),
            "year": .number(base.date.year),
            "modelYear": .flag(base.date.isModelYear),
            "digital": .flag(base.input.isDigital),
            "interface": .text(base.input.interface?.description),
            "bitsPerColor": .number(base.input.bitsPerColor),
            "dfpCompatible": .flag(base.input.isDFPCompatible),
            "analog": .members(of: base.input.analog, Self.analog),
            "size": size,
            "gamma": .decimal(base.gamma, places: 2),
            "features": .object(Self.features(base.features)),
            "primaries": .object(Self.primaries(base.primaries)),
            "rangeLimits": .members(of: base.rangeLimits, Self.rangeLimits),
            "detailedTimings": detailedTimings,
            "establishedTimings": .list(base.establishedTimings, Self.timing),
            "standardTimings": .list(base.standardTimings, Self.timing),
            "cvtTimings": .list(base.cvtTimings, Self.timing),
            "extensionTimings": .list(description.extensionTimings, Self.timing),
            "extensionCount": .number(base.extensionCount),
            "extensions": .list(description.extensions, Self.extensionBlock),
            "cta": Self.cta(description),
            "displayID": .list(description.displayIDSections, Self.displayID),
            "findings": .list(description.findings, Self.finding),
        ]
    }

    /// The shape that ``IdentityDocument`` has for screens.
    private var identity: JSONValue {
        let identity = display.description.identity
        return .object([
            "make": .text(identity.make),
            "vendor": .text(display.vendor),
            "model": .text(identity.model),
            "serial": .text(identity.serial),
            "productCode": .number(identity.productCode),
            "year": .number(identity.year),
        ])
    }

    private var size: JSONValue {
        let coarse = display.description.base.screenSize
        let cm: JSONValue =
            coarse.widthCentimeters == nil
            ? .null
            : .object(["width": .number(coarse.widthCentimeters), "height": .number(coarse.heightCentimeters)])
        return .object([
            "cm": cm,
            "mm": Self.millimeters(display.description.imageSize),
            "aspectRatio": .decimal(coarse.aspectRatio, places: 2),
        ])
    }

    private var detailedTimings: JSONValue {
        let timings = display.description.detailedTimings
        let preferred = display.description.preferredTiming.flatMap(timings.firstIndex)
        return .array(timings.enumerated().map { Self.timing($0.element, isPreferred: $0.offset == preferred) })
    }

    static func millimeters(_ size: SizeInMillimeters?) -> JSONValue {
        .members(of: size) { ["width": .decimal($0.width, places: 1), "height": .decimal($0.height, places: 1)] }
    }

    private static func extensionBlock(_ block: ExtensionBlock) -> JSONValue {
        .object([
            "block": .number(block.block),
            "tag": .number(block.kind.tag),
            "name": .text(block.kind.name),
            "checksumValid": .flag(block.hasValidChecksum),
        ])
    }

    private static func finding(_ finding: Finding) -> JSONValue {
        .object([
            "code": .text(finding.code.name), "message": .text(finding.message), "block": .number(finding.block),
        ])
    }
}
