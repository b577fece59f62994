import Screens

import struct ScreensLinux.MonotonicTime

/// Whether a program as the content of a screen has its picture there in time: the use of the screen in, the state of
/// the content out. The caller has the clock.
package struct ProgramPresence: Sendable {
    /// The use of the screen.
    package enum Use: Sendable, Hashable {
        /// No program has to run.
        case off
        /// A program has to run, and no program has the screen.
        case missing
        /// A program has the screen, and has shown no picture so far.
        case blank(Lessee, isContent: Bool)
        case drawn
    }

    /// The state of the content.
    package enum State: Sendable, Hashable {
        case shown
        /// A program is awaited. The value is a sentence for people.
        case waiting(String)
        /// The program is missing for too long. The value is a sentence for people.
        case failed(String)
    }

    /// A change of the state at a point in time, if the use stays.
    private struct Due: Sendable {
        let time: MonotonicTime
        let state: State
    }

    /// The service that runs the program.
    private let unit: String
    /// The current use; nil before the first one.
    private var use: Use?
    private var due: Due?
    /// The name of the last program that had the screen.
    private var former: String?
    /// The time since which no picture of a program is there. A program that ends before its first picture does not
    /// change it.
    private var lackBegan: MonotonicTime?
    /// Whether something was missing for too long. It stays true until a picture has been there for some time, so that
    /// a program that ends at once is not shown.
    private var hasFailed = false

    package init(unit: String) {
        self.unit = unit
    }

    /// The time of the next ``timeCame(at:)`` if the use stays; nil if nothing is awaited.
    package var nextChange: MonotonicTime? { due?.time }

    /// Takes the use of the screen from now on, which may be the same as before.
    ///
    /// - Returns: the state of the content; nil if it stays.
    package mutating func take(_ use: Use, at now: MonotonicTime) -> State? {
        guard use != self.use else { return nil }
        self.use = use
        due = nil
        switch use {
        case .off:
            lackBegan = nil
            return hasFailed ? nil : .shown
        case .drawn:
            lackBegan = nil
            guard hasFailed else { return .shown }
            due = Due(time: now.advanced(by: ProgramTimes.missing), state: .shown)
            return nil
        case .blank(let lessee, let isContent):
            // A person may have leased the screen to another program.
            if isContent { former = lessee.name }
            return lacks(
                "waits for a picture of '\(lessee.name)'", until: now.advanced(by: ProgramTimes.blank),
                "'\(lessee.name)' has the screen and shows no picture")
        case .missing:
            let began = lackBegan ?? now
            lackBegan = began
            return lacks(
                former.map { "'\($0)' has ended, and waits to be started by \(unit)" } ?? "waits for \(unit)",
                until: max(now, (hasFailed ? now : began).advanced(by: ProgramTimes.missing)),
                former.map { "'\($0)' has ended without a picture, or does not return" }
                    ?? "no program shows its content")
        }
    }

    /// Waits for the missing part. After a failure the content fails at once, whatever was missing before.
    private mutating func lacks(_ waiting: String, until time: MonotonicTime, _ reason: String) -> State {
        due = Due(time: time, state: .failed(reason))
        return hasFailed ? .failed(reason) : .waiting(waiting)
    }

    /// Changes the state if that is due.
    ///
    /// - Returns: the state of the content, which is a new failure if it is one; nil if it stays.
    package mutating func timeCame(at now: MonotonicTime) -> State? {
        guard let due, now >= due.time else { return nil }
        self.due = nil
        hasFailed = due.state != .shown
        return due.state
    }
}
