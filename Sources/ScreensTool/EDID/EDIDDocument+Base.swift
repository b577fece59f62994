import EDID
import JSON

/// The parts of the base block.
extension EDIDDocument {
    static func analog(_ input: AnalogInput) -> [String: JSONValue] {
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

    static func features(_ features: DisplayFeatures) -> [String: JSONValue] {
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

    static func primaries(_ primaries: ColorPrimaries) -> [String: JSONValue] {
        // Four decimals tell the 1024 steps of the ten bits apart.
        func point(_ point: Chromaticity) -> JSONValue {
            .object(["x": .decimal(point.x, places: 4), "y": .decimal(point.y, places: 4)])
        }
        return [
            "red": point(primaries.red),
            "green": point(primaries.green),
            "blue": point(primaries.blue),
            "white": point(primaries.white),
        ]
    }

    static func rangeLimits(_ limits: RangeLimits) -> [String: JSONValue] {
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

    /// A timing that is spelled out.
    ///
    /// - Parameter isPreferred: whether it is the one of the display that is to be taken; more than one can say so.
    static func timing(_ detailed: DetailedTiming, isPreferred: Bool) -> JSONValue {
        let timing = detailed.timing
        return .object([
            "width": .number(timing.width),
            "height": .number(timing.height),
            "refreshMillihertz": .number(timing.refreshMillihertz),
            "interlaced": .flag(timing.isInterlaced),
            "clockKilohertz": .number(timing.pixelClock),
            "htotal": .number(timing.totalWidth),
            "vtotal": .number(timing.totalHeight),
            "horizontal": blanking(timing.horizontal),
            "vertical": blanking(timing.vertical),
            "pictureAspect": aspect(timing.aspectRatio),
            "imageSize": millimeters(detailed.imageSize),
            "form": .text(detailed.form.description),
            "sync": .text(detailed.syncKind.description),
            "stereo": .flag(detailed.isStereo),
            "preferred": .flag(isPreferred),
            "block": .number(detailed.block),
        ])
    }

    /// A timing that is named by a code.
    static func timing(_ listed: ListedTiming) -> JSONValue {
        .object([
            "source": .text(listed.origin.description),
            "width": .number(listed.width),
            "height": .number(listed.height),
            "refreshMillihertz": .number(listed.refreshMillihertz),
            "interlaced": .flag(listed.timing?.isInterlaced),
            "clockKilohertz": .number(listed.timing?.pixelClock),
        ])
    }

    private static func blanking(_ blanking: Blanking) -> JSONValue {
        .object([
            "frontPorch": .number(blanking.frontPorch),
            "sync": .number(blanking.sync),
            "backPorch": .number(blanking.backPorch),
            "border": .number(blanking.border),
            "syncPositive": .flag(blanking.isSyncPositive),
        ])
    }

    private static func aspect(_ ratio: AspectRatio?) -> JSONValue {
        .members(of: ratio) { ["width": .number($0.width), "height": .number($0.height)] }
    }
}
