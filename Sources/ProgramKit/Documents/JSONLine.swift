import FoundationEssentials

/// One JSON document on one line: sorted keys, nothing escaped that need not be.
package enum JSONLine {
    package static func encode(_ document: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
        } catch {
            throw Failure(.system, "cannot write JSON: \(error)")
        }
    }
}
