import Glibc
import ScreensLinux

/// The open file of an item that another program presents.
package final class PresentedFile: Sendable {
    package let descriptor: Int32

    /// Opens a file for reading. Blocks its thread.
    ///
    /// - Parameters:
    ///   - place: the path without its links.
    ///   - name: the path for errors.
    /// - Throws: ``Failure`` if there is no such file, or if it may not be read, or is a folder or a device.
    package init(at place: String, named name: String) throws(Failure) {
        // A FIFO would wait for its writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let (opened, code) = PathCall.recorded { () -> (Int32, Int32) in (open(place, flags), errno) }
        guard opened >= 0 else {
            let status: ExitStatus = code == ENOENT ? .noInput : code == EACCES ? .noPermission : .cannotRead
            throw Failure(status, "cannot read \(name): \(String(cString: strerror(code)))")
        }
        var found = stat()
        guard PathCall.recorded({ fstat(opened, &found) }) == 0, found.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw Failure(.badData, "\(name) is not a file")
        }
        descriptor = opened
    }

    deinit {
        // The close of a file on a share may block.
        let isClosing = DetachedThread.start { [descriptor] in _ = PathCall.recorded { close(descriptor) } }
        if !isClosing { close(descriptor) }
    }
}
