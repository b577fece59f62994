import ScreensEDID
import ScreensJSON

/// The report of a display about itself, as `screens edid --json` prints it. ``EDIDReport`` is rendered from it.
package struct EDIDDocument: Encodable {
    private let display: KnownDisplay

    package init(_ display: KnownDisplay) {
        self.display = display
    }

    /// The serial number of the base block; nil if that has 0, which means none.
    private var serialNumber: UInt32? {
        let number = display.description.base.serialNumber
        return number == 0 ? nil : number
    }

    /// The detailed timings. Several can claim to be preferred, but only one is.
    private var detailedTimings: [(timing: DetailedTiming, isPreferred: Bool)] {
        let timings = display.description.detailedTimings
        let preferred = display.description.preferredTiming.flatMap(timings.firstIndex)
        return timings.enumerated().map { ($0.element, $0.offset == preferred) }
    }

    package var tree: JSONValue {
        let description = display.description
        let base = description.base
        return [
            "identity": Self.identity(display),
            "stableIdentity": .text(description.identity.description),
            "version": .text("\(base.version).\(base.revision)"),
            "manufacturer": .text(base.manufacturer.description),
            "productCode": .number(base.productCode),
            "serialNumber": .number(serialNumber),
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
            "size": Self.size(description),
            "gamma": .decimal(base.gamma, places: 2),
            "features": Self.features(base.features),
            "primaries": Self.primaries(base.primaries),
            "rangeLimits": .members(of: base.rangeLimits, Self.rangeLimits),
            "variableRefresh": .members(of: description.variableRefresh, Self.variableRefresh),
            "nativeResolution": .members(of: description.nativeResolution) {
                ["width": .number($0.width), "height": .number($0.height)]
            },
            "detailedTimings": .list(detailedTimings, TimingDocument.detailed),
            "establishedTimings": .list(base.establishedTimings, TimingDocument.listed),
            "standardTimings": .list(base.standardTimings, TimingDocument.listed),
            "cvtTimings": .list(base.cvtTimings, TimingDocument.listed),
            "extensionTimings": .list(description.extensionTimings, TimingDocument.listed),
            "extensionCount": .number(base.extensionCount),
            "extensions": .list(description.extensions, Self.extensionBlock),
            "cta": CTADocument.tree(description),
            "displayID": .list(description.displayIDSections, DisplayIDDocument.tree),
            "findings": .list(description.findings, Self.finding),
        ]
    }

    package func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }

    /// Returns the identity in the form that `IdentityDocument` has for screens.
    private static func identity(_ display: KnownDisplay) -> JSONValue {
        let identity = display.description.identity
        return [
            "make": .text(identity.make),
            "vendor": .text(display.vendor),
            "model": .text(identity.model),
            "serial": .text(identity.serial),
            "productCode": .number(identity.productCode),
            "year": .number(identity.year),
        ]
    }

    private static func analog(_ input: AnalogInput) -> [String: JSONValue] {
        [
            "videoMillivolts": .number(input.videoLevel),
            "syncMillivolts": .number(input.syncLevel),
            "setup": .flag(input.expectsSetup),
            "separateSync": .flag(input.takesSeparateSync),
            "compositeSync": .flag(input.takesCompositeSync),
            "syncOnGreen": .flag(input.takesSyncOnGreen),
            "serration": .flag(input.needsSerration),
        ]
    }

    private static func size(_ description: DisplayDescription) -> JSONValue {
        let coarse = description.base.screenSize
        return [
            "cm": .members(of: coarse.widthCentimeters) { width in
                ["width": .number(width), "height": .number(coarse.heightCentimeters)]
            },
            "mm": millimeters(description.imageSize),
            "aspectRatio": .decimal(coarse.aspectRatio, places: 2),
        ]
    }

    package static func millimeters(_ size: SizeInMillimeters?) -> JSONValue {
        .members(of: size) { ["width": .decimal($0.width, places: 1), "height": .decimal($0.height, places: 1)] }
    }

    private static func features(_ features: DisplayFeatures) -> JSONValue {
        [
            "standby": .flag(features.supportsStandby),
            "suspend": .flag(features.supportsSuspend),
            "activeOff": .flag(features.supportsActiveOff),
            "sRGB": .flag(features.isSRGB),
            "firstTimingPreferred": .flag(features.firstTimingIsPreferred),
            "continuousFrequency": .flag(features.isContinuousFrequency),
            "yCbCr444": .flag(features.supportsYCbCr444),
            "yCbCr422": .flag(features.supportsYCbCr422),
            "monochrome": .flag(features.isMonochrome),
        ]
    }

    private static func primaries(_ primaries: ColorPrimaries) -> JSONValue {
        // Four decimals distinguish the 1024 steps of ten bits.
        func point(_ point: Chromaticity) -> JSONValue {
            ["x": .decimal(point.x, places: 4), "y": .decimal(point.y, places: 4)]
        }
        return [
            "red": point(primaries.red),
            "green": point(primaries.green),
            "blue": point(primaries.blue),
            "white": point(primaries.white),
        ]
    }

    private static func rangeLimits(_ limits: RangeLimits) -> [String: JSONValue] {
        [
            "minimumVerticalHertz": .number(limits.minimumVerticalRate),
            "maximumVerticalHertz": .number(limits.maximumVerticalRate),
            "minimumHorizontalKilohertz": .number(limits.minimumHorizontalRate),
            "maximumHorizontalKilohertz": .number(limits.maximumHorizontalRate),
            "maximumPixelClockKilohertz": .number(limits.maximumPixelClock),
            "formula": .text(limits.formula.name),
            "secondaryGTF": .members(of: limits.secondaryGTF) { curve in
                [
                    "startKilohertz": .number(limits.secondaryGTFStart),
                    "c": .decimal(curve.offset, places: 1),
                    "m": .decimal(curve.gradient, places: 0),
                    "k": .decimal(curve.scale, places: 0),
                    "j": .decimal(curve.weight, places: 1),
                ]
            },
        ]
    }

    private static func variableRefresh(_ range: VariableRefreshRange) -> [String: JSONValue] {
        [
            "minimumMillihertz": .number(range.minimumMillihertz),
            "maximumMillihertz": .number(range.maximumMillihertz),
            "source": .text(range.source.description),
        ]
    }

    private static func extensionBlock(_ block: ExtensionBlock) -> JSONValue {
        [
            "block": .number(block.block),
            "tag": .number(block.kind.tag),
            "name": .text(block.kind.name),
            "checksumValid": .flag(block.hasValidChecksum),
        ]
    }

    private static func finding(_ finding: Finding) -> JSONValue {
        ["code": .text(finding.code.name), "message": .text(finding.message), "block": .number(finding.block)]
    }
}

/// Timings from any part of an EDID.
enum TimingDocument {
    /// Returns a detailed timing.
    static func detailed(_ detailed: DetailedTiming, isPreferred: Bool) -> JSONValue {
        let timing = detailed.timing
        return [
            "width": .number(timing.width),
            "height": .number(timing.height),
            "refreshMillihertz": .number(timing.refreshMillihertz),
            "interlaced": .flag(timing.isInterlaced),
            "clockKilohertz": .number(timing.pixelClock),
            "htotal": .number(timing.totalWidth),
            "vtotal": .number(timing.totalHeight),
            "horizontal": blanking(timing.horizontal),
            "vertical": blanking(timing.vertical),
            "pictureAspect": .members(of: timing.aspectRatio) {
                ["width": .number($0.width), "height": .number($0.height)]
            },
            "imageSize": EDIDDocument.millimeters(detailed.imageSize),
            "form": .text(detailed.form.description),
            "sync": .text(detailed.syncKind.description),
            "stereo": .flag(detailed.isStereo),
            "preferred": .flag(isPreferred),
            "usable": .flag(detailed.isUsable),
            "block": .number(detailed.block),
        ]
    }

    private static func blanking(_ blanking: Blanking) -> JSONValue {
        [
            "frontPorch": .number(blanking.frontPorch),
            "sync": .number(blanking.sync),
            "backPorch": .number(blanking.backPorch),
            "border": .number(blanking.border),
            "syncPositive": .flag(blanking.isSyncPositive),
        ]
    }

    /// Returns a timing that is named by a code.
    static func listed(_ listed: ListedTiming) -> JSONValue {
        [
            "source": .text(listed.origin.description),
            "width": .number(listed.width),
            "height": .number(listed.height),
            "refreshMillihertz": .number(listed.refreshMillihertz),
            "interlaced": .flag(listed.timing?.isInterlaced),
            "clockKilohertz": .number(listed.timing?.pixelClock),
        ]
    }
}
