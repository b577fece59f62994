import Screens
import ScreensLinux

/// The limits of pictures: a size that a file states costs memory before the first pixel is read.
public struct PictureLimits: Sendable, Hashable {
    /// The most bytes of a file; by default 128 MiB.
    public var fileSize = 128 << 20
    /// The most pixels; by default twice as many as an 8K display has. While it is decoded, a picture takes 4 to 12
    /// bytes for each.
    public var pixels = 1 << 26
    /// The most columns or rows; by default as many as an `Image` may have.
    public var side = Image.longestSide
    /// The memory budget, which grants the memory before a file is read and decoded; nil for none.
    package var budget: MemoryBudget?

    /// The default limits.
    public init() {}

    /// Refuses a file that is too large.
    ///
    /// - Parameter name: the name of the file in messages.
    func check(bytes: Int, name: String) throws(PictureError) {
        guard bytes > fileSize else { return }
        throw PictureError(
            .tooLarge, file: name, problem: "\(name) is too large: the limit is \(fileSize >> 20) MiB",
            remedy: "save it smaller, or allow more by PictureLimits.fileSize")
    }

    /// Refuses a picture that is too large.
    ///
    /// - Parameter name: the name of the file in messages.
    func check(width: Int, height: Int, name: String) throws(PictureError) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0 else { throw .damaged(name, "\(name) has no pixels") }
        guard !overflow, count <= pixels else {
            let limit = pixels < 1_000_000 ? "\(pixels)" : "\(pixels / 1_000_000) megapixels"
            throw PictureError(
                .tooLarge, file: name, problem: "\(name) has \(width)x\(height) pixels: the limit is \(limit)",
                remedy: "scale it down, or allow more by PictureLimits.pixels")
        }
        guard width <= side, height <= side else {
            throw PictureError(
                .tooLarge, file: name,
                problem: "\(name) has \(width)x\(height) pixels: the limit of each side is \(side)",
                remedy: "scale it down")
        }
    }
}
