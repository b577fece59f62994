import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// One screen in the events of the daemon, and the program that it should show.
struct FollowedScreen: Sendable {
    /// The name of the connector, alone or with its card, or as in `/sys/class/drm`: `card1-HDMI-A-1`.
    private let name: String
    /// The qualified name of the screen, while it is connected. Another card may get a connector of the same name.
    private(set) var found: String?

    init(_ name: String) {
        self.name = name
    }

    /// - Returns: what the screen should show from now on; nil if that does not change.
    /// - Throws: ``Failure`` if several screens have the name.
    mutating func take(_ event: EventDocument) throws(Failure) -> ProgramSchedule.Wanted? {
        if let screens = event.screens {
            let named = screens.filter(isNamed)
            // The screen stays the same if another card has got a screen of this name since.
            if let known = named.first(where: { $0.qualifiedName == found }) { return take(known) }
            if named.count > 1 {
                let names = named.map(\.qualifiedName).joined(separator: ", ")
                throw Failure(.usage, "several screens are named \(name): \(names); use one of these")
            }
            found = nil
            return named.first.map { take($0) } ?? .unknown
        }
        guard let screen = event.screen, isNamed(screen), found == nil || found == screen.qualifiedName else {
            return nil
        }
        guard event.kind != .disconnected else {
            found = nil
            return .absent
        }
        return take(screen)
    }

    private mutating func take(_ screen: ScreenDocument) -> ProgramSchedule.Wanted? {
        guard screen.isConnected else {
            found = nil
            return .absent
        }
        found = screen.qualifiedName
        if screen.dark?.reason == DarkReason.sessionInactive.rawValue { return .hidden }
        // The daemon has not decided yet.
        guard let content = screen.content else { return nil }
        return content.program.map { .program($0) } ?? .nothing
    }

    private func isNamed(_ screen: ScreenDocument) -> Bool {
        screen.isNamed(name) || screen.qualifiedName.replacing("/", with: "-") == name
    }
}
