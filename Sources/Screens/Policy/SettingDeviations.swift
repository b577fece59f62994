/// The settings that an enabled screen does not follow. Pure.
struct SettingDeviations: Sendable {
    let screen: Screen
    /// The mode that is set.
    let mode: ScreenMode
    /// The format of the buffers.
    let format: PixelFormat
    /// The record of the display.
    let record: DisplayRecord
    /// The rule that the mode is to follow.
    let policy: ModePolicy
    /// The format that is requested if the display's settings have none.
    let defaultFormat: PixelFormat
    /// The overscan that is set; nil if none is set.
    let overscan: Overscan?
    /// The failure of the last modeset, which is repeated.
    let failure: DarkState?
    /// The name of the screen that it should mirror and does not.
    let unmetMirror: String?
    /// The properties that are not set, each in a sentence.
    let unmetProperties: [String]
    /// Why its wall cannot be drawn.
    let wallProblem: String?

    /// All deviations, as for a caller that applies settings.
    var all: [SettingDeviation] { ofModeset() + [wall].compactMap(\.self) }

    /// The deviations that are reported after a modeset. The problem of a wall is reported once for all of its screens.
    ///
    /// - Parameter refused: the modes that the driver has just refused.
    func ofModeset(refused: [ModesetRefusal] = []) -> [SettingDeviation] {
        [ofMode(refused: refused), ofFormat, ofOverscan, ofMirror].compactMap(\.self)
            + unmetProperties.map { SettingDeviation(.properties, "\(screen.name): \($0)") }
    }

    /// - Parameter refused: the modes that the driver has just refused.
    func ofMode(refused: [ModesetRefusal] = []) -> SettingDeviation? {
        func deviation(_ message: String) -> SettingDeviation {
            SettingDeviation(.mode, shows: mode.description, because: screen.name + message)
        }
        if let failure { return deviation(": \(failure.message), and the modeset is repeated") }
        if let refusal = refused.first(where: { policy.isSatisfied(by: $0.mode) }) {
            return deviation(": \(refusal.clause)")
        }
        guard !policy.isSatisfied(by: mode) else {
            return refusalOfFirst(of: policy).map { deviation(": \($0.clause)") }
        }
        if let refused = screen.availableModes.first(where: policy.isSatisfied) {
            return deviation(": \((record.refusal(of: refused) ?? ModesetRefusal(refused)).clause)")
        }
        // The display does not list the mode, and the driver refused it in this pass or an earlier one.
        if let refusal = policy.customMode(among: screen.availableModes).flatMap(record.refusal) {
            return deviation(": \(refusal.clause)")
        }
        return deviation(" has no usable mode \(policy)")
    }

    /// The refusal of the mode that the policy means, if another mode is shown instead. Any mode satisfies a rule such
    /// as ``ModePolicy/largest``.
    private func refusalOfFirst(of policy: ModePolicy) -> ModesetRefusal? {
        guard !policy.names(mode), let first = policy.candidates(among: screen.availableModes, current: mode).first,
            !first.hasTimings(of: mode)
        else { return nil }
        return record.refusal(of: first)
    }

    /// The deviation of the format. The default format is not a request: if a plane lacks it, any other format will do.
    private var ofFormat: SettingDeviation? {
        let requested = record.settings.format ?? defaultFormat
        guard requested != format, record.settings.format != nil || requested != .xrgb8888 else { return nil }
        return SettingDeviation(
            .format, shows: format.name,
            because: "\(screen.name): the format \(requested.name) is not available")
    }

    private var ofOverscan: SettingDeviation? {
        let size = Size(width: mode.width, height: mode.height)
        guard let overscan, overscan.isLimited(in: size) else { return nil }
        let insets = overscan.insets(in: size)
        let edges = [insets.top, insets.right, insets.bottom, insets.left]
        let text = (Set(edges).count == 1 ? [insets.top] : edges).map(String.init).joined(separator: ",")
        return SettingDeviation(
            .overscan, instead: text,
            "\(screen.name): less than a quarter of the height or width would be visible with its overscan; it is "
                + "limited to \(text)"
        )
    }

    private var ofMirror: SettingDeviation? {
        unmetMirror.map {
            SettingDeviation(
                .mirrorSource,
                "\(screen.name) does not mirror '\($0)': no screen of that name shows a picture of its own now")
        }
    }

    private var wall: SettingDeviation? {
        wallProblem.map { SettingDeviation(.wall, "\(screen.name): \($0)") }
    }
}
