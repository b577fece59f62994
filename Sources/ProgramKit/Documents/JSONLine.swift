import JSON

extension JSONValue {
    /// A document as the programs print and send it.
    ///
    /// - Throws: ``Failure`` where the document cannot be encoded: a fault of the programs.
    package init(document: some Encodable) throws(Failure) {
        do {
            try self.init(encoding: document)
        } catch {
            throw Failure(.system, "cannot write JSON: \(error)")
        }
    }
}

/// A JSON document on one line: what `--json` prints.
package enum JSONLine {
    package static func encode(_ document: some Encodable) throws(Failure) -> String {
        try JSONValue(document: document).description + "\n"
    }
}
