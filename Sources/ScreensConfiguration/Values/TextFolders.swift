import Synchronization

/// The folders whose files calls may name in words: the key `text-folders` of the section `[daemon]`. It may be read on
/// any thread.
package final class TextFolders: Sendable {
    private let paths = Mutex<[String]>([])

    package init() {}

    /// Sets the folders.
    ///
    /// - Returns: whether they are others than before.
    @discardableResult
    package func set(_ paths: [String]) -> Bool {
        self.paths.withLock { former in
            defer { former = paths }
            return former != paths
        }
    }

    /// Returns why a call may not name a file, for people; nil if it may.
    package func problem(with path: String) -> String? {
        let paths = all
        guard !path.split(separator: "/").contains(".."), paths.contains(where: path.isBelow) else {
            let places = paths.isEmpty ? "which names none" : "which names \(paths.joined(separator: ", "))"
            return "\(path) is not below a folder of the key text-folders in the section [daemon], \(places)"
        }
        return nil
    }

    /// The folders.
    package var all: [String] { paths.withLock(\.self) }
}

extension String {
    /// Whether it is a path in a folder, byte for byte: the same characters in other bytes are another folder.
    package func isBelow(_ folder: String) -> Bool {
        utf8.starts(with: (folder.hasSuffix("/") ? folder : folder + "/").utf8)
    }
}
