import Configuration
import JSON
import ProgramKit
import Screens

/// The overscan of a screen of the daemon, while a person adjusts it: keys in, calls out.
///
/// The values are tried: where this program ends in any way, or its line hangs, the daemon takes them back in time.
struct OverscanTrial {
    /// The outcome of some keys.
    enum Outcome: Sendable, Hashable {
        case goesOn, keep, restore
    }

    /// The keys that the trial changes, as calls spell them.
    private static let keys = ["content", "overscan", "compensation"]

    private let daemon: DaemonConnection
    private let screen: String
    /// After how many seconds without a key the daemon takes the values back.
    private let seconds: Int
    /// Those of ``keys`` that were set at run time before.
    private let former: ScreenOverrides
    /// The way in which the values are compensated, where that has to be another one than before.
    private let compensation: OverscanCompensation?
    private(set) var calibration = OverscanCalibration()

    /// Shows the test card, whose outermost line is the edge of the picture.
    init(of screen: String, by daemon: DaemonConnection, within seconds: Int) throws(Failure) {
        self.daemon = daemon
        self.screen = screen
        self.seconds = seconds
        let (effective, set) = try daemon.settings(of: screen)
        former = set
        // Without compensation nothing would move.
        compensation = effective.compensation == OverscanCompensation.none ? .scale : nil
        var settings = ScreenOverrides()
        settings.content = .pattern(.card)
        settings.compensation = compensation
        let reply = try daemon.set(settings, of: screen, confirmWithin: seconds)
        guard reply.outcome != .notSet, let layout = reply.screen.layout, let mode = reply.screen.currentMode else {
            let reason = reply.deviations.first?.message ?? reply.screen.dark?.message ?? "no program drives it"
            try Self.restore(former, of: screen, by: daemon)
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

    /// Takes the keys that were pressed since the last call. Each renews the time of the trial.
    mutating func press(_ keys: [Key]) throws(Failure) -> Outcome {
        for key in keys {
            switch key {
            case .enter: return .keep
            case .escape, .character("q"), .character("Q"): return .restore
            default: _ = calibration.press(key)
            }
        }
        _ = try daemon.set(try overscan, of: screen, confirmWithin: seconds)
        return .goesOn
    }

    /// Keeps the values and saves them for the display.
    ///
    /// - Returns: the path of the file that was written.
    func keep() throws(Failure) -> String {
        var content = former
        content.overscan = nil
        content.compensation = nil
        try Self.restore(content, of: screen, ["content"], by: daemon)
        _ = try daemon.set(try overscan, of: screen, confirmWithin: nil)
        return try daemon.save()
    }

    /// Restores what was there before.
    func restore() throws(Failure) {
        try Self.restore(former, of: screen, by: daemon)
    }

    private var overscan: ScreenOverrides {
        get throws(Failure) {
            var settings = ScreenOverrides()
            settings.overscan = Overscan(calibration.values)
            settings.compensation = compensation
            return settings
        }
    }

    /// Sets what was set at run time before, and leaves the rest to the configuration.
    private static func restore(
        _ former: ScreenOverrides, of screen: String, _ keys: [String] = keys, by daemon: DaemonConnection
    ) throws(Failure) {
        var settings = ScreenOverrides()
        settings.content = former.content
        settings.overscan = former.overscan
        settings.compensation = former.compensation
        let known = settings.keys(.call)
        let rest = keys.filter { !known.contains($0) }
        if !rest.isEmpty { _ = try daemon.reset(rest, of: screen) }
        if settings != ScreenOverrides() { _ = try daemon.set(settings, of: screen, confirmWithin: nil) }
    }
}
