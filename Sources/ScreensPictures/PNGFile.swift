import Glibc
import Screens
import ScreensLinux

extension Picture {
    /// Encodes the picture as a PNG file, on any thread.
    ///
    /// - Throws: ``PictureError/Code/system`` if there is no memory for it.
    public func png() throws(PictureError) -> [UInt8] {
        try PNGEncoder.encode(size: size, pixels: pixels)
    }

    /// Saves the picture as a PNG file, which appears as a whole or not at all. It blocks its thread, which may be any
    /// thread.
    ///
    /// - Parameter path: the path of the file. A file of that name is replaced, even if a link leads to it; a pipe or a
    ///   device is written to.
    /// - Throws: ``PictureError/Code/cannotWrite``.
    public func writePNG(to path: String) throws(PictureError) {
        try AtomicFile.write(png: try png(), to: path)
    }
}

extension Image {
    /// Encodes the image as a PNG file with its opacity, on any thread.
    ///
    /// - Throws: ``PictureError/Code/system`` if there is no memory for it.
    public func png() throws(PictureError) -> [UInt8] {
        isOpaque
            ? try PNGEncoder.encode(size: size, pixels: premultipliedPixels)
            : try PNGEncoder.encode(size: size, premultiplied: premultipliedPixels)
    }

    /// Saves the image as a PNG file, which appears as a whole or not at all. It blocks its thread, which may be any
    /// thread.
    ///
    /// - Parameter path: the path of the file. A file of that name is replaced, even if a link leads to it; a pipe or a
    ///   device is written to.
    /// - Throws: ``PictureError/Code/cannotWrite``.
    public func writePNG(to path: String) throws(PictureError) {
        try AtomicFile.write(png: try png(), to: path)
    }
}

extension AtomicFile {
    fileprivate static func write(png bytes: [UInt8], to path: String) throws(PictureError) {
        do throws(SystemError) {
            try write(bytes, to: path)
        } catch {
            let cause = SystemError.text(of: error.errno)
            let remedy: String? =
                switch error.errno {
                case ENOENT, ENOTDIR: "make the folder first"
                case EACCES, EPERM, EROFS: "let this user write there"
                case ENOSPC, EDQUOT: "make room on the disk"
                default: nil
                }
            throw PictureError(
                .cannotWrite, file: path, problem: "cannot write \(path): \(cause)", cause: cause, errno: error.errno,
                remedy: remedy)
        }
    }
}
