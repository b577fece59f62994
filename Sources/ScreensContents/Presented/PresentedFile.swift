import Glibc
import ScreensLinux

/// The open file of an item that another program presents.
package final class PresentedFile: Sendable {
    package let descriptor: Int32

    /// Opens a regular file. Blocks its thread.
    ///
    /// - Parameters:
    ///   - place: the path without its links.
    ///   - name: the path for errors.
    /// - Throws: ``Failure`` if it does not exist, may not be read, or is not a regular file.
    package init(at place: String, named name: String) throws(Failure) {
        do throws(WholeContent.Problem) {
            let file = try RegularFile(place, named: name)
            descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else { throw .failed(SystemError(call: "fcntl", object: name, errno: errno)) }
        } catch {
            throw Failure(reading: name, error)
        }
    }

    deinit {
        // The close of a file on a share may block.
        let isClosing = DetachedThread.start { [descriptor] in _ = PathCall.recorded { close(descriptor) } }
        if !isClosing { close(descriptor) }
    }
}
