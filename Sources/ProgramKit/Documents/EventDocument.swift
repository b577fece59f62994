import Screens

/// An event as JSON has it: a line of `screens watch --json`.
package struct EventDocument: Codable, Sendable, Hashable {
    package let event: String
    package let sequence: UInt64
    /// Nanoseconds of CLOCK_MONOTONIC.
    package let time: Int64
    /// All screens, of a snapshot.
    package let screens: [ScreenDocument]?
    package let screen: ScreenDocument?
    /// The names of the keys that differ, of a change.
    package let changes: [String]?
    package let message: String?

    /// - Parameter changes: the names of the keys that differ, for a change.
    package init(_ event: ScreenEvent, changes: [String]) {
        self.event = event.kind.rawValue
        sequence = event.sequence
        time = event.time
        screens = event.kind == .snapshot ? event.screens.map(ScreenDocument.init) : nil
        screen = event.screen.map(ScreenDocument.init)
        self.changes = event.kind == .changed ? changes : nil
        message = event.message
    }

    /// Everything as it is.
    ///
    /// - Parameter time: in nanoseconds of CLOCK_MONOTONIC.
    package init(snapshotOf screens: [ScreenDocument], time: Int64) {
        event = ScreenEvent.Kind.snapshot.rawValue
        sequence = 0
        self.time = time
        self.screens = screens
        screen = nil
        changes = nil
        message = nil
    }
}
