import Foundation

/// The folder with documents and EDIDs of others, which are not part of the package: `SCREENS_CORPORA`, else
/// `../shared/corpora` beside the package.
package enum CorpusFolder {
    /// The folder; nil where it is not there.
    package static let root: URL? = {
        let named = ProcessInfo.processInfo.environment["SCREENS_CORPORA"] ?? ""
        let beside = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../shared/corpora").standardized
        return present(named.isEmpty ? beside : URL(filePath: named))
    }()

    /// Why a test is skipped.
    package static let absence = "no corpora: set SCREENS_CORPORA to their folder, or put it at ../shared/corpora"

    /// A part of it; nil where that is not there.
    package static func part(_ path: String) -> URL? { root.flatMap { present($0.appending(path: path)) } }

    private static func present(_ folder: URL) -> URL? {
        FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }
}
