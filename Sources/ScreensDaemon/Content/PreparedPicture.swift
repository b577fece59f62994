import ProgramKit

/// A picture that was read before it was to be shown.
struct PreparedPicture: Sendable {
    let version: FileVersion
    let picture: DecodedPicture
    /// What is odd about the file.
    let warnings: [String]

    /// Reads it, which blocks the thread.
    ///
    /// - Throws: ``Failure`` where there is no such file, and where it is no picture.
    init(path: String) throws(Failure) {
        // Before it is read: what is written meanwhile is another one. Where there is no file, reading says why.
        let version = FileVersion(of: path)
        var warnings: [String] = []
        picture = try PictureFile.read(path) { warnings.append($0) }
        guard let version else { throw Failure(.noInput, "\(path) was not there when it was looked for") }
        self.version = version
        self.warnings = warnings
    }
}
