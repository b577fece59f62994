import ScreensLinux
import ScreensManager

/// The layers of clients over the picture of one screen.
@MainLoop
final class ClientLayers {
    /// The most layers of one user, and of all users.
    static let mostOfUser = 16
    static let most = 64

    private(set) var all: [ClientLayer] = []

    /// The state of the layers, for clients.
    var documents: [LayerDocument] {
        all.map { LayerDocument($0.name, of: $0.owner.program, at: $0.placement, lingers: $0.lingers) }
    }

    /// The layer of a client with a name; nil if the client has none.
    func layer(_ name: String, of client: UInt64) -> ClientLayer? {
        all.first { $0.name == name && $0.owner.client == client && !$0.lingers }
    }

    /// The layer of a user with a name that lingers; nil if none does.
    func lingering(_ name: String, of user: UInt32) -> ClientLayer? {
        all.first { $0.lingers && $0.name == name && $0.owner.user == user }
    }

    /// Checks whether a user can have a further layer. A layer of the same name that lingers, which it replaces, does
    /// not count.
    func checkRoom(for name: String, of user: UInt32) throws(DrawRefusal) {
        let former = lingering(name, of: user)
        let others = all.filter { $0 !== former }
        guard others.count < Self.most else { throw .tooManyLayers(Self.most, isOfUser: false) }
        guard others.count(where: { $0.owner.user == user }) < Self.mostOfUser else {
            throw .tooManyLayers(Self.mostOfUser, isOfUser: true)
        }
    }

    func add(_ layer: ClientLayer) {
        all.append(layer)
    }

    func remove(_ layer: ClientLayer) {
        all.removeAll { $0 === layer }
    }

    /// Whether a client has layers.
    func has(_ client: UInt64) -> Bool { all.contains { $0.owner.client == client && !$0.lingers } }

    /// Removes the layers that linger and that a layer with a picture replaces.
    func replaced(by layer: ClientLayer) {
        while let former = lingering(layer.name, of: layer.owner.user) { former.remove() }
    }

    /// Called when the connection of a client is over.
    func clientLeft(_ client: UInt64) {
        for layer in all where layer.owner.client == client { layer.clientLeft() }
    }

    /// Called when the screen has its settings. Its display may be another one.
    func followDisplay() {
        for layer in all { layer.followDisplay() }
    }

    /// Called when the content of the screen has been decided.
    func followContent() {
        for layer in all { layer.followContent() }
    }
}
