/// Which screen shows another one's picture.
enum MirrorChain {
    /// The screens that mirror one, with those that they mirror: by the names that are wanted. One that would mirror
    /// itself, however many are between, mirrors none.
    ///
    /// - Parameter wanted: the name of the screen that a screen is to mirror.
    static func sources(among screens: [Screen], wanted: (Screen) -> String?) -> [ScreenID: ScreenID] {
        var sources: [ScreenID: ScreenID] = [:]
        for screen in screens {
            guard let name = wanted(screen), let source = screens.first(where: { $0.isNamed(name) }),
                source.id != screen.id
            else { continue }
            sources[screen.id] = source.id
        }
        return sources.filter { screen, _ in !isCircle(from: screen, sources) }
    }

    private static func isCircle(from screen: ScreenID, _ sources: [ScreenID: ScreenID]) -> Bool {
        var next = sources[screen]
        // As many steps as there are mirrors lead to an end, or around.
        for _ in sources {
            guard let here = next else { return false }
            if here == screen { return true }
            next = sources[here]
        }
        return next != nil
    }
}
