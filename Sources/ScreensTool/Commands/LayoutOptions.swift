import ArgumentParser
import Screens

/// How the picture lies on a screen.
struct LayoutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise by 0, 90, 180 or 270 degrees; the default is the orientation of a built-in panel.",
            valueName: "degrees"),
        completion: .list(["0", "90", "180", "270"]))
    var rotate: Int?

    @Flag(help: "Exchange left and right, before the picture is turned.")
    var reflect = false

    @Option(
        help: ArgumentHelp(
            "The part that the display cuts off: 5%, 40 (pixels), or four such values with commas: top, right, bottom, left.",
            discussion: "By default nothing is compensated. --pattern overscan measures the values.",
            valueName: "insets"))
    var overscan: Overscan?

    @Option(
        help: ArgumentHelp(
            "The compensation of overscan: scale (a smaller picture), inset (less of it is drawn) or none.",
            valueName: "way"))
    var compensation = OverscanCompensation.scale

    @Option(
        help: ArgumentHelp(
            "Show the whole picture of this screen on all others too, each at its own refresh rate.",
            valueName: "screen"),
        completion: ScreenName.completion)
    var mirror: String?

    @Option(help: "The pixel format of the buffers, if the plane supports it.")
    var format = PixelFormat.xrgb8888

    func validate() throws {
        if let rotate, ![0, 90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate must be 0, 90, 180 or 270")
        }
        if overscan == nil, compensation != .scale { throw ValidationError("--compensation needs --overscan") }
    }

    var orientation: Orientation? {
        rotate == nil && !reflect ? nil : Orientation(clockwiseQuarters: (rotate ?? 0) / 90, isMirrored: reflect)
    }

    var compensatedOverscan: Overscan? {
        overscan.map { overscan in
            var overscan = overscan
            overscan.compensation = compensation
            return overscan
        }
    }
}
