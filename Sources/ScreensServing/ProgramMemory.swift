import CScreensServing
import Glibc

/// Memory of this program that the daemon gets as a file.
public enum ProgramMemory {
    /// Makes a file in memory whose bytes are zero, closed by `exec`. The corresponding C function is `memfd_create`.
    ///
    /// - Returns: the descriptor, which the caller owns; nil with `errno` if that fails.
    public static func file(ofBytes count: Int) -> Int32? {
        let file = cserving_memory(count)
        return file < 0 ? nil : file
    }
}
