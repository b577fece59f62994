import ScreensConfiguration

/// The configuration of the bridge, `/etc/screens/mqtt.toml`.
package struct BridgeConfiguration: Sendable, Hashable {
    /// The broker, and the way to it.
    package struct Broker: Sendable, Hashable {
        package var host = ""
        package var port = 8883
        package var usesTLS = true
        /// The file with the certificates of authorities; nil for the system's.
        package var authorities: String?
        /// The file with the certificate of this machine; nil without one.
        package var certificate: String?
        /// The file with the key of ``certificate``.
        package var key: String?
        package var user: String?
        /// The file whose first line is the password; nil for the credential `mqtt.password` of the unit, if it is set.
        package var passwordFile: String?
    }

    /// The settings and actions that clients of the broker may use.
    package struct Permissions: Sendable, Hashable {
        package var power = true
        package var brightness = true
        package var content = true
        /// `next` and `previous`.
        package var playlists = true
        package var snapshots = false
        /// Words over the picture.
        package var words = false

        /// The keys of `Set` that are permitted.
        var keys: Set<String> {
            var keys: Set<String> = []
            if power { keys.insert("power") }
            if brightness { keys.insert("brightness") }
            if content { keys.insert("content") }
            return keys
        }
    }

    package var broker = Broker()
    /// The part of the topics that stands for this machine.
    package var machine: String
    /// The name for people.
    package var name: String
    package var groups: [String] = []
    /// The first level of the topics of discovery; nil without discovery.
    package var discovery: String? = "homeassistant"
    package var permissions = Permissions()
    /// Whether the pictures that were shown are reported.
    package var reportsPlayed = false
    /// The seconds between two reports of counters.
    package var statisticsInterval = 300
    /// The seconds between two snapshots of each screen; 0 for none without a request.
    package var snapshotInterval = 0

    /// The most groups of a machine.
    private static let mostGroups = 32

    package init(machine: String) {
        self.machine = machine
        name = machine
    }

    /// Reads a file. Its problems are recorded in the document.
    ///
    /// - Parameter host: the name of the machine, which is used unless the file states another one.
    package init(_ document: ConfigurationDocument, host: String) {
        self.init(machine: Topics.level(host))
        let root = document.root
        if let text = root.text("machine") {
            if Topics.isLevel(text) { machine = text } else { root.add(Self.levelRule, at: "machine") }
        }
        name = root.text("name") ?? host
        groups = root.texts("groups") ?? []
        if groups.count > Self.mostGroups { root.add("has more than \(Self.mostGroups) groups", at: "groups") }
        if !groups.allSatisfy(Topics.isLevel) { root.add("has a group that \(Self.levelRule)", at: "groups") }
        if let section = root.section("broker") {
            readBroker(section)
            section.finish()
        } else if !root.has("broker") {
            root.add("has no section [broker] with a host")
        }
        if let section = root.section("home-assistant") {
            let isEnabled = section.flag("enabled") ?? true
            let prefix = section.text("prefix") ?? "homeassistant"
            if !prefix.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                .allSatisfy(Topics.isLevel)
            {
                section.add("must be levels of letters, digits, - and _, with / between them", at: "prefix")
            }
            discovery = isEnabled ? prefix : nil
            section.finish()
        }
        if let section = root.section("permit") {
            permissions.power = section.flag("power") ?? true
            permissions.brightness = section.flag("brightness") ?? true
            permissions.content = section.flag("content") ?? true
            permissions.playlists = section.flag("playlists") ?? true
            permissions.snapshots = section.flag("snapshots") ?? false
            permissions.words = section.flag("words") ?? false
            section.finish()
        }
        if let section = root.section("report") {
            reportsPlayed = section.flag("played") ?? false
            statisticsInterval = section.integer("statistics-every", in: 10...86400, unit: " s") ?? 300
            snapshotInterval = section.integer("snapshots-every", in: 10...86400, unit: " s") ?? 0
            if snapshotInterval > 0, !permissions.snapshots {
                section.add("needs snapshots = true in the section [permit]", at: "snapshots-every")
            }
            section.finish()
        }
        root.finish()
    }

    private static let levelRule = "must have 1 to 64 letters, digits, - and _"

    private mutating func readBroker(_ section: ConfigurationSection) {
        if let host = section.text("host"), !host.isEmpty, !host.contains(where: \.isWhitespace) {
            broker.host = host
        } else {
            section.add(section.has("host") ? "must be a name or an address" : "has no host")
        }
        broker.usesTLS = section.flag("tls") ?? true
        broker.port = section.integer("port", in: 1...65535) ?? (broker.usesTLS ? 8883 : 1883)
        broker.user = section.text("user")
        broker.passwordFile = path("password-file", section)
        broker.authorities = path("authorities", section)
        broker.certificate = path("certificate", section)
        broker.key = path("key", section)
        if (broker.certificate == nil) != (broker.key == nil) {
            section.add("needs both certificate and key, or none of them")
        }
        if !broker.usesTLS, broker.certificate != nil || broker.authorities != nil {
            section.add("has certificates, which need tls = true")
        }
        if broker.passwordFile != nil, broker.user == nil { section.add("has a password without a user") }
    }

    private func path(_ key: String, _ section: ConfigurationSection) -> String? {
        guard let path = section.text(key) else { return nil }
        if !path.hasPrefix("/") { section.add("must be a path from /", at: key) }
        return path
    }
}
