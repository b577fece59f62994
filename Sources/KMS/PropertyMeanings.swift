import CLibDRM
import Synchronization

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
