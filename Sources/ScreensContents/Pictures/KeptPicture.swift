import Screens
import ScreensLinux
import ScreensPictures

/// A picture of a file as it is kept to be drawn: an image of its visible part.
package struct KeptPicture: Sendable, Hashable {
    private let image: Image
    /// The size of the whole picture in its file.
    private let fullSize: Size
    /// The part of the whole picture that the image is.
    private let visible: PictureSpace.Visible
    /// The grant for the memory of the image; nil without a budget. It ends with the last copy of this value.
    private let grant: MemoryGrant?

    /// Makes an image of a picture, whose pixels are not kept.
    ///
    /// - Parameter grant: the grant for both; nil without a budget.
    package init(_ picture: consuming DecodedPicture, _ grant: MemoryGrant? = nil) throws(PictureError) {
        fullSize = picture.fullSize
        visible = picture.visible
        image = try Image(picture)
        self.grant = grant
        grant?.shrink(to: image.size.width * image.size.height * 4, for: .pictures)
    }

    package static func == (left: KeptPicture, right: KeptPicture) -> Bool {
        left.image == right.image && left.fullSize == right.fullSize && left.visible == right.visible
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(image) }

    /// The place of the image in an area, in which the whole picture is fitted.
    func place(_ mode: ContentMode, in area: Rectangle) -> Rectangle {
        visible.rectangle(in: mode.rectangle(for: fullSize, in: area))
    }

    /// The image with no more columns and rows than a size.
    func image(for size: Size) -> Image? {
        guard size.width < image.size.width || size.height < image.size.height else { return image }
        let picture = DecodedPicture(size: image.size, pixels: image.premultipliedPixels, isOpaque: image.isOpaque)
        return try? Image(picture.shrunk(to: size))
    }
}
