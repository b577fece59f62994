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
    /// Where there is no such file and none can be made, the attempt to write has the same reason, and reports it.
    ///
    /// - Returns: whether it was taken now: another daemon may have written there before.
    /// - Throws: ``ScreensProgramKit/Failure``, with ``ScreensProgramKit/ExitStatus/busy`` where another process has it.
    @discardableResult
    func take() throws(Failure) -> Bool {
        // The folder may have been removed, and made again.
        if lock?.isOn(folder.lockPath) == true { return false }
        lock = nil
        folder.make()
        do throws(SystemError) {
            lock = try FileLock(folder.lockPath)
            return true
        } catch {
            guard error.errno != EAGAIN else {
                throw Failure(
                    .busy, "cannot write in \(folder.path): another screensd has locked it (\(folder.lockPath))")
            }
            var status = stat()
            guard lstat(folder.lockPath, &status) == 0 else { return false }
            throw Failure(
                .cannotCreate,
                "cannot lock \(folder.lockPath), without which two daemons could write there: "
                    + "\(SystemError.text(of: error.errno)); remove it where no other screensd runs")
        }
    }
}
