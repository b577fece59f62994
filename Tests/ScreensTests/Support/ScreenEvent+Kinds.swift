@testable import Screens

/// The kinds of events, for comparisons in tests.
extension ScreenEvent {
    var isSnapshot: Bool { if case .snapshot = self { true } else { false } }
    var isChange: Bool { if case .changed = self { true } else { false } }
    var connected: Screen? { if case .connected(let screen) = self { screen } else { nil } }
    var disconnected: Screen? { if case .disconnected(let screen) = self { screen } else { nil } }
    var warning: String? { if case .warning(_, let message) = self { message } else { nil } }
}
