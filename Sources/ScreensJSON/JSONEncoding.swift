extension JSONValue {
    /// Makes the JSON value of an `Encodable` document.
    ///
    /// - Throws: `EncodingError` for an integer that 64 bits cannot hold, and the errors of the document itself.
    package init(encoding document: some Encodable) throws {
        let slot = JSONSlot()
        try document.encode(to: JSONSlotEncoder(slot: slot, codingPath: []))
        self = slot.value
    }
}

/// A place in a document that is being encoded, which encoders fill at different times.
///
/// It stays on the thread that encodes.
private final class JSONSlot {
    private enum Content {
        case nothing
        case value(JSONValue)
        case elements([JSONSlot])
        case members([String: JSONSlot])
    }

    private var content = Content.nothing

    /// The value of the slot. An empty slot is an empty object, because a type without members encodes nothing.
    var value: JSONValue {
        switch content {
        case .nothing: .object([:])
        case .value(let value): value
        case .elements(let slots): .array(slots.map(\.value))
        case .members(let slots): .object(slots.mapValues(\.value))
        }
    }

    var count: Int {
        if case .elements(let slots) = content { slots.count } else { 0 }
    }

    func put(_ value: JSONValue) {
        content = .value(value)
    }

    /// Makes the slot an object, unless it is one already: several containers may write into one object.
    func becomeObject() {
        if case .members = content { return }
        content = .members([:])
    }

    /// Makes the slot an array, unless it is one already.
    func becomeArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    func member(_ name: String) -> JSONSlot {
        let slot = JSONSlot()
        if case .members(var slots) = content {
            // Without this the dictionary would be copied, because `content` shares it.
            content = .nothing
            slots[name] = slot
            content = .members(slots)
        }
        return slot
    }

    func element() -> JSONSlot {
        let slot = JSONSlot()
        if case .elements(var slots) = content {
            content = .nothing
            slots.append(slot)
            content = .elements(slots)
        }
        return slot
    }
}

/// Encodes into a slot.
private struct JSONSlotEncoder: Encoder, SingleValueEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.becomeObject()
        return KeyedEncodingContainer(JSONObjectEncoder<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.becomeArray()
        return JSONArrayEncoder(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { slot.put(.null) }
    func encode(_ value: Bool) { slot.put(.bool(value)) }
    func encode(_ value: String) { slot.put(.string(value)) }
    func encode(_ value: Double) { slot.put(.double(value)) }
    /// Encodes a float by its text, so that 0.1 stays 0.1.
    func encode(_ value: Float) { slot.put(.double(Double(value.description) ?? Double(value))) }

    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
        guard let integer = JSONValue(exactly: value) else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: codingPath, debugDescription: "an integer beyond 64 bits"))
        }
        slot.put(integer)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try value.encode(to: self)
    }
}

/// Encodes members into a slot.
private struct JSONObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    private func encoder(_ key: any CodingKey) -> JSONSlotEncoder {
        JSONSlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { JSONSlotEncoder(slot: slot.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

/// Encodes elements into a slot.
private struct JSONArrayEncoder: UnkeyedEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    var count: Int { slot.count }

    private var next: JSONSlotEncoder { JSONSlotEncoder(slot: slot.element(), codingPath: codingPath) }

    func encodeNil() { next.encodeNil() }

    func encode<Value: Encodable>(_ value: Value) throws { try next.encode(value) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }

    func superEncoder() -> any Encoder { next }
}
