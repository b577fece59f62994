import ScreensLinux
import ScreensPictures

/// A folder with picture files.
package struct PictureFolder: Sendable {
    /// The most pictures of a folder, because their names take memory. No slide show needs more.
    private static let limit = 10_000

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The names of the picture files, in natural order: 2 before 10.
    ///
    /// - Parameter place: a path that leads to it without links; nil to follow them.
    package func pictures(at place: String? = nil) throws(Failure) -> [String] {
        try FolderListing.names(in: place ?? path, named: path, limit: Self.limit) {
            !$0.hasPrefix(".") && Self.isPicture($0)
        }
        .map(NaturalName.init).sorted().map(\.text)
    }

    /// Checks that at least one picture can be shown, and keeps nothing of it. Blocks its thread.
    ///
    /// - Parameters:
    ///   - limits: how large pictures may be.
    ///   - visit: the thread, which enters the folder and its pictures.
    ///   - timeout: the time after which no further picture is tried, and the folder counts as one with a picture.
    /// - Throws: ``Failure`` of the first picture if no picture can be shown.
    package func check(
        _ limits: PictureLimits, on visit: PathVisit, within timeout: Duration = .seconds(10)
    ) throws(Failure) {
        let folder = try Failure.mapping { () throws(PathHang) in try visit.open(path) }
        let names = try pictures(at: folder)
        guard !names.isEmpty else { throw emptyFailure }
        var first: Failure?
        let end = MonotonicTime.now.advanced(by: timeout)
        for name in names where MonotonicTime.now < end {
            let path = path(of: name)
            do throws(Failure) {
                // A picture may be a link into another file system.
                let place = try Failure.mapping { () throws(PathHang) in try visit.open(path) }
                try PictureInput.check(place, named: path, limits: limits)
                return
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    /// The failure for a folder without pictures.
    package var emptyFailure: Failure {
        Failure(.noInput, "there are no pictures (.png, .jpg, .jpeg) in the folder \(path)")
    }

    /// One failure in place of several.
    package func failure(standingFor count: Int) -> Failure {
        Failure(.badData, "\(count) more problem\(count == 1 ? "" : "s") with pictures in the folder \(path)")
    }

    package func path(of name: String) -> String { "\(path)/\(name)" }

    private static func isPicture(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".png", ".jpg", ".jpeg"].contains { name.hasSuffix($0) }
    }
}
