import Screens

/// Default settings that apply only at some times.
package struct TimedDefaults: Sendable, Hashable {
    let during: PowerSchedule
    let overrides: ScreenOverrides
    let places: SettingPlaces
}

extension MachineConfiguration {
    /// The settings of all sections with their places, whether or not they apply now.
    package var settingsOfAllTimes: [(overrides: ScreenOverrides, places: SettingPlaces)] {
        [(defaults, defaultPlaces)] + timedDefaults.map { ($0.overrides, $0.places) }
            + sections.map { ($0.overrides, $0.places) }
    }

    /// Returns the settings that apply at a moment, without the sections of other times.
    ///
    /// - Parameter moment: the seconds since 1970-01-01 00:00:00 UTC; nil while the time is unknown, which leaves out
    ///   all sections with times.
    package func at(_ moment: Int64?, in zone: LocalTime) -> MachineConfiguration {
        var now = self
        let holds = { (schedule: PowerSchedule) in moment.map { schedule.isOn(at: $0, in: zone) } ?? false }
        now.sections = sections.filter { $0.during.allSatisfy(holds) }
        for timed in timedDefaults where holds(timed.during) {
            now.defaults = now.defaults.overridden(by: timed.overrides)
            now.defaultPlaces = now.defaultPlaces.overridden(by: timed.places)
        }
        now.timedDefaults = []
        return now
    }

    /// Returns the next moment at which the time of a section begins or ends, in seconds since 1970; nil if there is
    /// none.
    package func nextChange(after moment: Int64?, in zone: LocalTime) -> Int64? {
        guard let moment else { return nil }
        let times = Set(sections.flatMap(\.during) + timedDefaults.map(\.during))
        return times.compactMap { $0.nextChange(after: moment, in: zone) }.min()
    }
}
