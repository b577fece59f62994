import Screens

extension Image {
    /// Makes an image from a decoded picture.
    ///
    /// - Throws: ``PictureError/Code/tooLarge`` if a side is longer than `Image.longestSide`, which the default limits
    ///   exclude.
    public init(_ picture: DecodedPicture) throws(PictureError) {
        do throws(ScreenError) {
            try self.init(size: picture.size, premultiplied: picture.pixels)
        } catch {
            throw PictureError(
                .tooLarge, file: "the picture", problem: error.problem, remedy: error.remedy)
        }
    }

    /// Reads an image from a PNG or JPEG file, upright. It blocks its thread, which may be any thread: do not read
    /// during a frame.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - space: the place that the image is for, so that invisible pixels take no memory; nil for all pixels.
    ///   - limits: how large the file and the picture may be.
    /// - Throws: ``PictureError`` if the file does not exist, is not a picture, is damaged or too large.
    public init(
        contentsOf path: String, for space: PictureSpace? = nil, limits: PictureLimits = PictureLimits()
    ) throws(PictureError) {
        try self.init(try PictureFile.read(path, for: space, limits: limits))
    }
}
