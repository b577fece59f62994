extension JSONValue {
    /// Reads a `Decodable` document from the value.
    ///
    /// A number without a fraction is read as an integer, however it was written.
    ///
    /// - Throws: `DecodingError` if a value is missing, has another type or is out of range, and the errors of the
    ///   document itself.
    public func decode<Document: Decodable>(_ type: Document.Type = Document.self) throws -> Document {
        try Document(from: JSONValueDecoder(value: self, codingPath: []))
    }
}

/// Decodes a value.
private struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let members = try unwrap(value.object, as: [String: JSONValue].self)
        return KeyedDecodingContainer(JSONObjectDecoder<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        JSONArrayDecoder(elements: try unwrap(value.array, as: [JSONValue].self), codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try unwrap(value.bool, as: type) }
    func decode(_ type: String.Type) throws -> String { try unwrap(value.string, as: type) }
    func decode(_ type: Double.Type) throws -> Double { try unwrap(value.double, as: type) }
    func decode(_ type: Float.Type) throws -> Float { Float(try unwrap(value.double, as: type)) }

    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        switch value {
        case .int(let integer): try unwrap(Value(exactly: integer), as: type)
        case .uint(let integer): try unwrap(Value(exactly: integer), as: type)
        case .double(let number): try unwrap(Value(exactly: number), as: type)
        default: try unwrap(nil, as: type)
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func unwrap<Value>(_ content: Value?, as type: any Any.Type) throws -> Value {
        guard let content else {
            throw DecodingError.typeMismatch(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: "a value of another type"))
        }
        return content
    }
}

/// Decodes the members of an object.
private struct JSONObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> JSONValueDecoder {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "a member is missing"))
        }
        return JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        JSONValueDecoder(value: members["super"] ?? .null, codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// Decodes the elements of an array, one after the other.
private struct JSONArrayDecoder: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func decoder() throws -> JSONValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self,
                DecodingError.Context(codingPath: codingPath, debugDescription: "the array has no more elements"))
        }
        return JSONValueDecoder(value: elements[currentIndex], codingPath: codingPath)
    }

    mutating func decodeNil() throws -> Bool {
        let isNil = try decoder().decodeNil()
        if isNil { currentIndex += 1 }
        return isNil
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder().decode(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        currentIndex += 1
        return decoder
    }
}
