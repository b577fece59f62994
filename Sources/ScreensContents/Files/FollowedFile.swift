import ScreensLinux

/// A file or a folder that is read again when it changes, on a thread of its path.
@MainLoop
final class FollowedFile<Value: Sendable> {
    private enum Reading: Sendable {
        case done(Value)
        case failed(Failure)
        /// The file is being written.
        case unfinished
    }

    /// The time after which a file that was being written is read again.
    private static var writingInterval: Duration { .seconds(1) }

    let path: String
    private let threads: PathThreads
    private let readValue: @Sendable (_ place: String) throws(Failure) -> Value
    private let take: @MainLoop (Result<Value, Failure>?) -> Void
    private let owner = PathOwner()
    private var subscription: PictureWatch.Subscription?
    /// Whether a thread reads it now.
    private(set) var isReading = false
    /// Whether it has changed since the reading began.
    private var isOutdated = false
    private var retryTime: MonotonicTime?
    /// The time of the last reading; nil before the first one.
    private(set) var readTime: MonotonicTime?

    /// Begins to follow a path.
    ///
    /// - Parameters:
    ///   - threads: the threads on which it is read.
    ///   - watch: reports its changes.
    ///   - isFolder: whether the path is a folder, whose entries are followed.
    ///   - read: reads the value at the path without its links. It blocks its thread.
    ///   - take: called with each outcome, and with nil if only ``nextChange`` is another one, never before this
    ///     function returns.
    init(
        _ path: String, isFolder: Bool = false, _ threads: PathThreads, _ watch: PictureWatch,
        read: @escaping @Sendable (_ place: String) throws(Failure) -> Value,
        take: @escaping @MainLoop (Result<Value, Failure>?) -> Void
    ) {
        self.path = path
        self.threads = threads
        readValue = read
        self.take = take
        let onReport: @MainLoop (PictureWatch.Report) -> Void = { [weak self] in self?.take($0) }
        subscription =
            isFolder
            ? watch.begin(folder: path, onReport: onReport) : watch.begin(path, onReport: onReport)
    }

    /// The time of the next call of ``update(at:)``; nil if none is due.
    var nextChange: MonotonicTime? { retryTime }

    /// Tries again after a failure, or after it was being written, if it is time.
    ///
    /// - Returns: whether it is tried again now.
    func update(at now: MonotonicTime) -> Bool {
        guard let retryTime, now >= retryTime else { return false }
        self.retryTime = nil
        subscription?.renew()
        return true
    }

    /// Reads it again.
    func read() {
        guard !isReading else {
            isOutdated = true
            return
        }
        isOutdated = false
        readTime = .now
        let (path, readValue) = (path, readValue)
        isReading = threads.run(for: owner) { visit throws(PathHang) -> Reading in
            try Self.reading(at: visit.open(path), readValue)
        } then: { [weak self] outcome in
            self?.isReading = false
            switch outcome {
            case .done(let reading): self?.take(reading)
            case .hangs(let hang): self?.take(.failed(hang.failure))
            }
            if self?.isOutdated == true { self?.read() }
        } again: { [weak self] in
            self?.subscription?.renew()
        }
        if !isReading { take(.failed(Failure(.system, "cannot start a thread to read \(path)"))) }
    }

    /// Reads it again after a while, as after a failure.
    func retryLater() { retryTime = MonotonicTime.now.advanced(by: PictureWatch.retryInterval) }

    private nonisolated static func reading(
        at place: String, _ read: (String) throws(Failure) -> Value
    ) -> Reading {
        let version = FileVersion(of: place)
        do throws(Failure) {
            let value = try read(place)
            return FileVersion(of: place) == version ? .done(value) : .unfinished
        } catch {
            return .failed(error)
        }
    }

    private func take(_ report: PictureWatch.Report) {
        switch report {
        case .changed: read()
        case .hangs(let hang): take(.failed(hang.failure))
        }
    }

    private func take(_ reading: Reading) {
        switch reading {
        case .unfinished:
            retryTime = MonotonicTime.now.advanced(by: Self.writingInterval)
            take(nil)
        case .failed(let failure):
            retryLater()
            take(.failure(failure))
        case .done(let value):
            retryTime = nil
            take(.success(value))
        }
    }
}
