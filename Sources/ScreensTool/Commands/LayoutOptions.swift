import ArgumentParser
import Screens

/// How a picture is to lie on a screen.
struct LayoutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise by 0, 90, 180 or 270 degrees; without it, as a built-in panel is mounted.",
            valueName: "degrees"),
        completion: .list(["0", "90", "180", "270"]))
    var rotate: Int?

    @Flag(help: "Exchange left and right, before the picture is turned.")
    var reflect = false

    @Option(
        help: ArgumentHelp(
            "What the display cuts off: 5%, 40 (pixels), or four of them for top, right, bottom and left with commas.",
            discussion: "Without it, what the display says itself in its EDID. Find it with --pattern overscan.",
            valueName: "insets"))
    var overscan: Overscan?

    @Option(
        help: ArgumentHelp(
            "What to do about that: make the picture smaller, draw less of it, or nothing.", valueName: "way"))
    var compensation = OverscanCompensation.scale

    @Option(
        help: ArgumentHelp(
            "Show this screen's picture on all the others too, as a whole and in step with each.", valueName: "screen"),
        completion: ScreenName.completion)
    var mirror: String?

    @Option(help: "The format of the buffers, where the plane has it.")
    var format = PixelFormat.xrgb8888

    func validate() throws {
        if let rotate, ![0, 90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate is 0, 90, 180 or 270")
        }
        if overscan == nil, compensation != .scale { throw ValidationError("--compensation goes with --overscan") }
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
