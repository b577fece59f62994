import Screens

extension MachineConfiguration {
    /// Returns the next moment at which a screen turns on or off, by its schedule and as the times of sections begin
    /// and end; nil if there is none.
    ///
    /// - Parameters:
    ///   - screens: all screens of the machine.
    ///   - set: the settings of its display that override all of these.
    ///   - moment: the seconds since 1970; nil while the time is unknown.
    package func nextPowerChange(
        of screen: Screen, among screens: [Screen], set: ScreenOverrides, after moment: Int64?, in zone: LocalTime
    ) -> Int64? {
        guard var time = moment else { return nil }
        // The times of other settings change nothing.
        var relevant = self
        relevant.sections.removeAll { $0.overrides.power == nil }
        relevant.timedDefaults.removeAll { $0.overrides.power == nil }
        var power = relevant.power(of: screen, among: screens, set: set, at: time, in: zone)
        let isOn = power.isOn(at: time, in: zone)
        for _ in 0..<Self.mostTimes {
            let times = [power.nextChange(after: time, in: zone), relevant.nextChange(after: time, in: zone)]
            guard let next = times.compactMap(\.self).min() else { return nil }
            time = next
            power = relevant.power(of: screen, among: screens, set: set, at: time, in: zone)
            if power.isOn(at: time, in: zone) != isOn { return time }
        }
        return nil
    }

    private func power(
        of screen: Screen, among screens: [Screen], set: ScreenOverrides, at moment: Int64, in zone: LocalTime
    ) -> PowerPlan {
        at(moment, in: zone).effective(for: screen, among: screens, set: set).power
    }

    /// The most times of sections that are looked at for a change.
    package static let mostTimes = 64
}
