import ScreensLinux
import Synchronization

/// A thread of ``PathThreads``, and the file system that it is in.
package final class PathVisit: Sendable {
    private struct Place {
        var path: String
        var device: String
    }

    let owner: PathOwner
    let again: @MainLoop () -> Void
    private let threads: PathThreads
    private let call = Mutex<PathCall?>(nil)
    private let current = Mutex<Place?>(nil)
    /// The last walk, which keeps its end open.
    private let walk = Mutex(PathWalk())

    init(_ owner: PathOwner, _ threads: PathThreads, again: @escaping @MainLoop () -> Void) {
        self.owner = owner
        self.threads = threads
        self.again = again
    }

    /// The start of the call that the thread is making; nil if it makes no such call.
    var callStart: MonotonicTime? { call.withLock(\.self)?.since }

    /// The path that was entered last, and the number of its device.
    var place: (path: String, device: String)? { current.withLock(\.self).map { ($0.path, $0.device) } }

    func begin() {
        call.withLock { $0 = PathCall.ofThisThread }
    }

    func end() {
        walk.withLock { $0 = PathWalk() }
        leave()
        call.withLock { $0 = nil }
    }

    /// Enters the file system of a path, and before it the file systems of the links on the way.
    ///
    /// The thread counts in the file system of ``WatchedPath/place`` from then on.
    ///
    /// - Parameter name: the path for reports, if that is another one.
    /// - Returns: the path with its links, and its place without them.
    /// - Throws: ``PathHang`` if too many threads hang in one of these file systems.
    @discardableResult
    package func enter(_ path: String, named name: String? = nil) throws(PathHang) -> WatchedPath {
        var walk = PathWalk()
        defer { self.walk.withLock { $0 = walk } }
        return try WatchedPath(path, &walk) { device throws(PathHang) in
            try move(to: device, for: name ?? path)
        }
    }

    /// Enters the file system of a path, like ``enter(_:named:)``, and opens its place.
    ///
    /// - Returns: a path of the opened file, until another one is opened. The thread touches it alone: a call on
    ///   another path follows links that may lead into another file system by now.
    /// - Throws: ``PathHang`` if too many threads hang in one of these file systems.
    package func open(_ path: String) throws(PathHang) -> String {
        try enter(path)
        return walk.withLock { $0.path }
    }

    /// Enters the file system of a path, and opens its place. A link is opened itself, and is not followed.
    ///
    /// - Parameter name: the path for reports.
    /// - Returns: a path of the opened file, until another one is opened.
    /// - Throws: ``PathHang`` if too many threads hang there.
    func open(plain path: String, named name: String) throws(PathHang) -> String {
        var walk = PathWalk()
        defer { self.walk.withLock { $0 = walk } }
        let enter = { (device: String) throws(PathHang) in try self.move(to: device, for: name) }
        try walk.begin(at: path.hasPrefix("/") ? "/" : ".", enter)
        for name in path.split(separator: "/") where name != "." { try walk.step(to: String(name), enter) }
        return walk.path
    }

    private func move(to device: String, for path: String) throws(PathHang) {
        let isSame = current.withLock { place in
            guard place?.device == device else { return false }
            place?.path = path
            return true
        }
        guard !isSame else { return }
        leave()
        try threads.enter(device, self)
        current.withLock { $0 = Place(path: path, device: device) }
    }

    private func leave() {
        let former = current.withLock { place in
            defer { place = nil }
            return place
        }
        if let former { threads.leave(former.device, self) }
    }
}

/// The owner of work about paths: a content, or a part of one.
package final class PathOwner: Sendable {
    package init() {}
}

/// A path that does not answer.
package struct PathHang: FailureSource, Sendable, Hashable {
    package let path: String
    /// The time at which a thread began to wait for it, in seconds since 1970-01-01 00:00:00 UTC.
    package let since: Int64

    /// The failure of a read.
    package var failure: Failure {
        let time = LocalDate(seconds: since)?.text("%F %T") ?? "long ago"
        return Failure(.unavailable, "\(path) has not answered since \(time)")
    }
}
