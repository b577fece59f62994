import ScreensEDID
import ScreensJSON
import ScreensLinux
import ScreensUdev

/// The input of `screens edid`: files, or standard input.
package enum DisplayFile {
    /// The most blocks that an EDID can have: the count of the extensions is one byte.
    static let blockLimit = 256

    /// No form of an EDID has more bytes: as text, each byte takes some five characters, and the text of edid-decode for
    /// all blocks is shorter as well.
    private static let readLimit = 1 << 20

    /// The EDIDs in the file at `path`, or in standard input for `-`; at least one.
    package static func edids(at path: String) throws(Failure) -> [NamedEDID] {
        let name = InputFile.name(of: path)
        let content = try InputFile.content(of: path, limit: readLimit)
        let edids: [NamedEDID]
        switch EDIDText.read(content) {
        case .edids(let found): edids = found
        case .noText: edids = [NamedEDID(connector: nil, bytes: content)]
        case .broken(let line): throw Failure(.badData, "\(name) is not an EDID: line \(line) is not hexadecimal")
        }
        guard content.count <= readLimit, edids.allSatisfy({ $0.bytes.count <= blockLimit * 128 }) else {
            throw Failure(.badData, "\(name) is not an EDID: it has more than \(blockLimit) blocks of 128 bytes")
        }
        guard !edids.isEmpty else { throw Failure(.badData, "\(name) has no EDID in it") }
        return edids
    }

    /// The displays that the file describes; at least one.
    package static func displays(at path: String) throws(Failure) -> [DisplayInFile] {
        var displays: [DisplayInFile] = []
        for edid in try edids(at: path) { displays.append(try display(edid, at: path)) }
        return displays
    }

    /// The display that one EDID of the file describes.
    package static func display(_ edid: NamedEDID, at path: String) throws(Failure) -> DisplayInFile {
        do throws(DisplayDescription.DecodingError) {
            let display = try KnownDisplay(decoding: edid.bytes)
            return DisplayInFile(file: path, connector: edid.connector, display: display)
        } catch {
            let place = edid.connector.map { ", \($0)," } ?? ""
            throw Failure(.badData, "\(InputFile.name(of: path))\(place) is not an EDID: \(error)")
        }
    }
}

/// A display of a file that holds one or several.
package struct DisplayInFile: Sendable {
    /// The path as it was given.
    package let file: String

    /// The connector, or the name of an array, where the text names it.
    package let connector: String?

    package let display: KnownDisplay

    /// The document, with the file and the connector that it is from.
    package var document: JSONValue {
        guard case .object(var members) = EDIDDocument(display).tree else { return .null }
        members["file"] = .text(file)
        members["connector"] = .text(connector)
        return .object(members)
    }

    /// The file and the connector.
    package var title: String {
        [InputFile.name(of: file), connector].compactMap(\.self).joined(separator: " ")
    }
}

/// A display by its EDID, and the name of its manufacturer from the machine's database.
package struct KnownDisplay: Sendable {
    package let description: DisplayDescription

    /// The manufacturer's name, where udev's hardware database is installed and has it.
    package let vendor: String?

    package init(_ description: DisplayDescription, vendor: String?) {
        self.description = description
        self.vendor = vendor
    }

    /// Decodes `bytes` and looks the manufacturer up.
    package init(decoding bytes: [UInt8]) throws(DisplayDescription.DecodingError) {
        let description = try DisplayDescription(decoding: bytes)
        self.init(description, vendor: description.identity.make.flatMap(HardwareDatabase.vendor))
    }
}
