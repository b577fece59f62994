import ArgumentParser
import Screens
import ScreensConfiguration
import ScreensReports

/// The options for the layout of the picture on a screen.
struct LayoutOptions: ParsableArguments {
    @Option(
        help: .setting("rotate", "The default is the orientation of a built-in panel."),
        completion: .setting("rotate"), transform: SettingTable.reading("rotate", \.clockwiseQuarters))
    var rotate: Int?

    @Flag(help: "Exchange left and right, before the rotation.")
    var reflect = false

    @Option(
        help: .setting("overscan", "By default nothing is compensated; --pattern overscan measures the values."),
        transform: SettingTable.reading("overscan", \.overscan))
    var overscan: Overscan?

    @Option(
        help: .setting("compensation", default: "scale"), completion: .setting("compensation"),
        transform: SettingTable.reading("compensation", \.compensation))
    var compensation = OverscanCompensation.scale

    @Option(
        help: ArgumentHelp(
            "Show the whole picture of this screen on all others too, each at its own refresh rate.",
            valueName: "screen"),
        completion: ScreenName.completion)
    var mirror: String?

    func validate() throws {
        if overscan == nil, compensation != .scale { throw ValidationError("--compensation needs --overscan") }
    }

    var orientation: Orientation? {
        rotate == nil && !reflect ? nil : Orientation(clockwiseQuarters: rotate ?? 0, isReflected: reflect)
    }

    var compensatedOverscan: Overscan? {
        overscan.map { overscan in
            var overscan = overscan
            overscan.compensation = compensation
            return overscan
        }
    }
}
