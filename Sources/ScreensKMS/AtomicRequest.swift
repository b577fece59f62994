/// Property changes that the kernel makes all together or not at all.
///
/// It is a value: it has the bytes of its blobs, which become the kernel's blobs when the request is committed. Each
/// change names its object. If a property has two values, the later one counts.
package struct AtomicRequest: Sendable, Hashable {
    /// One property of one object, and its new value.
    package struct Change: Sendable, Hashable {
        /// The object.
        package let object: AnyObjectID
        /// The property's id.
        package let property: PropertyID
        /// The property's name.
        package let name: String
        /// The new value.
        package let value: PropertyValue

        var place: PropertyPlace { PropertyPlace(object: object, name: name) }
    }

    /// The changes in order.
    package private(set) var changes: [Change] = []

    /// Makes a request that changes nothing.
    package init() {}

    /// Sets a property if the object has it and the kernel lets programs set it. The corresponding C function is
    /// `drmModeAtomicAddProperty`.
    ///
    /// - Returns: whether the change is in the request.
    @discardableResult
    package mutating func set(_ name: String, of object: some ModeObject, to value: PropertyValue) -> Bool {
        guard let property = object.properties[name], !property.isImmutable else { return false }
        changes.append(Change(object: object.objectID, property: property.id, name: name, value: value))
        return true
    }

    /// Sets a property to a number, which may be a value of an enumeration.
    ///
    /// - Returns: whether the change is in the request.
    @discardableResult
    package mutating func set(_ name: String, of object: some ModeObject, to value: UInt64) -> Bool {
        set(name, of: object, to: .number(value))
    }

    /// Sets a property to another object, or to no object if nil.
    ///
    /// - Returns: whether the change is in the request.
    @discardableResult
    package mutating func set(_ name: String, of object: some ModeObject, to id: (some ObjectID)?) -> Bool {
        set(name, of: object, to: .number(UInt64(id?.rawValue ?? 0)))
    }

    /// Adds the changes of another request after these. The corresponding C function is `drmModeAtomicMerge`.
    package mutating func append(_ other: AtomicRequest) {
        changes += other.changes
    }
}

/// A property of one object, by name.
struct PropertyPlace: Hashable {
    let object: AnyObjectID
    let name: String
}

extension ModeObject {
    /// Returns the place of a property of this object.
    func place(_ name: String) -> PropertyPlace {
        PropertyPlace(object: objectID, name: name)
    }
}

/// A new value for a property.
package enum PropertyValue: Sendable, Hashable {
    /// A number, the id of an object, or a value of an enumeration; 0 for a property without a blob.
    case number(UInt64)
    /// A blob with these bytes.
    case blob([UInt8])
}
