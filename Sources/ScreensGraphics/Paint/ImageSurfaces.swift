import CScreensCairo
import Screens
import ScreensLinux

/// The images that a thread has drawn recently, as surfaces of Cairo.
///
/// An `Image` lends its pixels only during a call, but Cairo may keep a surface longer. So each thread makes a copy
/// once.
final class ImageSurfaces {
    /// The bytes of a generation: two pictures of 4K.
    private static let limit = 64 << 20
    private static let threads = ThreadValue<ImageSurfaces> { ImageSurfaces() }

    private var surfaces = RecentCache<Image, ImageSurface>(limit: limit)

    static var current: ImageSurfaces { threads.current }

    /// Returns the surface of an image, which lives at least until the next call.
    func surface(of image: Image) -> OpaquePointer? {
        if let surface = surfaces.value(for: image) { return surface.pointer }
        let surface = ImageSurface(image)
        surfaces.insert(surface, for: image, weight: image.size.width * image.size.height * 4)
        return surface.pointer
    }
}

/// A copy of an image that Cairo may read at any time.
private final class ImageSurface {
    let pointer: OpaquePointer?

    init(_ image: Image) {
        // Cairo owns the memory and frees it with the last reference.
        let format = image.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        pointer = cairo_image_surface_create(format, Int32(image.size.width), Int32(image.size.height))
        guard let data = cairo_image_surface_get_data(pointer) else { return }
        let stride = Int(cairo_image_surface_get_stride(pointer))
        image.premultipliedPixels.withUnsafeBytes { pixels in
            for y in 0..<image.size.height {
                let row = UnsafeRawBufferPointer(
                    rebasing: pixels[y * image.size.width * 4..<(y + 1) * image.size.width * 4])
                UnsafeMutableRawBufferPointer(start: data + y * stride, count: row.count).copyMemory(from: row)
            }
        }
        cairo_surface_mark_dirty(pointer)
    }

    deinit { cairo_surface_destroy(pointer) }
}
