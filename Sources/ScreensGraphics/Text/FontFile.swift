import Glibc
import ScreensLinux

/// A TrueType or OpenType font in a file, which need not be installed.
///
/// The file is read once and stays in memory until the process ends; loading the same bytes again takes no memory. Load
/// fonts before the first frame: loading takes some ten milliseconds, and each thread then shapes its texts again.
public struct FontFile: Sendable, Hashable {
    /// The largest file that is read.
    private static let largest = 128 << 20
    /// The first bytes of font files: TrueType, OpenType, a collection, and the old sign of Apple's fonts.
    private static let beginnings: [[UInt8]] = [
        [0, 1, 0, 0], Array("OTTO".utf8), Array("ttcf".utf8), Array("true".utf8),
    ]

    /// The names of the families in the file.
    public let families: [String]
    /// The name by which Fontconfig knows this file and no other file.
    let internalFamily: String

    /// Loads a font from a regular file. Blocks its thread, which may be any.
    ///
    /// - Throws: ``FontError`` if the file does not exist, is not a font, is damaged or too large.
    public init(contentsOf path: String) throws(FontError) {
        let bytes: [UInt8]
        do throws(WholeContent.Problem) {
            bytes = try WholeContent.ofRegularFile(path, limit: Self.largest)
        } catch {
            throw FontError(reading: path, error)
        }
        try self.init(bytes, name: path)
    }

    /// Loads a font from the bytes of a file. Blocks its thread, which may be any.
    ///
    /// - Parameters:
    ///   - bytes: the content of a font file, such as TrueType or OpenType.
    ///   - name: the name of the font in errors.
    /// - Throws: ``FontError`` if the bytes are not a font, are damaged or too many.
    public init(_ bytes: [UInt8], name: String = "the font") throws(FontError) {
        guard bytes.count <= Self.largest else {
            throw FontError(
                .tooLarge, file: name, problem: "\(name) is too large: the limit is \(Self.largest >> 20) MiB",
                remedy: "use a font for fewer scripts")
        }
        guard Self.beginnings.contains(where: { bytes.starts(with: $0) }) else {
            throw FontError(
                .notFont, file: name,
                problem: "\(name) is not a font: \(bytes.isEmpty ? "it is empty" : "neither TrueType nor OpenType")",
                remedy: "use a file that `fc-list : file` lists")
        }
        (internalFamily, families) = try LoadedFonts.load(bytes, name: name)
    }
}

extension FontError {
    /// The error of a path whose content cannot be read.
    fileprivate init(reading path: String, _ problem: WholeContent.Problem) {
        func error(_ code: Code, _ cause: String, errno: Int32? = nil, remedy: String? = nil) -> FontError {
            FontError(code, file: path, problem: "cannot read \(path): \(cause)", errno: errno, remedy: remedy)
        }
        switch problem {
        case .isDirectory: self = error(.noFile, "it is a directory", remedy: "name a file in it")
        case .isSpecial: self = error(.noFile, "not a regular file")
        case .failed(let failure):
            let cause = SystemError.text(of: failure.errno)
            switch failure.errno {
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO:
                self = error(.noFile, cause, errno: failure.errno, remedy: "check the path")
            case EACCES, EPERM:
                self = error(.permissionDenied, cause, errno: failure.errno, remedy: "let this user read it")
            default: self = error(.cannotRead, cause, errno: failure.errno)
            }
        }
    }
}
