import Glibc
import ScreensLinux
import ScreensProgramKit

/// The library that gives a program the lease in the place of the card, where no filter of system calls is possible.
enum PreloadLibrary {
    private static let name = "libscreens-preload.so"

    /// Its path.
    ///
    /// - Throws: ``Failure`` where it is not installed.
    static func path() throws(Failure) -> String {
        let places = places(beside: FolderListing.folder(of: program))
        for place in places where access(place, R_OK) == 0 {
            guard !place.contains(where: { $0 == ":" || $0.isWhitespace }) else {
                throw Failure(
                    .unavailable,
                    "\(place) cannot be loaded into a program: LD_PRELOAD ends at a blank and a colon in its path")
            }
            return place
        }
        throw Failure(
            .unavailable,
            "\(name) is missing: it belongs to \(places.last ?? name), and `udev/install` and the package put it there"
        )
    }

    /// The places in which it is looked for: beside the program, as in a folder of a build, and that of an installation.
    static func places(beside folder: String) -> [String] {
        let parent = FolderListing.folder(of: folder)
        return ["\(folder)/\(name)", "\(parent == "/" ? "" : parent)/lib/screens/\(name)"]
    }

    /// The value of `LD_PRELOAD` with a library before those that are there.
    static func list(_ path: String, before others: String?) -> String {
        others.map { $0.isEmpty ? path : "\(path):\($0)" } ?? path
    }

    /// The file of this program.
    private static var program: String {
        let length = 4096
        var bytes = [CChar](repeating: 0, count: length)
        let count = readlink("/proc/self/exe", &bytes, length)
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
