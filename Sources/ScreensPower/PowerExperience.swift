import ScreensJSON

/// The outcomes of an order to a display: the last time that it was followed, and the failures since.
package struct PowerExperience: Sendable, Hashable {
    /// A way in which an order fails.
    package enum Failure: String, Sendable, Hashable {
        /// The television took it and stayed as it was.
        case ignored
        /// The television refused it.
        case refused
        /// No device had the television's logical address.
        case absent
    }

    /// The failures in a row after which a display that is known to follow counts as one that does not.
    private static let mostFailures = 3

    /// The seconds that the television took when it followed last; nil if it never did.
    private(set) var seconds: Int?
    /// The time of that in seconds since 1970; nil if it is not known.
    private(set) var followed: Int64?
    /// The last failure since; nil without one.
    private(set) var failure: Failure?
    /// The time of that failure.
    private(set) var failed: Int64?
    /// The number of failures since the order was followed.
    private(set) var failures = 0

    init() {}

    /// Reads what was written. A member that is not of this version, or out of range, has no effect.
    init(_ json: JSONValue) {
        seconds = json["seconds"]?.int.flatMap { (0...3600).contains($0) ? Int($0) : nil }
        followed = json["followed"]?.int
        failure = json["failure"]?.string.flatMap(Failure.init)
        failed = json["failed"]?.int
        if failure != nil { failures = min(max(Int(clamping: json["failures"]?.int ?? 1), 1), Self.mostFailures) }
    }

    /// The experience in JSON.
    var json: JSONValue {
        .object([
            "seconds": seconds.map { .int(Int64($0)) } ?? .null, "followed": followed.map { .int($0) } ?? .null,
            "failure": failure.map { .string($0.rawValue) } ?? .null, "failed": failed.map { .int($0) } ?? .null,
            "failures": .int(Int64(failures)),
        ])
    }

    /// The time of the last outcome in seconds since 1970; 0 without one.
    var date: Int64 { max(followed ?? 0, failed ?? 0) }

    /// Whether the order is not worth sending. One failure forgets no display that is known to follow.
    var isHopeless: Bool { failures > 0 && (seconds == nil || failures >= Self.mostFailures) }

    mutating func note(followedAfter seconds: Int, at date: Int64?) {
        self = PowerExperience()
        self.seconds = seconds
        followed = date
    }

    mutating func note(_ failure: Failure, at date: Int64?) {
        self.failure = failure
        failed = date
        failures = min(failures + 1, Self.mostFailures)
    }

    /// Forgets the failures.
    mutating func forgetFailures() {
        failure = nil
        failed = nil
        failures = 0
    }

    /// Returns the experience as the rest of a sentence; nil if there is none.
    ///
    /// - Parameter day: returns the day of a time, for people.
    func words(_ day: (Int64) -> String) -> String? {
        func on(_ date: Int64?) -> String { date.map { " on \(day($0))" } ?? "" }
        let worked = seconds.map { "worked within \($0) s\(on(followed))" }
        let failed = failure.map { "\(Self.words(of: $0))\(on(self.failed))" }
        guard let worked, let failed else { return worked ?? failed }
        return "\(worked), and \(failed)"
    }

    private static func words(of failure: Failure) -> String {
        switch failure {
        case .ignored: "was ignored"
        case .refused: "was refused"
        case .absent: "found no television"
        }
    }
}
