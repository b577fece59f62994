import CScreensDRM
import Glibc
import Synchronization

/// The properties of one KMS object by name, as of their last read.
package struct Properties: Sendable, Hashable {
    /// One property of the object.
    package struct Entry: Sendable, Hashable {
        /// The id in requests.
        package let id: PropertyID
        /// The kernel's value: a number, the id of an object or a blob, or one of ``choices``.
        package let value: UInt64
        /// Whether only the kernel sets it (`DRM_MODE_PROP_IMMUTABLE`).
        package let isImmutable: Bool
        /// The possible values.
        package let kind: PropertyKind

        /// Makes a property that programs may set, by default to any number.
        package init(id: PropertyID, value: UInt64, isImmutable: Bool = false, _ kind: PropertyKind = .any) {
            self.id = id
            self.value = value
            self.isImmutable = isImmutable
            self.kind = kind
        }

        /// Whether the value is the id of a blob.
        package var isBlob: Bool { kind == .blob }
        /// The possible values by name; for a bit mask, the numbers of its bits.
        package var choices: [String: UInt64] {
            switch kind {
            case .choice(let values), .bits(let values): values
            default: [:]
            }
        }
        /// The limits of the value, if it is an unsigned number.
        package var limits: ClosedRange<UInt64>? {
            if case .range(let limits) = kind { limits } else { nil }
        }
        /// The blob in the property, or nil if there is none or the property has another kind.
        package var blob: BlobID? { isBlob ? UInt32(exactly: value).flatMap(BlobID.init(nonZero:)) : nil }
    }

    private var entries: [String: Entry]

    /// Makes properties by name.
    package init(_ entries: [String: Entry] = [:]) {
        self.entries = entries
    }

    /// Returns the property of this name, or nil if the object lacks it.
    package subscript(name: String) -> Entry? { entries[name] }

    /// Every property by name.
    package var all: [String: Entry] { entries }

    mutating func insert(_ entry: Entry, as name: String) {
        entries[name] = entry
    }
}

/// The possible values of a property, by its type (`DRM_MODE_PROP_*`).
package enum PropertyKind: Sendable, Hashable {
    /// A number (`DRM_MODE_PROP_RANGE`).
    case range(ClosedRange<UInt64>)
    /// A signed number, as the bits of its two's complement (`DRM_MODE_PROP_SIGNED_RANGE`).
    case signedRange(ClosedRange<Int64>)
    /// One of these values, by their names (`DRM_MODE_PROP_ENUM`).
    case choice([String: UInt64])
    /// A bit mask; these are the numbers of its bits by name (`DRM_MODE_PROP_BITMASK`).
    case bits([String: UInt64])
    /// The id of a blob, or 0 (`DRM_MODE_PROP_BLOB`).
    case blob
    /// The id of an object of the card, or 0 (`DRM_MODE_PROP_OBJECT`).
    case object
    /// A number without known limits.
    case any

    /// The possible bits of a bit mask; 0 for other kinds.
    package var mask: UInt64 {
        guard case .bits(let bits) = self else { return 0 }
        return bits.values.reduce(0) { $1 < 64 ? $0 | 1 << $1 : $0 }
    }

    /// Returns whether a number is a possible value. It does not check whether an object or a blob with that id exists.
    package func allows(_ value: UInt64) -> Bool {
        switch self {
        case .range(let limits): limits.contains(value)
        case .signedRange(let limits): limits.contains(Int64(bitPattern: value))
        case .choice(let values): values.values.contains(value)
        case .bits: value & ~mask == 0
        case .blob, .object: UInt32(exactly: value) != nil
        case .any: true
        }
    }
}

extension CardDevice {
    /// Reads the properties of an object. The corresponding C function is `drmModeObjectGetProperties`.
    ///
    /// - Parameter file: a descriptor of another file of the card; nil for the card's own.
    func properties(
        of object: some ObjectID, kind: ObjectKind, on file: Int32? = nil
    ) throws(KMSError) -> Properties {
        guard let list = drmModeObjectGetProperties(file ?? descriptor, object.rawValue, kind.rawValue) else {
            throw error("drmModeObjectGetProperties", "object \(object)")
        }
        defer { drmModeFreeObjectProperties(list) }
        return try properties(
            ids: list.pointee.props, values: list.pointee.prop_values, count: Int(list.pointee.count_props))
    }

    /// Makes properties from the arrays that several calls return. The corresponding C function is
    /// `drmModeGetProperty`, called once for each property of the card.
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
                Properties.Entry(id: id, value: values[index], isImmutable: meaning.isImmutable, meaning.kind),
                as: meaning.name)
        }
        return properties
    }

    /// Reads the bytes of a property blob; nil if it has gone. The corresponding C function is
    /// `drmModeGetPropertyBlob`.
    package func blob(_ id: BlobID) throws(KMSError) -> [UInt8]? {
        guard let blob = drmModeGetPropertyBlob(descriptor, id.rawValue) else {
            // Another probe has replaced it.
            if errno == ENOENT { return nil }
            throw error("drmModeGetPropertyBlob", "blob \(id)")
        }
        defer { drmModeFreePropertyBlob(blob) }
        guard let data = blob.pointee.data else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(blob.pointee.length)))
    }

    /// Reads the bytes of the blob in a property: empty if there is none, nil without such a property.
    func blob(named name: String, in properties: Properties) throws(KMSError) -> [UInt8]? {
        guard let property = properties[name] else { return nil }
        guard let id = property.blob else { return [] }
        return try blob(id) ?? []
    }
}

/// The meanings of a card's property ids. They are few and constant, so each is read once.
final class PropertyMeanings: Sendable {
    struct Meaning: Sendable {
        let name: String
        let isImmutable: Bool
        let kind: PropertyKind
    }

    private let meanings = Mutex<[PropertyID: Meaning]>([:])

    /// Reads the meaning of a property. The corresponding C function is `drmModeGetProperty`.
    ///
    /// - Returns: nil if that fails, with `errno` set.
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
        isImmutable = property.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0
        let choices = Dictionary(
            (0..<Int(property.count_enums)).map { index in
                let choice = property.enums[index]
                let name = withUnsafeBytes(of: choice.name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                return (name, choice.value)
            }, uniquingKeysWith: { first, _ in first })
        kind = PropertyKind(
            flags: property.flags, choices: choices,
            limits: property.count_values >= 2 ? (property.values[0], property.values[1]) : nil)
    }
}

extension PropertyKind {
    /// Makes the kind from the flags of a property.
    ///
    /// - Parameters:
    ///   - choices: the choices of an enumeration or a bit mask.
    ///   - limits: the lowest and the highest value of a range.
    init(flags: UInt32, choices: [String: UInt64], limits: (lowest: UInt64, highest: UInt64)?) {
        switch flags & (Self.types | UInt32(DRM_MODE_PROP_EXTENDED_TYPE)) {
        case UInt32(DRM_MODE_PROP_RANGE):
            self = limits.flatMap { $0.lowest <= $0.highest ? .range($0.lowest...$0.highest) : nil } ?? .any
        case CDRM_MODE_PROP_SIGNED_RANGE:
            let signed = limits.map { (Int64(bitPattern: $0.lowest), Int64(bitPattern: $0.highest)) }
            self = signed.flatMap { $0 <= $1 ? .signedRange($0...$1) : nil } ?? .any
        case UInt32(DRM_MODE_PROP_ENUM): self = .choice(choices)
        case UInt32(DRM_MODE_PROP_BITMASK): self = .bits(choices)
        case UInt32(DRM_MODE_PROP_BLOB): self = .blob
        case CDRM_MODE_PROP_OBJECT: self = .object
        default: self = .any
        }
    }

    /// The types that are not in `DRM_MODE_PROP_EXTENDED_TYPE`.
    private static let types = UInt32(
        DRM_MODE_PROP_RANGE | DRM_MODE_PROP_ENUM | DRM_MODE_PROP_BLOB | DRM_MODE_PROP_BITMASK)
}
