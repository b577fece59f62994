import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensProgramKit

/// The right to write in the state folder, which one daemon has at a time: two that started with the same folder would overwrite
/// what the other one has saved.
@MainLoop
final class StateLock {
    /// The remedy for a lock that another process has.
    nonisolated static let remedy = "end the other one, or give this one a folder of its own in $STATE_DIRECTORY"

    private let folder: StateFolder
    /// Kept from the first success until the process ends.
    private var lock: FileLock?

    init(_ folder: StateFolder) {
        self.folder = folder
    }

    /// Takes the lock, unless this daemon has it.
    ///
    /// A lock that cannot be made for another reason is missing: the attempt to write then has the same one, and reports it.
    ///
    /// - Throws: ``ScreensProgramKit/Failure`` with ``ScreensProgramKit/ExitStatus/busy`` where another process has it.
    func take() throws(Failure) {
        guard lock == nil else { return }
        folder.make()
        do throws(SystemError) {
            lock = try FileLock(folder.lockPath)
        } catch {
            guard error.errno == EAGAIN else { return }
            throw Failure(
                .busy, "cannot write in \(folder.path): another screensd has locked it (\(folder.lockPath))")
        }
    }
}
