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
