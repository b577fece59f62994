import ProgramKit
import Screens

/// The screens that `screens identify` labels: those of the daemon by calls, the others by itself. Pure.
struct IdentifyTargets: Sendable, Hashable {
    /// The named screens on cards that the daemon holds, by their qualified names.
    private(set) var ofDaemon: [String] = []
    /// Whether the daemon labels all that it drives.
    private(set) var isWholeDaemon = false
    /// The screens on other cards, by their qualified names.
    private(set) var own: [String] = []

    /// - Parameters:
    ///   - names: the screens that the user named; none for all.
    ///   - inspection: the screens that this process finds.
    ///   - daemonScreens: every connector of the cards that the daemon holds.
    /// - Throws: ``Failure`` where a name leads to no screen, or to several, and where nothing is connected.
    init(names: [String], _ inspection: Inspection, daemonScreens: [ScreenDocument]) throws(Failure) {
        let held = Set(daemonScreens.map(\.card))
        let others = inspection.connectors.filter { !held.contains($0.card) }
        guard !names.isEmpty else {
            isWholeDaemon = daemonScreens.contains(where: \.isConnected)
            own = others.filter { $0.isConnected && !$0.isIgnored }.map(\.qualifiedName)
            if own.isEmpty, !isWholeDaemon { throw Failure(.unavailable, "no display is connected") }
            return
        }
        for name in names {
            let known = daemonScreens.filter { $0.isNamed(name) }.map { ($0.qualifiedName, $0.isConnected) }
            let found = known + others.filter { $0.isNamed(name) }.map { ($0.qualifiedName, $0.isConnected) }
            if found.count > 1 { throw Failure(severalNamed: name, found.map(\.0)) }
            guard let (screen, isConnected) = found.first else {
                let unreadable = ScreenName.unreadable(
                    inspection.cards, connectors: inspection.connectors, asIn: name)
                throw unreadable.map { Failure($0) } ?? Failure(noScreenNamed: name)
            }
            guard isConnected else { throw Failure(.noSuchScreen, "no display is connected as \(name)") }
            if known.isEmpty { own.append(screen) } else { ofDaemon.append(screen) }
        }
    }
}
