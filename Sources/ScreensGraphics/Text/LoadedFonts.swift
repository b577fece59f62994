import CScreensFontconfig
import Glibc
import ScreensLinux
import Synchronization

/// The font files that this process has loaded, and the Fontconfig configuration that contains them.
///
/// A configuration is not changed once threads use it, so each loaded file makes a new one. The former configuration is
/// freed when the last thread has taken the new one.
enum LoadedFonts {
    private struct Key: Hashable {
        let count: Int
        let hash: Int
    }

    private struct Entry {
        /// A name for the file's memory that FreeType, HarfBuzz and Fontconfig can open.
        let path: String
        /// The faces of the file, each with our own family name.
        let faces: UnsafeMutablePointer<FcFontSet>
        let family: String
        let families: [String]
    }

    private struct Table {
        var entries: [Key: Entry] = [:]
        /// The entries in the order of loading.
        var order: [Entry] = []
        var configuration: FontConfiguration?

        /// Reads the faces of a file, and makes a configuration with them the current one of all threads.
        mutating func add(_ path: String, _ key: Key, _ name: String) throws(FontError) -> Entry {
            let entry = try LoadedFonts.entry(of: path, as: "screens-font-\(order.count)", name)
            let former = configuration
            configuration = try LoadedFonts.configuration(with: order + [entry], name)
            if let former { FcConfigDestroy(former.pointer) }
            order.append(entry)
            entries[key] = entry
            LoadedFonts.count.add(1, ordering: .releasing)
            return entry
        }
    }

    /// A complete configuration of Fontconfig.
    private struct FontConfiguration: @unchecked Sendable {
        // Unchecked because of the pointer: Fontconfig counts references atomically, and a complete configuration is
        // only read.
        let pointer: OpaquePointer
    }

    private static let table = Mutex(Table())
    private static let count = Atomic<Int>(0)

    /// A number that changes with each loaded file.
    static var version: Int { count.load(ordering: .acquiring) }

    /// Lends the configuration with all files, or nil, for the system's own, if no file has been loaded.
    static func withConfiguration(_ body: (OpaquePointer?) -> Void) {
        // A reference of our own, because another thread may load a file meanwhile.
        let configuration = table.withLock { table in
            table.configuration.map { FontConfiguration(pointer: FcConfigReference($0.pointer)) }
        }
        body(configuration?.pointer)
        if let configuration { FcConfigDestroy(configuration.pointer) }
    }

    /// Whether a font is installed: a small system has none.
    static var systemHasFonts: Bool {
        guard let set = FcConfigGetFonts(nil, FcSetSystem) else { return false }
        return set.pointee.nfont > 0
    }

    /// Loads a font once for all threads.
    ///
    /// - Returns: a family name for the faces of this file and no others, and the families that the file names itself.
    static func load(_ bytes: [UInt8], name: String) throws(FontError) -> (family: String, families: [String]) {
        // Two files of one length with equal hashes, of a random seed, are not to be expected.
        let key = Key(count: bytes.count, hash: bytes.hashValue)
        let result: Result<Entry, FontError> = table.withLock { table in
            if let entry = table.entries[key] { return .success(entry) }
            return Result { () throws(FontError) in
                let file = try memoryFile(bytes, name)
                do throws(FontError) {
                    return try table.add("/proc/self/fd/\(file)", key, name)
                } catch {
                    close(file)
                    throw error
                }
            }
        }
        let entry = try result.get()
        return (entry.family, entry.families)
    }

    /// Puts bytes into a file without a name, because FreeType maps files into memory: no other program can change or
    /// truncate it.
    ///
    /// - Returns: the descriptor, which stays open because threads open the file again at any time.
    private static func memoryFile(_ bytes: [UInt8], _ name: String) throws(FontError) -> Int32 {
        do throws(SystemError) {
            return try MemoryFile.make("font", bytes)
        } catch {
            throw FontError(
                .system, file: name, problem: "cannot load \(name): \(SystemError.text(of: error.errno))",
                errno: error.errno)
        }
    }

    /// The error after a failure of Fontconfig, which fails only for a lack of memory.
    private static func noMemory(_ name: String) -> FontError {
        FontError(.system, file: name, problem: "cannot load \(name): \(SystemError.text(of: ENOMEM))", errno: ENOMEM)
    }

    /// Reads the faces of a file if one has outlines or colours.
    ///
    /// - Parameter family: the family name for the faces.
    private static func entry(of path: String, as family: String, _ name: String) throws(FontError) -> Entry {
        guard let faces = FcFontSetCreate() else { throw noMemory(name) }
        var count: Int32 = 0
        FcFreeTypeQueryAll(path, .max, nil, &count, faces)
        var families: [String] = []
        var isUsable = false
        for face in faces.elements {
            isUsable = isUsable || face.flag(FC_SCALABLE) || face.flag(FC_COLOR)
            if let family = face.text(FC_FAMILY), !families.contains(family) { families.append(family) }
            face.rename(to: family)
        }
        guard isUsable else {
            FcFontSetDestroy(faces)
            throw FontError(
                .notFont, file: name, problem: "\(name) is damaged or not a font", remedy: "get the file again")
        }
        return Entry(path: path, faces: faces, family: family, families: families)
    }

    /// The system's configuration with the faces of the loaded files.
    private static func configuration(with entries: [Entry], _ name: String) throws(FontError) -> FontConfiguration {
        guard let configuration = FcInitLoadConfigAndFonts() else { throw noMemory(name) }
        // A configuration has a set for the fonts of a program only after it has read a file itself.
        guard let first = entries.first, FcConfigAppFontAddFile(configuration, first.path) != 0,
            let set = FcConfigGetFonts(configuration, FcSetApplication)
        else {
            FcConfigDestroy(configuration)
            throw FontError(
                .notFont, file: name, problem: "Fontconfig does not accept \(name)",
                remedy: "check the fonts that its configuration rejects")
        }
        for face in set.elements { face.rename(to: first.family) }
        for face in entries.dropFirst().flatMap(\.faces.elements) { FcFontSetAdd(set, FcPatternDuplicate(face)) }
        return FontConfiguration(pointer: configuration)
    }
}

extension UnsafeMutablePointer<FcFontSet> {
    fileprivate var elements: [OpaquePointer] { (0..<Int(pointee.nfont)).compactMap { pointee.fonts[$0] } }
}

/// A pattern of Fontconfig.
extension OpaquePointer {
    /// Returns a property that is true or false; false if it is missing.
    fileprivate func flag(_ name: String) -> Bool {
        var value = FcBool(0)
        return FcPatternGetBool(self, name, 0, &value) == FcResultMatch && value != 0
    }

    /// Returns the first value of a property.
    fileprivate func text(_ name: String) -> String? {
        var text: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(self, name, 0, &text) == FcResultMatch, let text else { return nil }
        return String(cString: text)
    }

    /// Gives a face another family name.
    fileprivate func rename(to family: String) {
        FcPatternDel(self, FC_FAMILY)
        FcPatternAddString(self, FC_FAMILY, family)
    }
}
