import ScreensLinux

/// The source of a screen's picture.
enum PictureSource: Sendable {
    /// The delegate draws the picture.
    case delegate
    /// The picture of another screen is shown.
    case mirror(Mirror)
    /// A part of a wall's picture is shown.
    case wall(WallMember)

    var mirror: Mirror? { if case .mirror(let mirror) = self { mirror } else { nil } }
    var member: WallMember? { if case .wall(let member) = self { member } else { nil } }
    /// Whether the delegate draws on the screen's own content.
    var isOwn: Bool { if case .delegate = self { true } else { false } }
}

/// The drawing for a screen, which passes from one session to the next.
struct ScreenDrawing: Sendable {
    let content: DelegateContent
    /// Calls the delegate, or draws the picture of another screen. It is called before other links.
    let link: DisplayLink
    let role: ScreenRoles.Source
    let source: PictureSource
    /// Whether the content was shown before, so that all of it has to be shown again.
    let isResumed: Bool
}

extension SharedState {
    /// The drawing for a screen that is about to be enabled. It has the former content of the display, if that is kept
    /// and has the same size.
    ///
    /// - Parameters:
    ///   - size: the size of the canvas.
    ///   - former: the session that the new one follows on its thread.
    func drawing(
        for screen: Screen, key: DisplayKey, size: Size, _ role: ScreenRoles.Source, _ links: ScreenLinks,
        after former: ScreenSession?
    ) -> ScreenDrawing {
        let source = pictureSource(role, for: screen, size: size)
        if let former, former.drawing.source.isOwn {
            let content = former.drawing.content
            if !source.isOwn {
                keep(former, for: key)
            } else if content.canvas.size == size {
                return ScreenDrawing(
                    content: content, link: former.drawing.link, role: role, source: source, isResumed: true)
            } else {
                contents.end(content, after: former.end)
            }
        }
        // Its own content stays as it is while the screen shows another picture.
        let kept = source.isOwn ? displays.takeContent(key, size: size) : nil
        let content = kept ?? contents.makeContent(for: screen, size: size)
        // Even in another size, the former background is shown until the delegate has drawn.
        if kept == nil, let former { content.background = former.drawing.content.background }
        let link = DisplayLink(
            home: links, cadence: source.isOwn ? settings.cadence : .interval(1), after: content.frames,
            draw: Self.painter(source, content))
        return ScreenDrawing(content: content, link: link, role: role, source: source, isResumed: kept != nil)
    }

    /// Keeps the content of a session that ends, for its display.
    func keep(_ session: ScreenSession, for key: DisplayKey) {
        guard session.drawing.source.isOwn else { return }
        displays.keep(session.drawing.content, after: session.end, for: key)
    }

    private func pictureSource(_ role: ScreenRoles.Source, for screen: Screen, size: Size) -> PictureSource {
        switch role {
        case .own: .delegate
        case .mirror: .mirror(Mirror())
        case .wall(let place):
            .wall(WallMember(place, screen: screen, size: size, group: walls[place.wall]))
        }
    }

    private static func painter(
        _ source: PictureSource, _ content: DelegateContent
    ) -> @Sendable (inout ExternalView) -> Void {
        switch source {
        case .delegate: return { content.draw(on: &$0) }
        case .mirror(let mirror):
            let painter = MirrorPainter(mirror)
            return { painter.draw(on: &$0) }
        case .wall(let member):
            let painter = WallPainter(member: member) { $1.draw(on: &$0) }
            return { painter.draw(on: &$0) }
        }
    }
}
