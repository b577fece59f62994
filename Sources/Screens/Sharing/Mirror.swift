import Synchronization

/// A screen that shows all of another screen's picture.
///
/// Its source is another screen's links, which list it: the thread of that screen opens the way when it reads the list.
final class Mirror: Sendable {
    let receiver = PictureReceiver()
    private let source = Mutex<ScreenLinks?>(nil)

    /// The screen's thread is about to start: this link and signal wake it.
    func join(_ link: DisplayLink, _ signal: FrameSignal) {
        receiver.attach(link, signal)
    }

    /// The screen is about to be disabled.
    func leave() {
        follow(nil)
        receiver.detach()
    }

    /// Shows the picture of the screen that has these links, or of none.
    func follow(_ links: ScreenLinks?) {
        source.withLock { source in
            guard source !== links else { return }
            receiver.receive(from: links)
            source?.remove(receiver)
            links?.add(receiver)
            source = links
        }
    }
}

/// Draws the picture of another screen on a mirror: all of it, in its own shape, in the middle.
///
/// Unchecked: the mirror's own thread is the only one that draws.
final class MirrorPainter: @unchecked Sendable {
    private var reader: PictureReader

    init(_ mirror: Mirror) {
        reader = PictureReader(mirror.receiver)
    }

    func draw(on view: inout ExternalView) {
        // The source wakes this screen; a still picture costs nothing here either.
        view.nextUpdate = .whenNeeded
        // The picture of another source may leave other parts free.
        if reader.follow() { view.canvas.fill(view.bounds, with: .black) }
        guard let (picture, changes) = reader.take() else { return }
        let place = ContentMode.fit.rectangle(for: picture.size, in: view.bounds)
        for index in 0..<changes.count {
            var part = ScanoutPath.scaled(changes[index], from: picture.size, to: place.size)
            part.x += place.x
            part.y += place.y
            view.canvas.draw(picture, filling: place, clip: part)
        }
    }
}
