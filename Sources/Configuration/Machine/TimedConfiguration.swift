import Screens

/// Default settings that hold only at some times.
package struct TimedDefaults: Sendable, Hashable {
    let during: PowerSchedule
    let overrides: ScreenOverrides
    let places: SettingPlaces
}

extension MachineConfiguration {
    /// The settings that hold at a moment: sections of other times are left out.
    ///
    /// - Parameter moment: in seconds since 1970-01-01 00:00:00 UTC.
    package func at(_ moment: Int64, in zone: LocalTime) -> MachineConfiguration {
        var now = self
        now.sections = sections.filter { $0.during.allSatisfy { $0.isOn(at: moment, in: zone) } }
        for timed in timedDefaults where timed.during.isOn(at: moment, in: zone) {
            now.defaults = now.defaults.overridden(by: timed.overrides)
            now.defaultPlaces = now.defaultPlaces.overridden(by: timed.places)
        }
        now.timedDefaults = []
        return now
    }

    /// The next moment at which the time of a section begins or ends, in seconds since 1970; nil where none does.
    package func nextChange(after moment: Int64, in zone: LocalTime) -> Int64? {
        let times = Set(sections.flatMap(\.during) + timedDefaults.map(\.during))
        return times.compactMap { $0.nextChange(after: moment, in: zone) }.min()
    }
}
