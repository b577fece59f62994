import Glibc
import ScreensLinux

/// The beginnings of the reading of device buffers for one screen. A driver may move the buffer then, and wait for work
/// that was begun after the wait for its fences, so each takes a thread, also after its client has gone.
@MainLoop
final class DeviceReads {
    /// The most threads: they stay as long as a device hangs.
    private static let mostThreads = 4
    /// The most calls that wait for a thread.
    private static let mostWaiting = 64

    /// A call that waits for a thread.
    private struct Waiting {
        let number: Int
        /// Continues with whether the call has got a thread.
        let continuation: CheckedContinuation<Bool, Never>
        let timer: LoopTimer
    }

    private let begin: @Sendable ([DMABuffer]) throws(SystemError) -> Void
    private let timeout: Duration
    private var threads = 0
    private var waiting: [Waiting] = []
    private var lastNumber = 0

    /// - Parameters:
    ///   - timeout: the longest wait for a thread.
    ///   - begin: begins to read all buffers, or none of them.
    init(
        timeout: Duration = FenceWait.timeout,
        begin: @escaping @Sendable ([DMABuffer]) throws(SystemError) -> Void = DeviceReads.beginAll
    ) {
        self.timeout = timeout
        self.begin = begin
    }

    /// Begins to read buffers, on a thread of its own. While all threads are taken, it waits for one.
    func beginReading(_ devices: [DMABuffer]) async throws(DrawRefusal) {
        guard await takeThread() else { throw .devicesHang }
        defer { leaveThread() }
        let result: Result<Void, SystemError>
        do throws(Failure) {
            result = try await DetachedThread.value { [begin] in
                Result { () throws(SystemError) in try begin(devices) }
            }
        } catch {
            result = .failure(SystemError(call: "pthread_create", object: "a frame", errno: EAGAIN))
        }
        do throws(SystemError) { try result.get() } catch { throw .system(error) }
    }

    /// - Returns: false if no thread became free in time.
    private func takeThread() async -> Bool {
        guard isBusy else {
            threads += 1
            return true
        }
        guard waiting.count < Self.mostWaiting else { return false }
        lastNumber += 1
        let number = lastNumber
        return await withCheckedContinuation { continuation in
            let timer = LoopTimer(after: timeout) { [weak self] in self?.giveUp(number) }
            waiting.append(Waiting(number: number, continuation: continuation, timer: timer))
        }
    }

    /// Whether all threads are taken.
    var isBusy: Bool { threads == Self.mostThreads }

    private func leaveThread() {
        guard !waiting.isEmpty else {
            threads -= 1
            return
        }
        waiting.removeFirst().continuation.resume(returning: true)
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    /// Begins to read all buffers, or none of them.
    private nonisolated static func beginAll(_ devices: [DMABuffer]) throws(SystemError) {
        for index in devices.indices {
            do throws(SystemError) {
                try devices[index].beginReading()
            } catch {
                for device in devices[..<index] { device.endReading() }
                throw error
            }
        }
    }
}
