import ProgramKit

/// Reads what `screens edid` is given: a file, or standard input.
enum DisplayFile {
    /// The most blocks that an EDID can have: the count of the extensions is one byte.
    static let blockLimit = 256

    /// More bytes are no EDID in any form: as text, each byte takes some five characters, and edid-decode's text for all
    /// blocks stays below this as well.
    private static let readLimit = 1 << 20

    /// The bytes of the EDID at `path`, or of standard input for `-`.
    static func bytes(at path: String) throws(Failure) -> [UInt8] {
        let name = path == "-" ? "standard input" : path
        let content = try InputFile.content(of: path, limit: readLimit)
        let bytes: [UInt8]
        switch HexDump.read(content) {
        case .bytes(let decoded): bytes = decoded
        case .noText: bytes = content
        case .broken(let line): throw Failure(.badData, "\(name) is no EDID: line \(line) is not hexadecimal")
        }
        guard content.count <= readLimit, bytes.count <= blockLimit * 128 else {
            throw Failure(.badData, "\(name) is no EDID: it has more than \(blockLimit) blocks of 128 bytes")
        }
        return bytes
    }
}
