import ScreensJSON
import ScreensLinux

/// The file of the last two good texts of the configuration, with which the next start continues if a file is broken.
/// The text before the last one serves a version that cannot use the last one.
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
        /// The texts before these; nil in a file of a version that kept one.
        var former: [File]?
    }

    /// The texts of two moments.
    package struct Texts: Sendable, Hashable {
        /// The last good texts.
        package var last = ConfigurationTexts()
        /// The good texts before these; empty if there are none.
        package var former = ConfigurationTexts()

        package init() {}
    }

    /// The path of the file.
    package let path: String

    /// Returns the texts of some files, if any. It blocks.
    ///
    /// - Throws: ``ScreensLinux/Failure`` if it is damaged or cannot be read.
    package func read(of files: ConfigurationFiles) throws(Failure) -> Texts {
        var texts = try read()
        texts.last = ConfigurationTexts(texts.last.files.filter { files.has($0.name) })
        texts.former = ConfigurationTexts(texts.former.files.filter { files.has($0.name) })
        return texts
    }

    private func read() throws(Failure) -> Texts {
        guard !FolderListing.lacks(path) else { return Texts() }
        let bytes = try InputFile.plainContent(of: path, limit: Self.largest)
        do {
            let document = try JSONValue(decoding: bytes, limits: JSONLimits(bytes: Self.largest)).decode(Document.self)
            var texts = Texts()
            texts.last = try self.texts(of: document.files)
            texts.former = try self.texts(of: document.former ?? [])
            return texts
        } catch let failure as Failure {
            throw failure
        } catch is DecodingError {
            throw Failure(.badData, "cannot read \(path)", because: "it is not a file of this version")
        } catch {
            throw Failure(.badData, "cannot read \(path)", because: "\(error)")
        }
    }

    private func texts(of files: [Document.File]) throws(Failure) -> ConfigurationTexts {
        var texts: [ConfigurationTexts.File] = []
        for file in files {
            guard let text = Base64.decode(file.text) else {
                throw Failure(.badData, "cannot read \(path)", because: "the text of \(file.name) is damaged")
            }
            texts.append(ConfigurationTexts.File(file.name, text))
        }
        return ConfigurationTexts(texts)
    }

    /// Writes the texts of some files, and makes the folder if it is missing. The present texts are the former ones
    /// from then on, unless they are the same. The texts of other files stay. It blocks until the disk has stored them.
    package func write(_ texts: ConfigurationTexts, of own: ConfigurationFiles) throws(Failure) {
        let present = (try? read()) ?? Texts()
        let others = present.last.files.filter { !own.has($0.name) }.suffix(Self.mostOthers)
        let last = present.last.files.filter { own.has($0.name) }
        let former = (last.isEmpty || last == texts.files ? present.former.files : last).filter { own.has($0.name) }
        var text = try Self.document(others + texts.files, former)
        // The texts in use come before all others.
        if text.utf8.count > Self.largest { text = try Self.document(texts.files, former) }
        if text.utf8.count > Self.largest { text = try Self.document(texts.files, []) }
        guard text.utf8.count <= Self.largest else {
            throw Failure(.cannotCreate, "cannot write \(path): the configuration is too large")
        }
        // The files of a configuration may be for some users only.
        try WholeFile.writeState(Array(text.utf8), to: path, isForOwnerAlone: true)
    }

    private static func document(
        _ files: [ConfigurationTexts.File], _ former: [ConfigurationTexts.File]
    ) throws(Failure) -> String {
        func encoded(_ files: [ConfigurationTexts.File]) -> [Document.File] {
            files.compactMap { file in file.text.map { Document.File(name: file.name, text: Base64.encode($0)) } }
        }
        let document = Document(files: encoded(files), former: former.isEmpty ? nil : encoded(former))
        do {
            return try JSONValue(encoding: document).description + "\n"
        } catch {
            throw Failure(.system, "cannot write JSON: \(error)")
        }
    }
}
