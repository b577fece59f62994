import JSON
import ProgramKit

extension JSONValue {
    /// A document as the commands print it.
    ///
    /// - Throws: ``Failure`` where it cannot be written, which is a mistake of ours.
    init(document: some Encodable) throws(Failure) {
        do {
            try self.init(encoding: document)
        } catch {
            throw Failure(.system, "cannot write JSON: \(error)")
        }
    }
}
