/// Draws the picture of another screen on a mirror: all of it, in its own shape, in the middle.
///
/// Unchecked: the mirror's own thread is the only one that draws.
final class MirrorPainter: @unchecked Sendable {
    private let feed: MirrorFeed
    private var version: UInt64?
    private var exchange: TripleBuffer?

    init(feed: MirrorFeed) {
        self.feed = feed
    }

    func draw(on view: inout ExternalView) {
        // Woken by the source; a still picture costs nothing here either.
        view.nextUpdate = .whenNeeded
        let version = feed.version
        var isOther = false
        if version != self.version {
            self.version = version
            let exchange = feed.exchange
            isOther = exchange !== self.exchange
            self.exchange = exchange
        }
        // Of another source, or of none.
        if isOther { view.canvas.fill(view.bounds, with: .black) }
        guard let (picture, changes) = exchange?.take() else { return }
        let place = ContentMode.fit.rectangle(for: picture.size, in: view.bounds)
        for index in 0..<changes.count {
            var part = ScanoutPath.scaled(changes[index], from: picture.size, to: place.size)
            part.x += place.x
            part.y += place.y
            view.canvas.draw(picture, filling: place, clip: part)
        }
    }
}
