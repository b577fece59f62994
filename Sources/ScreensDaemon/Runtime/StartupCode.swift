import Glibc
import ProgramKit

/// The code that a start needs and a still picture does not.
///
/// Whatever was run once stays mapped, with the pages around it, and a start runs through most of the program. Let go of,
/// it stays in the system's cache for as long as nobody else wants the memory, and what is needed again is mapped anew
/// without being read.
enum StartupCode {
    /// Unmaps the pages of the program's code and of its libraries', on any thread. The corresponding call is
    /// `madvise` with `MADV_DONTNEED`.
    static func release() {
        guard let maps = try? InputFile.plainContent(of: "/proc/self/maps", limit: 1 << 20) else { return }
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            guard let (start, end) = range(of: String(decoding: line, as: UTF8.self)),
                let pointer = UnsafeMutableRawPointer(bitPattern: start)
            else { continue }
            _ = madvise(pointer, Int(end - start), Int32(MADV_DONTNEED))
        }
    }

    /// The addresses that a line of `/proc/self/maps` tells of, where they are those of code.
    ///
    /// Only code: what may be written, or may have been before the linker was done, would be lost.
    static func range(of line: String) -> (start: UInt, end: UInt)? {
        let fields = line.split(separator: " ")
        guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let bounds = fields[0].split(separator: "-")
        guard bounds.count == 2, let start = UInt(bounds[0], radix: 16), let end = UInt(bounds[1], radix: 16),
            start < end
        else { return nil }
        return (start, end)
    }
}
