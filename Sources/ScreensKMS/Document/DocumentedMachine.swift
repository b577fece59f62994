/// The facts about a machine in addition to its cards: the key `screens` of a document. A missing fact is nil.
package struct DocumentedMachine: Sendable, Hashable {
    /// The version of the program that wrote the document.
    package let version: String?
    /// The kernel's release, such as `6.12.9`. A document of `drm_info` contains it too.
    package let kernel: String?
    /// The kernel's command line.
    package let commandLine: String?

    /// Reads the facts that do not concern a single card.
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

/// The facts about a card of a document for which a ``CardSnapshot`` has no place.
package struct DocumentedFacts: Sendable, Hashable {
    /// A value of the snapshot that the document lacks. The snapshot has the value that limits least.
    package enum Gap: Sendable, Hashable {
        case driver, atomic, universalPlanes, dumbBuffers, prefersShadow, monotonicTimestamps, namesCRTCInEvents, crtcs
        case connectors
        /// The status of a connector, by its id.
        case status(ConnectorID)
        case modes(ConnectorID)
        case edid(ConnectorID)
    }

    /// The unknown values of the snapshot.
    package private(set) var gaps: Set<Gap> = []
    /// Whether the driver has vblanks; nil if the document does not state it.
    package private(set) var hasVBlank: Bool?
    /// The properties of the card's device in udev; nil if the document has none.
    package private(set) var udev: [String: String]?
    /// The files of connectors in sysfs, by the connector's name and the file's.
    package private(set) var files: [String: [String: String]] = [:]

    /// Makes the facts of a fully described card about whose surroundings nothing is known.
    package init() {}

    /// Records that the document lacks a value of the snapshot.
    mutating func lack(_ gap: Gap) {
        gaps.insert(gap)
    }

    /// Reads the facts about a card under the key `screens`.
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
