import CLibDRM
import Glibc
import Synchronization

/// The properties of one KMS object by name, as they were when read.
public struct Properties: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public let id: UInt32
        public let value: UInt64
        /// Whether the kernel alone sets it (`DRM_MODE_PROP_IMMUTABLE`).
        public let isImmutable: Bool
        /// Whether the value is the id of a blob (`DRM_MODE_PROP_BLOB`).
        public let isBlob: Bool
        /// The values that it may have, by their names (`DRM_MODE_PROP_ENUM`); of a bit mask the numbers of its bits.
        public let choices: [String: UInt64]
        /// The values that it may have, where they are numbers (`DRM_MODE_PROP_RANGE`).
        public let limits: ClosedRange<UInt64>?

        public init(
            id: UInt32, value: UInt64, isImmutable: Bool = false, isBlob: Bool = false,
            choices: [String: UInt64] = [:], limits: ClosedRange<UInt64>? = nil
        ) {
            self.id = id
            self.value = value
            self.isImmutable = isImmutable
            self.isBlob = isBlob
            self.choices = choices
            self.limits = limits
        }
    }

    private var entries: [String: Entry]

    public init(_ entries: [String: Entry] = [:]) {
        self.entries = entries
    }

    public subscript(name: String) -> Entry? { entries[name] }

    /// Every property by name.
    public var all: [String: Entry] { entries }

    mutating func insert(_ entry: Entry, as name: String) {
        entries[name] = entry
    }
}

extension CardDevice {
    /// The properties of an object. The corresponding C function is `drmModeObjectGetProperties`.
    public func properties(of object: UInt32, kind: ObjectKind) throws(KMSError) -> Properties {
        guard let list = drmModeObjectGetProperties(descriptor, object, kind.rawValue) else {
            throw error("drmModeObjectGetProperties", "object \(object)")
        }
        defer { drmModeFreeObjectProperties(list) }
        return try properties(
            ids: list.pointee.props, values: list.pointee.prop_values, count: Int(list.pointee.count_props))
    }

    func properties(
        ids: UnsafePointer<UInt32>?, values: UnsafePointer<UInt64>?, count: Int
    ) throws(KMSError) -> Properties {
        var properties = Properties()
        guard let ids, let values else { return properties }
        for index in 0..<count {
            guard let meaning = propertyMeanings.meaning(of: ids[index], on: descriptor) else {
                throw error("drmModeGetProperty", "property \(ids[index])")
            }
            properties.insert(
                Properties.Entry(
                    id: ids[index], value: values[index],
                    isImmutable: meaning.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0,
                    isBlob: meaning.flags & UInt32(DRM_MODE_PROP_BLOB) != 0, choices: meaning.choices,
                    limits: meaning.limits),
                as: meaning.name)
        }
        return properties
    }

    /// The bytes of a property blob, or nil where it is gone. The corresponding C function is
    /// `drmModeGetPropertyBlob`.
    public func blob(_ id: UInt64) throws(KMSError) -> [UInt8]? {
        guard id != 0, let id = UInt32(exactly: id) else { return nil }
        guard let blob = drmModeGetPropertyBlob(descriptor, id) else {
            // Another probe has put another in its place.
            if errno == ENOENT { return nil }
            throw error("drmModeGetPropertyBlob", "blob \(id)")
        }
        defer { drmModeFreePropertyBlob(blob) }
        guard let data = blob.pointee.data else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(blob.pointee.length)))
    }
}

/// What property ids mean. A card has few and they never change, so each is asked for once.
final class PropertyMeanings: Sendable {
    struct Meaning: Sendable {
        let name: String
        let flags: UInt32
        let choices: [String: UInt64]
        let limits: ClosedRange<UInt64>?
    }

    private let meanings = Mutex<[UInt32: Meaning]>([:])

    /// - Returns: nil where the kernel does not say, with `errno` set.
    func meaning(of id: UInt32, on descriptor: Int32) -> Meaning? {
        meanings.withLock { meanings in
            if let meaning = meanings[id] { return meaning }
            guard let property = drmModeGetProperty(descriptor, id) else { return nil }
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
