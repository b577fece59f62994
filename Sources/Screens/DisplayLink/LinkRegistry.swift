import Synchronization

/// The links of all screens.
final class LinkRegistry: Sendable {
    private let screens = Mutex<[ScreenID: ScreenLinks]>([:])

    /// Those of a screen that is being lit.
    func links(of screen: ScreenID) -> ScreenLinks {
        screens.withLock { screens in
            let links = screens[screen] ?? ScreenLinks()
            screens[screen] = links
            return links
        }
    }

    /// Lets go of a screen that is dark, unless it has links that wait for it.
    func release(_ screen: ScreenID) {
        screens.withLock { screens in
            if screens[screen]?.isEmpty ?? false { screens[screen] = nil }
        }
    }

    /// Makes a link.
    ///
    /// - Parameter present: the screens that there are; an id does not come back, so the links of others are forgotten.
    func add(to screen: ScreenID, present: Set<ScreenID>, _ make: (ScreenLinks) -> DisplayLink) -> DisplayLink {
        screens.withLock { screens in
            for id in screens.keys where !present.contains(id) && screens[id]?.rate == nil { screens[id] = nil }
            let links = screens[screen] ?? ScreenLinks()
            screens[screen] = links
            let link = make(links)
            links.add(link)
            return link
        }
    }
}
