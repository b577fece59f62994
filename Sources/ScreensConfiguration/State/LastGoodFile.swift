import ScreensJSON
import ScreensLinux

/// The file of the last good texts of the configuration, with which the next start continues if a file is broken.
///
/// All texts are in one file, which appears as a whole or not at all, so that they are of one moment even after a power
/// cut.
package struct LastGoodFile: Sendable, Hashable {
    /// The largest file, with all texts in Base64: a configuration is some kilobytes.
    private static let largest = 16 << 20
    /// The most files of other configurations whose texts are kept, such as one that was tried by hand.
    private static let mostOthers = 64

    private struct Document: Codable {
        struct File: Codable {
            let name: String
            let text: String
        }

        let files: [File]
    }

    /// The path of the file.
    package let path: String

    /// Returns the texts of some files, if any. It blocks.
    ///
    /// - Throws: ``ScreensLinux/Failure`` if it is damaged or cannot be read.
    package func read(of files: ConfigurationFiles) throws(Failure) -> ConfigurationTexts {
        ConfigurationTexts(try read().files.filter { files.has($0.name) })
    }

    private func read() throws(Failure) -> ConfigurationTexts {
        guard !FolderListing.lacks(path) else { return ConfigurationTexts() }
        let bytes = try InputFile.plainContent(of: path, limit: Self.largest)
        do {
            let document = try JSONValue(decoding: bytes, limits: JSONLimits(bytes: Self.largest)).decode(Document.self)
            return ConfigurationTexts(
                try document.files.map { file in
                    guard let text = Base64.decode(file.text) else {
                        throw Failure(.badData, "cannot read \(path)", because: "the text of \(file.name) is damaged")
                    }
                    return ConfigurationTexts.File(file.name, text)
                })
        } catch let failure as Failure {
            throw failure
        } catch is DecodingError {
            throw Failure(.badData, "cannot read \(path)", because: "it is not a file of this version")
        } catch {
            throw Failure(.badData, "cannot read \(path)", because: "\(error)")
        }
    }

    /// Writes the texts of some files, and makes the folder if it is missing. The texts of other files stay. It blocks
    /// until the disk has stored them.
    package func write(_ texts: ConfigurationTexts, of own: ConfigurationFiles) throws(Failure) {
        let others = ((try? read()) ?? ConfigurationTexts()).files.filter { !own.has($0.name) }
        var text = try Self.document(others.suffix(Self.mostOthers) + texts.files)
        if text.utf8.count > Self.largest { text = try Self.document(texts.files) }
        guard text.utf8.count <= Self.largest else {
            throw Failure(.cannotCreate, "cannot write \(path): the configuration is too large")
        }
        // The files of a configuration may be for some users only.
        try WholeFile.writeState(Array(text.utf8), to: path, isForOwnerAlone: true)
    }

    private static func document(_ files: [ConfigurationTexts.File]) throws(Failure) -> String {
        let document = Document(
            files: files.compactMap { file in
                file.text.map { Document.File(name: file.name, text: Base64.encode($0)) }
            })
        do {
            return try JSONValue(encoding: document).description + "\n"
        } catch {
            throw Failure(.system, "cannot write JSON: \(error)")
        }
    }
}
