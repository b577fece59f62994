extension JSONValue {
    /// What an `Encodable` document is as JSON, without a detour by bytes and without Foundation.
    ///
    /// - Throws: `EncodingError` where a number is an integer beyond 64 bits with sign, which no reader of varlink has to
    ///   understand; and what the document itself throws.
    public init(encoding document: some Encodable) throws {
        let slot = JSONSlot()
        try document.encode(to: JSONSlotEncoder(slot: slot, codingPath: []))
        self = slot.value
    }
}

/// Encodes into a slot.
struct JSONSlotEncoder: Encoder {
    let slot: JSONSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.becomeObject()
        return KeyedEncodingContainer(JSONObjectContainer<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.becomeArray()
        return JSONArrayContainer(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONSlotEncoder: SingleValueEncodingContainer {
    func encodeNil() { slot.put(.null) }
    func encode(_ value: Bool) { slot.put(.bool(value)) }
    func encode(_ value: String) { slot.put(.string(value)) }
    func encode(_ value: Double) { slot.put(.double(value)) }
    func encode(_ value: Float) { slot.put(.double(Double(value))) }
    func encode(_ value: Int) throws { try put(value) }
    func encode(_ value: Int8) throws { try put(value) }
    func encode(_ value: Int16) throws { try put(value) }
    func encode(_ value: Int32) throws { try put(value) }
    func encode(_ value: Int64) throws { try put(value) }
    func encode(_ value: UInt) throws { try put(value) }
    func encode(_ value: UInt8) throws { try put(value) }
    func encode(_ value: UInt16) throws { try put(value) }
    func encode(_ value: UInt32) throws { try put(value) }
    func encode(_ value: UInt64) throws { try put(value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        try value.encode(to: self)
    }

    private func put(_ value: some BinaryInteger) throws {
        guard let integer = Int64(exactly: value) else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: codingPath, debugDescription: "an integer beyond 64 bits"))
        }
        slot.put(.int(integer))
    }
}

/// Encodes members into a slot.
struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
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
struct JSONArrayContainer: UnkeyedEncodingContainer {
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

/// A place in a document that is being encoded, which encoders fill at different times.
///
/// Stays on the thread that encodes.
final class JSONSlot {
    private enum Content {
        case nothing
        case value(JSONValue)
        case elements([JSONSlot])
        case members([String: JSONSlot])
    }

    private var content = Content.nothing

    /// What has been put in; what nothing was put into is an empty object, as a type without members encodes nothing.
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

    /// Makes an object of the slot, unless it is one: several containers may write into one object.
    func becomeObject() {
        if case .members = content { return }
        content = .members([:])
    }

    func becomeArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    func member(_ name: String) -> JSONSlot {
        let slot = JSONSlot()
        if case .members(var slots) = content {
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
