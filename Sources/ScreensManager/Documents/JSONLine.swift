import ScreensConfiguration
import ScreensJSON
import ScreensLinux

extension JSONValue {
    /// Encodes a document as the programs print and send it.
    ///
    /// - Throws: ``Failure`` if the document cannot be encoded, which is a programming error.
    package init(document: some Encodable) throws(Failure) {
        do {
            try self.init(encoding: document)
        } catch {
            throw Failure(.system, "cannot write JSON: \(error)")
        }
    }
}

/// A JSON document on one line, as `--json` prints it. It may reach a terminal, so it has only printable characters.
package enum JSONLine {
    package static func encode(_ document: some Encodable) throws(Failure) -> String {
        try JSONValue(document: document).description.printableJSON + "\n"
    }
}

/// An optional value that a document never leaves out: nil is written as null, so that every key is always there.
///
/// When a document is read, the key may still be missing, since an older program may not have it.
@propertyWrapper
public struct Nullable<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// The value.
    public var wrappedValue: Value?

    /// Wraps a value, or nil.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads null as nil.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Writes null for nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    /// Replaces the call for required values when a document is read.
    public func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
    }
}
