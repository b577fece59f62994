import ScreensProgramKit

/// A folder with picture files.
package struct PictureFolder: Sendable {
    /// More files than a slide show needs; their names take memory.
    private static let limit = 10_000

    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The names of the files that have the name of a picture, in natural order: 2 before 10.
    package func pictures() throws(Failure) -> [String] {
        try FolderListing.names(in: path, limit: Self.limit)
            .filter { !$0.hasPrefix(".") && Self.isPicture($0) }
            .map(NaturalName.init).sorted().map(\.text)
    }

    /// The failure where there is no picture.
    package var emptyFailure: Failure {
        Failure(.noInput, "there are no pictures (.png, .jpg, .jpeg) in the folder \(path)")
    }

    /// The failure that stands for several ones.
    package func failure(standingFor count: Int) -> Failure {
        Failure(.badData, "\(count) more problem\(count == 1 ? "" : "s") with pictures in the folder \(path)")
    }

    package func path(of name: String) -> String { "\(path)/\(name)" }

    private static func isPicture(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".png", ".jpg", ".jpeg"].contains { name.hasSuffix($0) }
    }
}
