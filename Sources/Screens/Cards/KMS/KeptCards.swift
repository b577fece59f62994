import Glibc
import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

/// Keeps files open for the next start of a program, as service managers do.
package protocol DescriptorStore: Sendable {
    /// Keeps an open file under a name, until ``remove(_:)`` or until the program is stopped for good.
    func store(_ descriptor: Int32, as name: String)

    /// Stops keeping the files of that name.
    func remove(_ name: String)
}

/// The open files of cards that outlive this process, with their mastership and the pictures that they show. The next
/// process continues with them, until its first modeset shows its own picture.
package final class KeptCards: Sendable {
    /// The beginning of the names of the files; the device's number follows.
    package static let namePrefix = "card-"

    private struct State: ~Copyable {
        /// The files of an earlier process, by name.
        var inherited: [String: Inherited] = [:]
        /// The names of the files in the store.
        var stored: Set<String> = []
        /// The names of the held files, by the path of the node, which may have gone when its card is released.
        var held: [String: String] = [:]
    }

    private final class Inherited: Sendable {
        let file: OwnedDescriptor
        private let found = Mutex<LeftFramebuffers?>(nil)

        init(_ file: consuming OwnedDescriptor) { self.file = file }

        /// Returns another descriptor of the card; nil if this file is no longer the card's master.
        func device(at path: String) -> CardDevice? {
            guard let copy = try? OwnedDescriptor(duplicating: file.rawValue),
                let device = try? CardDevice(adopting: copy, path: path), device.isMaster
            else { return nil }
            return device
        }

        /// The pictures on the card, read once: pictures that are made later belong to this process.
        func pictures(on device: CardDevice) -> LeftFramebuffers? {
            found.withLock { found in
                if found == nil { found = try? LeftFramebuffers(on: device) }
                return found
            }
        }
    }

    private let store: any DescriptorStore
    private let state = Mutex(State())

    /// - Parameters:
    ///   - passed: the files that an earlier process has left in the store, with their names. They are closed with this
    ///     object.
    ///   - store: keeps the files of this process.
    package init(_ passed: [(descriptor: Int32, name: String)], in store: any DescriptorStore) {
        self.store = store
        for (descriptor, name) in passed {
            let file = OwnedDescriptor(adopting: descriptor)
            guard Self.name(ofFile: descriptor) == name else {
                store.remove(name)
                continue
            }
            let inherited = Inherited(file)
            state.withLock { state in
                state.inherited[name] = inherited
                state.stored.insert(name)
            }
        }
    }

    /// Whether there are cards of an earlier process that are not released yet.
    package var areInherited: Bool { state.withLock { !$0.inherited.isEmpty } }

    /// Releases the cards of the earlier process that this one does not hold. Their pictures end.
    package func releaseUnheld() {
        let unheld = state.withLock { state in
            state.inherited.filter { name, _ in !state.held.values.contains(name) }
        }
        for (name, inherited) in unheld {
            if let device = inherited.device(at: name) { inherited.pictures(on: device)?.remove() }
            release(name)
        }
    }

    // MARK: For the source of cards

    /// Opens the card that an earlier process has left; nil if there is none, or it can no longer be used.
    func open(_ node: CardNode) -> KMSCard? {
        guard let name = Self.name(ofNode: node.path), let inherited = state.withLock({ $0.inherited[name] }) else {
            return nil
        }
        guard let device = inherited.device(at: node.path), let pictures = inherited.pictures(on: device) else {
            // The card was removed, or its number belongs to another card.
            release(name)
            return nil
        }
        return KMSCard(device, inherited: pictures)
    }

    /// Keeps a card that is held.
    ///
    /// - Returns: whether it is kept; false if its device has no number.
    func keep(_ card: KMSCard, of node: CardNode) -> Bool {
        guard let name = Self.name(ofFile: card.eventDescriptor) else { return false }
        let isNew = state.withLock { state in
            state.held[node.path] = name
            return state.stored.insert(name).inserted
        }
        if isNew { store.store(card.eventDescriptor, as: name) }
        return true
    }

    func release(_ node: CardNode) {
        if let name = state.withLock({ $0.held.removeValue(forKey: node.path) }) { release(name) }
    }

    private func release(_ name: String) {
        let wasStored = state.withLock { state in
            state.inherited[name] = nil
            return state.stored.remove(name) != nil
        }
        if wasStored { store.remove(name) }
    }

    // MARK: Names

    private static func name(ofFile descriptor: Int32) -> String? {
        DeviceNumber(of: descriptor).map(name)
    }

    private static func name(ofNode path: String) -> String? {
        DeviceNumber(at: path).map(name)
    }

    private static func name(of device: DeviceNumber) -> String { "\(namePrefix)\(device.rawValue)" }
}
