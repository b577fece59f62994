import Glibc
import ProgramKit

/// This process: how it ends.
enum Process {
    /// Ends it. Nothing is buffered by us, and no other thread is waited for.
    static func exit(_ status: ExitStatus) -> Never {
        Glibc.exit(status.rawValue)
    }
}
