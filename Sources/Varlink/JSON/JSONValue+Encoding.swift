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
