import ScreensEDID
import ScreensJSON
import ScreensLinux
import ScreensUdev

/// The input of `screens edid`: files, or standard input.
package enum DisplayFile {
    /// The highest number of blocks in an EDID: the count of extensions is one byte.
    static let blockLimit = 256

    /// The most bytes that are read. Every form of an EDID is shorter: a dump takes about five characters a byte, and
    /// the text of edid-decode for all blocks is shorter as well.
    private static let readLimit = 1 << 20

    /// Returns the EDIDs in the file at `path`, or in standard input for `-`; at least one.
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

    /// Returns the displays that the file describes; at least one.
    package static func displays(at path: String) throws(Failure) -> [DisplayInFile] {
        var displays: [DisplayInFile] = []
        for edid in try edids(at: path) { displays.append(try display(edid, at: path)) }
        return displays
    }

    /// Returns the display that one EDID of the file describes.
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

/// A display of a file that describes one or several.
package struct DisplayInFile: Sendable {
    /// The path as it was given.
    package let file: String

    /// The connector, or the name of an array, if the text names it.
    package let connector: String?

    package let display: KnownDisplay

    /// The document, with the names of the file and the connector.
    package var document: JSONValue {
        guard case .object(var members) = EDIDDocument(display).tree else { return .null }
        members["file"] = .text(file)
        members["connector"] = .text(connector)
        return .object(members)
    }

    /// The names of the file and the connector.
    package var title: String {
        [InputFile.name(of: file), connector].compactMap(\.self).joined(separator: " ")
    }
}

/// A display as its EDID describes it, with the name of its manufacturer from the machine's database.
package struct KnownDisplay: Sendable {
    package let description: DisplayDescription

    /// The manufacturer's name; nil if udev's hardware database is not installed or does not have it.
    package let vendor: String?

    package init(_ description: DisplayDescription, vendor: String?) {
        self.description = description
        self.vendor = vendor
    }

    /// Decodes `bytes`, and finds the manufacturer's name.
    package init(decoding bytes: [UInt8]) throws(DisplayDescription.DecodingError) {
        let description = try DisplayDescription(decoding: bytes)
        self.init(description, vendor: description.identity.make.flatMap(HardwareDatabase.vendor))
    }
}
