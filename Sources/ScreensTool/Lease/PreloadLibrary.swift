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
        let program = SymbolicLink.target(of: "/proc/self/exe") ?? ""
        let places = places(beside: FolderListing.folder(of: program))
        guard let place = places.first(where: { access($0, R_OK) == 0 }) else {
            throw Failure(
                .unavailable,
                "\(name) is missing: it belongs to \(places.last ?? name), and `udev/install` and the package put it there"
            )
        }
        guard canBeListed(place) else {
            throw Failure(
                .unavailable, "\(place) cannot be loaded into a program: a path in LD_PRELOAD ends at blanks and colons"
            )
        }
        return place
    }

    /// Whether the linker takes a path as one.
    static func canBeListed(_ path: String) -> Bool { !path.contains { $0 == ":" || $0.isWhitespace } }

    /// The places in which it is looked for: beside the program, as in a folder of a build, and that of an installation.
    static func places(beside folder: String) -> [String] {
        let parent = FolderListing.folder(of: folder)
        return ["\(folder)/\(name)", "\(parent == "/" ? "" : parent)/lib/screens/\(name)"]
    }

    /// The value of `LD_PRELOAD` with a library before those that are there.
    static func list(_ path: String, before others: String?) -> String {
        others.map { $0.isEmpty ? path : "\(path):\($0)" } ?? path
    }
}
