import Synchronization

/// A screen that shows the whole picture of another screen.
///
/// Its source is the links of the other screen, which list it. The thread of that screen connects when it reads the
/// list.
final class Mirror: Sendable {
    let receiver = PictureReceiver()
    private let source = Mutex<ScreenLinks?>(nil)

    /// Prepares the start of the screen's thread: this link and this signal wake it.
    func join(_ link: DisplayLink, _ signal: FrameSignal) {
        receiver.attach(link, signal)
    }

    /// Prepares the end of the screen.
    func leave() {
        follow(nil)
        receiver.detach()
    }

    /// Shows the picture of the screen that has these links; nil for none.
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

/// Draws the picture of another screen on a mirror: the whole picture, undistorted, in the middle.
///
/// Unchecked: only the mirror's own thread draws.
final class MirrorPainter: @unchecked Sendable {
    private var reader: ReceivedPictures

    init(_ mirror: Mirror) {
        reader = ReceivedPictures(mirror.receiver)
    }

    func draw(on view: inout ExternalView) {
        // The source wakes this screen. A still picture costs nothing here either.
        view.nextUpdate = .whenNeeded
        // The picture of another source may leave other parts uncovered.
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
