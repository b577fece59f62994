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
