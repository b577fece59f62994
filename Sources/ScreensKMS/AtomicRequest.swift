/// Property changes that the kernel makes all together or not at all.
///
/// It is a value: a blob is named by its bytes, and becomes one of the kernel's when the request is committed. Each change
/// names its object. Of two values for one property the later one counts.
package struct AtomicRequest: Sendable, Hashable {
    /// One property of one object, and its new value.
    package struct Change: Sendable, Hashable {
        /// The object.
        package let object: AnyObjectID
        /// The property's id.
        package let property: PropertyID
        /// The property's name.
        package let name: String
        /// The value that it gets.
        package let value: PropertyValue

        var place: PropertyPlace { PropertyPlace(object: object, name: name) }
    }

    /// The changes in their order.
    package private(set) var changes: [Change] = []

    /// A request that changes nothing.
    package init() {}

    /// Sets a property, where the object has it and the kernel lets others set it. The corresponding C function is
    /// `drmModeAtomicAddProperty`.
    ///
    /// - Returns: whether the change is in the request.
    @discardableResult
    package mutating func set(_ name: String, of object: some ModeObject, to value: PropertyValue) -> Bool {
        guard let property = object.properties[name], !property.isImmutable else { return false }
        changes.append(Change(object: object.objectID, property: property.id, name: name, value: value))
        return true
    }

    /// Sets a property to a number, which may be one of an enumeration.
    ///
    /// - Returns: whether the change is in the request.
    @discardableResult
    package mutating func set(_ name: String, of object: some ModeObject, to value: UInt64) -> Bool {
        set(name, of: object, to: .number(value))
    }

    /// Sets a property to another object; nil is none.
    ///
    /// - Returns: whether the change is in the request.
    @discardableResult
    package mutating func set(_ name: String, of object: some ModeObject, to id: (some ObjectID)?) -> Bool {
        set(name, of: object, to: .number(UInt64(id?.rawValue ?? 0)))
    }

    /// Adds the changes of another request, which come after these. The corresponding C function is
    /// `drmModeAtomicMerge`.
    package mutating func append(_ other: AtomicRequest) {
        changes += other.changes
    }
}

/// A property of one object, by its name.
struct PropertyPlace: Hashable {
    let object: AnyObjectID
    let name: String
}

extension ModeObject {
    /// The place of a property of this object.
    func place(_ name: String) -> PropertyPlace {
        PropertyPlace(object: objectID, name: name)
    }
}

/// A value that a property is to have.
package enum PropertyValue: Sendable, Hashable {
    /// A number, the id of an object, or a value of an enumeration; of a blob 0, which is none.
    case number(UInt64)
    /// A blob with these bytes.
    case blob([UInt8])
}
