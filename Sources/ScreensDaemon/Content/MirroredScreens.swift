import Screens
import ScreensConfiguration

/// The screens that mirror others, derived from the configurations that they are about to get. Pure.
struct MirroredScreens: Sendable, Hashable {
    /// The screens that show the pictures of others.
    let mirrors: [ScreenID]
    /// The screens that show their own contents while their sources are off, or show the pictures of other programs.
    let waiting: [ScreenID]

    /// - Parameter isOn: whether the times of a configuration turn its screen on now.
    init(_ configured: [(Screen, ScreenConfiguration)], isOn: (ScreenConfiguration) -> Bool) {
        let names = Dictionary(configured.map { ($0.id, $1.mirrorSource) }) { first, _ in first }
        // The requested sources: a screen that was plugged in a moment ago does not mirror another one yet.
        let requested = MirrorChain.sources(among: configured.filter(\.1.isDriven).map(\.0)) { names[$0.id] ?? nil }
        let lit = Set(configured.filter { isOn($1) && $0.lessee == nil }.map(\.0.id))
        mirrors = requested.filter { lit.contains($1) }.map(\.key)
        waiting = requested.filter { !lit.contains($1) }.map(\.key)
    }
}
