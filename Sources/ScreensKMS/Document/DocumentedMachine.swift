/// The facts about a machine beside its cards: the key `screens` of a document. A fact that the document does not state is nil.
package struct DocumentedMachine: Sendable, Hashable {
    /// The version of the program that wrote the document.
    package let version: String?
    /// The kernel's release, such as `6.12.9`. A document of `drm_info` states it too.
    package let kernel: String?
    /// The words that the kernel was started with.
    package let commandLine: String?

    /// Reads what does not concern a single card.
    init(_ screens: DocumentValue?, cards: [DocumentValue]) throws(CardDocumentError) {
        version = try screens?["version"]?.text(longest: 256)
        var kernel = try screens?["kernel"]?.text(longest: 256)
        for card in cards where kernel == nil {
            kernel = try card["driver"]?["kernel"]?["release"]?.text(longest: 256)
        }
        self.kernel = kernel
        commandLine = try screens?["commandLine"]?.text(longest: 1 << 14)
    }
}

/// The facts about a card of a document that a ``CardSnapshot`` has no place for.
package struct DocumentedFacts: Sendable, Hashable {
    /// A value of the snapshot that the document does not state. The snapshot has the one that limits least.
    package enum Gap: Sendable, Hashable {
        case driver, atomic, universalPlanes, dumbBuffers, prefersShadow, monotonicTimestamps, namesCRTCInEvents, crtcs
        case connectors
        /// Of a connector, by its id.
        case status(ConnectorID)
        case modes(ConnectorID)
        case edid(ConnectorID)
    }

    /// The values of the snapshot that are not known.
    package private(set) var gaps: Set<Gap> = []
    /// Whether the driver has vblanks; nil where the document does not say so.
    package private(set) var hasVBlank: Bool?
    /// The properties of the card's device in udev; nil where the document has none.
    package private(set) var udev: [String: String]?
    /// The files of connectors in sysfs, by the connector's name and the file's.
    package private(set) var files: [String: [String: String]] = [:]

    /// Facts of a card that is fully described, and of whose surroundings nothing is known.
    package init() {}

    /// The document does not state a value of the snapshot.
    mutating func lack(_ gap: Gap) {
        gaps.insert(gap)
    }

    /// Reads what the key `screens` has of a card.
    mutating func read(_ screens: DocumentValue, node: String) throws(CardDocumentError) {
        hasVBlank = try screens["vblanks"]?[node]?.flag()
        if let properties = try screens["udev"]?[node] {
            udev = try Self.texts(properties, longest: 4096)
        }
        for (connector, listed) in try screens["sysfs"]?[node]?.members(most: 128) ?? [:] {
            files[connector] = try Self.texts(listed, longest: 1 << 17)
        }
    }

    private static func texts(_ value: DocumentValue, longest: Int) throws(CardDocumentError) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, text) in try value.members(most: 256) { texts[name] = try text.text(longest: longest) }
        return texts
    }
}
