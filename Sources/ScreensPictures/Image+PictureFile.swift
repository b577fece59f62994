import Screens

extension Image {
    /// Makes an image from a picture that was decoded.
    ///
    /// - Throws: ``PictureError/Code/tooLarge`` where a side is longer than `Image.longestSide`, which the default limits exclude.
    public init(_ picture: DecodedPicture) throws(PictureError) {
        do throws(ScreenError) {
            try self.init(size: picture.size, premultiplied: picture.pixels)
        } catch {
            throw PictureError(
                .tooLarge, file: "the picture", problem: error.problem, remedy: error.remedy)
        }
    }

    /// Reads an image from a PNG or JPEG file, the right way up. Blocks its thread, which may be any: do not read in a frame.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - space: the place that the image is for, which saves the memory of pixels that would not be visible; nil for all.
    ///   - limits: how large the file and the picture may be.
    /// - Throws: ``PictureError`` where the file does not exist, is not a picture, is damaged or too large.
    public init(
        contentsOf path: String, for space: PictureSpace? = nil, limits: PictureLimits = PictureLimits()
    ) throws(PictureError) {
        try self.init(try PictureFile.read(path, for: space, limits: limits))
    }
}
