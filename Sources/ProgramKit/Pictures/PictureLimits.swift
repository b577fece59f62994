import Screens

/// How large pictures may be: what a file says of itself costs memory before the first pixel is seen.
package struct PictureLimits: Sendable, Hashable {
    /// Bytes of a file.
    package var fileSize = 128 << 20
    /// Pixels, each of which takes four bytes, or eight while the picture is turned: twice those of an 8K display.
    package var pixels = 1 << 26
    /// Columns or rows.
    package var side = Image.longestSide

    /// - Parameter name: what the file is called.
    package func check(width: Int, height: Int, name: String) throws(Failure) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0 else { throw Failure(.badData, "\(name) is a picture without pixels") }
        guard !overflow, count <= pixels else {
            throw Failure(
                .badData, "\(name) has \(width)x\(height) pixels: pictures of more than \(pixels) are not read")
        }
        guard width <= side, height <= side else {
            throw Failure(.badData, "\(name) has \(width)x\(height) pixels: a side of more than \(side) is not read")
        }
    }
}
