import Glibc
import ScreensLinux

extension Failure {
    /// Ends the program with this failure, on any thread.
    func endProgram() -> Never {
        let bytes = Array("screensd: \(message.printableLine)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
        exit(status.rawValue)
    }
}
