import CLinux

/// The states that a descriptor is waited for in, and is found in: of `epoll`, and of `poll`, whose bits are the same.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let input = Readiness(rawValue: CLINUX_EPOLLIN)
    package static let output = Readiness(rawValue: CLINUX_EPOLLOUT)
    /// The other side has gone. It is reported without being asked for.
    package static let hangup = Readiness(rawValue: CLINUX_EPOLLHUP)
    /// There is an error to be read. It is reported without being asked for.
    package static let error = Readiness(rawValue: CLINUX_EPOLLERR)
}
