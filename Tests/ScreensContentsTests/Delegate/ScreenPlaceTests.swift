import ScreensLinux
import Synchronization
import Testing

@testable import Screens
@testable import ScreensContents

/// Changes of what a screen's thread draws. Their locks are free again before the former contents end, which may unmap
/// the memory of pictures.
struct ScreenPlaceTests {
    /// A content that calls a function when its last copy ends.
    private struct EndingContent: Content {
        private final class End: Sendable {
            let body: @Sendable () -> Void

            init(_ body: @escaping @Sendable () -> Void) { self.body = body }

            deinit { body() }
        }

        private let end: End

        init(_ body: @escaping @Sendable () -> Void) { end = End(body) }
    }

    /// The number of contents whose end found the lock free.
    private final class Ends: Sendable {
        private let count = Mutex(0)

        var number: Int { count.withLock(\.self) }

        /// - Parameter use: takes the lock.
        func content(_ use: @escaping @Sendable () -> Void) -> any Content {
            EndingContent { [self] in
                let done = Completion()
                let hasStarted = DetachedThread.start {
                    use()
                    done.signal()
                }
                guard hasStarted, done.wait(until: .now.advanced(by: .seconds(20))) else { return }
                count.withLock { $0 += 1 }
            }
        }
    }

    @Test(.timeLimit(.minutes(2))) func contentsOfAPlaceEndAfterItsLockIsReleased() {
        let (place, ends) = (ScreenPlace(ColorContent(.black)), Ends())
        let use: @Sendable () -> Void = { [weak place] in place?.show(ColorContent(.black)) }
        place.show(ends.content(use))
        place.show(ColorContent(.black))
        #expect(ends.number == 1)
        place.show(over: ends.content(use))
        place.show(over: nil)
        #expect(ends.number == 2)
    }

    @Test(.timeLimit(.minutes(2))) func entriesOfASequenceEndAfterTheirLockIsReleased() {
        let (entry, ends) = (ShownEntry(), Ends())
        entry.show(ends.content { [weak entry] in _ = entry?.isEmpty }, fade: .zero)
        entry.show(ColorContent(.black), fade: .zero)
        #expect(ends.number == 1)
    }
}
