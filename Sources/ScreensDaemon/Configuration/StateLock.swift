import Glibc
import ScreensConfiguration
import ScreensLinux

/// The right to write in the state folder, which one daemon has at a time. Two daemons that started with the same
/// folder would overwrite each other's files.
@MainLoop
final class StateLock {
    /// The remedy if another process has the lock.
    nonisolated static let remedy = "end the other one, or give this one a folder of its own in $STATE_DIRECTORY"

    private let folder: StateFolder
    private var lock: FileLock?
    /// How often the lock was taken. Before each time, another daemon may have written there.
    private(set) var takings = 0

    init(_ folder: StateFolder) {
        self.folder = folder
    }

    /// Takes the lock, unless this daemon has it.
    ///
    /// A missing file that cannot be made is not an error here: the write that follows fails for the same reason.
    ///
    /// - Throws: ``ScreensLinux/Failure``, with ``ScreensLinux/ExitStatus/busy`` if another process has the lock.
    func take() throws(Failure) {
        // The folder may have been removed and made again.
        if lock?.isOn(folder.lockPath) == true { return }
        lock = nil
        WholeFile.makeFolder(folder.path)
        do throws(SystemError) {
            lock = try FileLock(folder.lockPath)
            takings += 1
        } catch {
            guard error.errno != EAGAIN else {
                throw Failure(
                    .busy, "cannot write in \(folder.path): another screensd has locked it (\(folder.lockPath))")
            }
            var status = stat()
            guard lstat(folder.lockPath, &status) == 0 else { return }
            guard error.errno != EROFS else {
                throw Failure(.cannotCreate, "cannot write in \(folder.path): \(SystemError.text(of: EROFS))")
            }
            throw Failure(
                .cannotCreate,
                "cannot lock \(folder.lockPath), without which two daemons could write there: "
                    + "\(SystemError.text(of: error.errno)); remove it if no other screensd runs")
        }
    }
}
