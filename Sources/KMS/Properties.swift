import CLibDRM
import Glibc
import Synchronization

/// The properties of one KMS object by name, as they were when read.
public struct Properties: Sendable, Hashable {
    /// One property of the object.
    public struct Entry: Sendable, Hashable {
        /// The id that requests name it by.
        public let id: PropertyID
        /// A number, the id of an object or a blob, or one of ``choices``, as the kernel has it.
        public let value: UInt64
        /// Whether only the kernel sets it (`DRM_MODE_PROP_IMMUTABLE`).
        public let isImmutable: Bool
        /// Whether the value is the id of a blob (`DRM_MODE_PROP_BLOB`).
        public let isBlob: Bool
        /// The values that it may have, by their names (`DRM_MODE_PROP_ENUM`); of a bit mask the numbers of its bits.
        public let choices: [String: UInt64]
        /// The values that it may have, where they are numbers (`DRM_MODE_PROP_RANGE`).
        public let limits: ClosedRange<UInt64>?

        /// A property that is a number without limits, where nothing else is given.
        public init(
            id: PropertyID, value: UInt64, isImmutable: Bool = false, isBlob: Bool = false,
            choices: [String: UInt64] = [:], limits: ClosedRange<UInt64>? = nil
        ) {
            self.id = id
            self.value = value
            self.isImmutable = isImmutable
            self.isBlob = isBlob
            self.choices = choices
            self.limits = limits
        }

        /// The blob that is its value, or nil where there is none or the property holds something else.
        public var blob: BlobID? { isBlob ? UInt32(exactly: value).flatMap(BlobID.init(nonZero:)) : nil }
    }

    private var entries: [String: Entry]

    /// Properties by name.
    public init(_ entries: [String: Entry] = [:]) {
        self.entries = entries
    }

    /// The property of this name, or nil where the object does not have it.
    public subscript(name: String) -> Entry? { entries[name] }

    /// Every property by name.
    public var all: [String: Entry] { entries }

    mutating func insert(_ entry: Entry, as name: String) {
        entries[name] = entry
    }
}

extension CardDevice {
    /// The properties of an object. The corresponding C function is `drmModeObjectGetProperties`.
    func properties(of object: some ObjectID, kind: ObjectKind) throws(KMSError) -> Properties {
        guard let list = drmModeObjectGetProperties(descriptor, object.rawValue, kind.rawValue) else {
            throw error("drmModeObjectGetProperties", "object \(object)")
        }
        defer { drmModeFreeObjectProperties(list) }
        return try properties(
            ids: list.pointee.props, values: list.pointee.prop_values, count: Int(list.pointee.count_props))
    }

    /// Properties from the arrays that several calls return. The corresponding C function is `drmModeGetProperty`, called
    /// once for each property of the card.
    func properties(
        ids: UnsafePointer<UInt32>?, values: UnsafePointer<UInt64>?, count: Int
    ) throws(KMSError) -> Properties {
        var properties = Properties()
        guard let ids, let values else { return properties }
        for index in 0..<count {
            let id = PropertyID(rawValue: ids[index])
            guard let meaning = propertyMeanings.meaning(of: id, on: descriptor) else {
                throw error("drmModeGetProperty", "property \(id)")
            }
            properties.insert(
                Properties.Entry(
                    id: id, value: values[index],
                    isImmutable: meaning.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0,
                    isBlob: meaning.flags & UInt32(DRM_MODE_PROP_BLOB) != 0, choices: meaning.choices,
                    limits: meaning.limits),
                as: meaning.name)
        }
        return properties
    }

    /// The bytes of a property blob, or nil where it has gone. The corresponding C function is
    /// `drmModeGetPropertyBlob`.
    public func blob(_ id: BlobID) throws(KMSError) -> [UInt8]? {
        guard let blob = drmModeGetPropertyBlob(descriptor, id.rawValue) else {
            // Another probe has put another in its place.
            if errno == ENOENT { return nil }
            throw error("drmModeGetPropertyBlob", "blob \(id)")
        }
        defer { drmModeFreePropertyBlob(blob) }
        guard let data = blob.pointee.data else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(blob.pointee.length)))
    }

    /// The bytes of the blob that is a property's value: empty where there is none, nil without such a property.
    func blob(named name: String, in properties: Properties) throws(KMSError) -> [UInt8]? {
        guard let property = properties[name] else { return nil }
        guard let id = property.blob else { return [] }
        return try blob(id) ?? []
    }
}

/// The meanings of a card's property ids. There are few and they never change, so each is read once.
final class PropertyMeanings: Sendable {
    struct Meaning: Sendable {
        let name: String
        let flags: UInt32
        let choices: [String: UInt64]
        let limits: ClosedRange<UInt64>?
    }

    private let meanings = Mutex<[PropertyID: Meaning]>([:])

    /// Reads what a property is. The corresponding C function is `drmModeGetProperty`.
    ///
    /// - Returns: nil where that fails, with `errno` set.
    func meaning(of id: PropertyID, on descriptor: Int32) -> Meaning? {
        meanings.withLock { meanings in
            if let meaning = meanings[id] { return meaning }
            guard let property = drmModeGetProperty(descriptor, id.rawValue) else { return nil }
            defer { drmModeFreeProperty(property) }
            let meaning = Meaning(property.pointee)
            meanings[id] = meaning
            return meaning
        }
    }
}

extension PropertyMeanings.Meaning {
    fileprivate init(_ property: drmModePropertyRes) {
        name = withUnsafeBytes(of: property.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        flags = property.flags
        choices = Dictionary(
            (0..<Int(property.count_enums)).map { index in
                let choice = property.enums[index]
                let name = withUnsafeBytes(of: choice.name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                return (name, choice.value)
            }, uniquingKeysWith: { first, _ in first })
        let isRange = property.flags & UInt32(DRM_MODE_PROP_RANGE) != 0 && property.count_values >= 2
        limits =
            isRange && property.values[0] <= property.values[1] ? property.values[0]...property.values[1] : nil
    }
}
