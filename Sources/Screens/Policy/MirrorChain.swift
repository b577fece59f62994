/// Finds the source of each mirror.
enum MirrorChain {
    /// The mirrors with their sources. A screen that would mirror itself, directly or through others, is not a mirror.
    ///
    /// - Parameter requested: the name of the screen that a screen shall mirror, or nil.
    static func sources(among screens: [Screen], requested: (Screen) -> String?) -> [ScreenID: ScreenID] {
        var sources: [ScreenID: ScreenID] = [:]
        for screen in screens {
            guard let name = requested(screen), let source = screens.first(where: { $0.isNamed(name) }),
                source.id != screen.id
            else { continue }
            sources[screen.id] = source.id
        }
        return sources.filter { screen, _ in !isCircle(from: screen, sources) }
    }

    private static func isCircle(from screen: ScreenID, _ sources: [ScreenID: ScreenID]) -> Bool {
        var next = sources[screen]
        // After as many steps as there are mirrors, the chain has ended or is a circle.
        for _ in sources {
            guard let here = next else { return false }
            if here == screen { return true }
            next = sources[here]
        }
        return next != nil
    }
}
