import Screens

/// Default settings that hold only at some times.
package struct TimedDefaults: Sendable, Hashable {
    let during: PowerSchedule
    let overrides: ScreenOverrides
    let places: SettingPlaces
}

extension MachineConfiguration {
    /// The settings of all sections with their places, whether or not they hold now.
    package var settingsOfAllTimes: [(overrides: ScreenOverrides, places: SettingPlaces)] {
        [(defaults, defaultPlaces)] + timedDefaults.map { ($0.overrides, $0.places) }
            + sections.map { ($0.overrides, $0.places) }
    }

    /// The settings that hold at a moment: sections of other times are left out.
    ///
    /// - Parameter moment: in seconds since 1970-01-01 00:00:00 UTC; nil while it is not known, when all sections with times are left
    ///   out.
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

    /// The next moment at which the time of a section begins or ends, in seconds since 1970; nil where none does.
    package func nextChange(after moment: Int64?, in zone: LocalTime) -> Int64? {
        guard let moment else { return nil }
        let times = Set(sections.flatMap(\.during) + timedDefaults.map(\.during))
        return times.compactMap { $0.nextChange(after: moment, in: zone) }.min()
    }
}
