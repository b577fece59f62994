import Glibc
import ScreensLinux

/// The beginnings of the reading of device buffers for one screen. A driver may move the buffer then, and wait for work
/// that was begun after the wait for its fences, so each takes a thread, also after its client has gone.
@MainLoop
final class DeviceReads {
    private static let most = 4

    private var count = 0

    /// Begins to read buffers, on a thread of its own.
    func beginReading(_ devices: [DMABuffer]) async throws(DrawRefusal) {
        guard count < Self.most else { throw .devicesHang }
        count += 1
        let result: Result<Void, SystemError>
        do throws(Failure) {
            result = try await DetachedThread.value {
                Result { () throws(SystemError) in try Self.beginAll(devices) }
            }
        } catch {
            result = .failure(SystemError(call: "pthread_create", object: "a frame", errno: EAGAIN))
        }
        count -= 1
        do throws(SystemError) { try result.get() } catch { throw .system(error) }
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
