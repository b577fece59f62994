import CScreensLinux
import Glibc

/// Waits for two descriptors, in the frame path: without a set in the kernel, and without allocation.
package enum DescriptorPoll {
    /// The length of a wait, in nanoseconds, from which a timer ends it, if there is one. The kernel ends a `ppoll`
    /// late by a thousandth of its time, and by a two-hundredth on a thread with a nice level, but at most by a tenth
    /// of a second: several refreshes for a clock that sleeps for a minute.
    package static let timedWait: Int64 = 100_000_000

    /// Sleeps until one of two descriptors is readable or has an error, or until `deadline`. The corresponding system
    /// call is `ppoll`.
    ///
    /// - Parameters:
    ///   - second: nil to wait only for the first one.
    ///   - deadline: nil waits forever.
    ///   - timer: sets a timer to the deadline of a long wait, and returns its descriptor; nil for no timer.
    /// - Returns: nil after the deadline or a signal.
    package static func wait(
        for first: Int32, and second: Int32?, until deadline: MonotonicTime? = nil,
        by timer: (MonotonicTime) -> Int32? = { _ in nil }
    ) -> (first: Readiness, second: Readiness)? {
        var polled = (
            pollfd(fd: first, events: Int16(POLLIN), revents: 0),
            pollfd(fd: second ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: -1, events: Int16(POLLIN), revents: 0)
        )
        let count = withUnsafeMutableBytes(of: &polled) { polled in
            let polled = polled.bindMemory(to: pollfd.self)
            guard let deadline else { return clinux_poll(polled.baseAddress, 2, nil) }
            // The remaining time is computed at the last moment, because the time until the call would be added to it.
            let rest = deadline.nanoseconds - MonotonicTime.now.nanoseconds
            if rest > Self.timedWait, let timer = timer(deadline) {
                polled[2].fd = timer
                return clinux_poll(polled.baseAddress, 3, nil)
            }
            var time = timespec(nanoseconds: rest)
            return clinux_poll(polled.baseAddress, 2, &time)
        }
        guard count > 0, polled.0.revents != 0 || polled.1.revents != 0 else { return nil }
        return (Readiness(polled: polled.0.revents), Readiness(polled: polled.1.revents))
    }
}

extension Readiness {
    fileprivate init(polled bits: Int16) { self.init(rawValue: UInt32(UInt16(bitPattern: bits))) }
}

/// The states of a descriptor, requested and found, in the bits of `epoll`, which equal `poll`'s.
///
/// The comparisons of the frame path are written out: the operators of the protocols are generic calls into other
/// modules.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package var isEmpty: Bool { rawValue == 0 }
    /// Whether the descriptor is readable, with no other state.
    package var isInputAlone: Bool { rawValue == CLINUX_EPOLLIN }

    package static let input = Readiness(rawValue: CLINUX_EPOLLIN)
    package static let output = Readiness(rawValue: CLINUX_EPOLLOUT)
    /// An event can be taken, beside the input.
    package static let priority = Readiness(rawValue: CLINUX_EPOLLPRI)
    /// The other side has closed. This is reported without a request.
    package static let hangup = Readiness(rawValue: CLINUX_EPOLLHUP)
    /// An error can be read. This is reported without a request.
    package static let error = Readiness(rawValue: CLINUX_EPOLLERR)
}
