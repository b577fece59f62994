import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager

/// The overscan of a screen of the daemon while a person adjusts it: keys in, calls out.
///
/// The values are a trial: if this program ends in any way, or its line hangs, the daemon resets them in time.
struct OverscanTrial {
    /// The outcome of some keys.
    enum Outcome: Sendable, Hashable {
        case goesOn, keep, restore
    }

    private let daemon: CommandClient
    private let screen: String
    /// The number of seconds without a key after which the daemon resets the values.
    private let seconds: Int
    /// The way in which the values are compensated; nil if it does not change.
    private let compensation: OverscanCompensation?
    private(set) var calibration = OverscanCalibration()
    /// Why the last key changed nothing, such as `already 0`; nil if it changed something, or has no meaning.
    private(set) var limit: String?

    /// Shows the test card, whose outermost line is the edge of the picture.
    init(of screen: String, by daemon: CommandClient, within seconds: Int) throws(Failure) {
        self.daemon = daemon
        self.screen = screen
        self.seconds = seconds
        let former = try daemon.settings(of: screen)
        // Without compensation, no key would have an effect.
        compensation = former.compensation == OverscanCompensation.none ? .scale : nil
        var settings = ScreenOverrides()
        settings.content = .pattern(.card)
        settings.compensation = compensation
        let reply = try daemon.set(settings, of: screen, confirmWithin: seconds)
        guard reply.outcome != .notSet, let layout = reply.screen.layout, let mode = reply.screen.currentMode else {
            let reason = reply.deviations.first?.message ?? reply.screen.dark?.message ?? "no program drives it"
            try daemon.revert(screen)
            throw Failure(.unavailable, "\(screen) shows nothing: \(reason)")
        }
        let orientation = Orientation(clockwiseQuarters: layout.rotation / 90, isReflected: layout.reflected)
        let upright = Size(width: mode.width, height: mode.height)
        let insets = layout.insets
        calibration.begin(
            orientation.clockwiseQuarters % 2 == 0 ? upright : Size(width: upright.height, height: upright.width),
            EdgeInsets(top: insets.top, right: insets.right, bottom: insets.bottom, left: insets.left),
            lying: orientation)
    }

    /// Handles the keys that were pressed since the last call. Each key renews the time of the trial.
    mutating func press(_ keys: [Key]) throws(Failure) -> Outcome {
        for key in keys {
            switch key {
            case .enter: return .keep
            case .escape, .character("q"), .character("Q"): return .restore
            default:
                limit =
                    switch calibration.press(key) {
                    case .atZero: "already 0"
                    case .atMost: "already the most"
                    case .changed, .nothing, .end: nil
                    }
            }
        }
        _ = try daemon.set(try overscan, of: screen, confirmWithin: seconds)
        return .goesOn
    }

    /// Keeps the values and saves them for the display. Its other settings and the settings of other displays do not
    /// change.
    func keep() throws(Failure) -> CommandClient.Saving {
        let margins = try overscan
        // The margins come first, so that they are not part of the trial, which ends then.
        _ = try daemon.set(margins, of: screen, confirmWithin: nil)
        try daemon.revert(screen)
        do throws(Failure) {
            return try daemon.save(margins.keys(.call), of: screen)
        } catch {
            throw error.of(unsaved: margins.assignments, on: screen)
        }
    }

    /// Restores the former values.
    func restore() throws(Failure) {
        try daemon.revert(screen)
    }

    private var overscan: ScreenOverrides {
        get throws(Failure) {
            var settings = ScreenOverrides()
            settings.overscan = Overscan(calibration.values)
            settings.compensation = compensation
            return settings
        }
    }
}
