import Screens
import Synchronization

/// The code of the article ThreadsAndState, which the compiler checks here.
private struct ThreadsAndStateCode {
    struct BouncingBall: ViewPainter {
        private var x = 0
        private var step = 5

        mutating func draw(on view: inout ExternalView) {
            let size = 40
            view.fill(Rectangle(x: x, y: 100, width: size, height: size), with: .black)
            if x + step < 0 || x + size + step > view.bounds.width { step = -step }
            x += step
            view.fill(Rectangle(x: x, y: 100, width: size, height: size), with: .white)
        }
    }

    final class BouncingBalls: PainterDelegate {
        func makePainter(for view: borrowing ExternalView) -> BouncingBall { BouncingBall() }
    }

    final class Announcement: VideoKitDelegate {
        private let text = Mutex("")

        func show(_ text: String, on kit: VideoKit) {
            self.text.withLock { $0 = text }
            kit.setNeedsDisplay()
        }

        func updateExternalView(_ view: inout ExternalView) {
            view.fill(view.bounds, with: .black)
            view.draw(text.withLock(\.self), at: (x: 40, y: 40), scale: 4, color: .white)
            view.nextUpdate = .whenNeeded
        }
    }

    func addCounter(to kit: VideoKit, on screen: Screen) throws -> DisplayLink {
        var count = 0
        return try kit.makeDisplayLink(for: screen.id, frameInterval: 2) { view in
            count += 1
            view.draw("\(count)", at: (x: 10, y: 10), color: .white, background: .black)
        }
    }

    final class TenSeconds: VideoKitDelegate {
        private let stop: @Sendable () async -> Void

        init(stop: @escaping @Sendable () async -> Void) {
            self.stop = stop
        }

        func updateExternalView(_ view: inout ExternalView) {
            view.backgroundColor = .white
            guard view.timing.number == 600 else { return }
            Task { [stop] in await stop() }
        }
    }
}
