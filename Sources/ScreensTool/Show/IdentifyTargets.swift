import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// The screens that `screens identify` labels: the daemon's by calls, others by itself. No system calls.
struct IdentifyTargets: Sendable, Hashable {
    /// The named screens on cards that the daemon holds, by qualified name.
    private(set) var ofDaemon: [String] = []
    /// Whether the daemon labels all screens that it drives.
    private(set) var isWholeDaemon = false
    /// The screens on other cards, by qualified name.
    private(set) var own: [String] = []
    /// The connected screens of the daemon that get no label when it labels all, each with the reason.
    private(set) var dark: [String] = []

    /// - Parameters:
    ///   - names: the screens that the user named; empty for all.
    ///   - inspection: the screens that this process finds.
    ///   - daemonScreens: every connector of the cards that the daemon holds.
    /// - Throws: ``Failure`` if a name matches no screen, or several, and if nothing is connected.
    init(names: [String], _ inspection: Inspection, daemonScreens: [ScreenDocument]) throws(Failure) {
        let held = Set(daemonScreens.map(\.card))
        let others = inspection.connectors.filter { !held.contains($0.card) }
        guard !names.isEmpty else {
            let connected = daemonScreens.filter(\.isConnected)
            dark = connected.compactMap { screen in
                if let lessee = screen.lessee { return "\(screen.qualifiedName) is leased to \(lessee)" }
                return screen.dark.map { "\(screen.qualifiedName) shows nothing: \($0.message)" }
            }
            isWholeDaemon = connected.count > dark.count
            own = others.filter { $0.isConnected && !$0.isIgnored }.map(\.qualifiedName)
            if own.isEmpty, !isWholeDaemon { throw Self.nothingLit(dark) }
            return
        }
        for name in names {
            let known = daemonScreens.filter { $0.isNamed(name) }.map { ($0.qualifiedName, $0.isConnected) }
            let found = known + others.filter { $0.isNamed(name) }.map { ($0.qualifiedName, $0.isConnected) }
            if found.count > 1 { throw Failure(severalNamed: name, found.map(\.0)) }
            guard let (screen, isConnected) = found.first else {
                let unreadable = ScreenName.unreadable(
                    inspection.cards, connectors: inspection.connectors, asIn: name)
                throw unreadable.map { Failure($0) }
                    ?? Failure(noScreenNamed: name, among: daemonScreens.map(\.name) + others.map(\.name))
            }
            guard isConnected else { throw Failure(.noSuchScreen, "no display is connected as \(name)") }
            if known.isEmpty { own.append(screen) } else { ofDaemon.append(screen) }
        }
    }

    /// - Parameter dark: the connected screens, each with the reason why it shows nothing.
    private static func nothingLit(_ dark: [String]) -> Failure {
        guard !dark.isEmpty else { return Failure(.unavailable, "no display is connected") }
        return Failure(
            .unavailable,
            "\(dark.joined(separator: "; ")); `screens status` has the reasons, `screens set SCREEN --power on` "
                + "turns one on, and a screen without a content needs one"
        )
    }
}
