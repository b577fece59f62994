import Foundation

/// The folder with documents and EDIDs of others, which are not part of the package: `SCREENS_CORPORA`.
package enum CorpusFolder {
    /// The folder; nil where it is not there.
    package static let root: URL? = {
        let name = ProcessInfo.processInfo.environment["SCREENS_CORPORA"] ?? ""
        return name.isEmpty ? nil : present(URL(filePath: name))
    }()

    /// Why a test is skipped.
    package static let absence = "no corpora: set SCREENS_CORPORA to their folder"

    /// A part of it; nil where that is not there.
    package static func part(_ path: String) -> URL? { root.flatMap { present($0.appending(path: path)) } }

    private static func present(_ folder: URL) -> URL? {
        FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }
}
