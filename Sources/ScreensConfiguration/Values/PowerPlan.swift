/// The times at which a screen is on.
package enum PowerPlan: Sendable, Hashable {
    /// The whole day, each day.
    case on
    /// No time.
    case off
    /// Some times of some days.
    case scheduled(PowerSchedule)

    /// Parses `on`, `off`, or the form that ``PowerSchedule/init(_:)`` reads.
    ///
    /// - Throws: ``ValueProblem`` that names the wrong part.
    package init(_ text: String) throws(ValueProblem) {
        switch text {
        case "on": self = .on
        case "off": self = .off
        default:
            let problem = ValueProblem(
                "must be on, off, or times such as 'Mo-Fr 07:00-19:00'", not: text, among: ["on", "off"])
            // A word with digits is meant as times.
            guard text.contains(where: \.isNumber) || problem.nearest == nil else { throw problem }
            self = .scheduled(try PowerSchedule(text))
        }
    }

    /// Returns whether the screen is on at a moment, in seconds since 1970-01-01 00:00:00 UTC. While the time is
    /// unknown, a schedule is on.
    package func isOn(at moment: Int64?, in zone: LocalTime) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .scheduled(let schedule): moment.map { schedule.isOn(at: $0, in: zone) } ?? true
        }
    }

    /// Returns the next moment at which that changes, or nil if it never does.
    package func nextChange(after moment: Int64?, in zone: LocalTime) -> Int64? {
        guard case .scheduled(let schedule) = self, let moment else { return nil }
        return schedule.nextChange(after: moment, in: zone)
    }
}

extension PowerPlan: CustomStringConvertible {
    /// The form that ``init(_:)`` reads.
    package var description: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .scheduled(let schedule): schedule.description
        }
    }
}
