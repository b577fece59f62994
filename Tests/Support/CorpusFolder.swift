import Foundation

/// The folder `SCREENS_CORPORA` with documents and EDIDs of others, which are not part of the package.
package enum CorpusFolder {
    /// The folder; nil if it does not exist.
    package static let root: URL? = {
        let name = ProcessInfo.processInfo.environment["SCREENS_CORPORA"] ?? ""
        return name.isEmpty ? nil : present(URL(filePath: name))
    }()

    /// The reason why a test is skipped.
    package static let absence = "no corpora: set SCREENS_CORPORA to their folder"

    /// Returns a part of the folder; nil if it does not exist.
    package static func part(_ path: String) -> URL? { root.flatMap { present($0.appending(path: path)) } }

    private static func present(_ folder: URL) -> URL? {
        FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }
}
