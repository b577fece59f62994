import ScreensLinux

/// A source of events that the main loop waits for. Its end removes it from the loop and closes its descriptor.
struct Watched<Source: DescriptorOwner & ~Copyable>: ~Copyable, Sendable {
    let source: Source

    /// - Parameters:
    ///   - source: its descriptor does not block. It is closed where this throws, too.
    ///   - handler: called on the main thread whenever the descriptor is ready.
    init(_ source: consuming Source, _ handler: @escaping @MainLoop (Readiness) -> Void) throws(SystemError) {
        self.source = source
        try MainLoop.shared.events.watch(self.source.descriptor, for: .input) { readiness in
            MainLoop.call { handler(readiness) }
        }
    }

    deinit {
        MainLoop.shared.events.unwatch(source.descriptor)
    }

    /// Waits for something else from now on; an empty set is for hangups and errors, which are always reported.
    borrowing func wait(for readiness: Readiness) {
        MainLoop.shared.events.watch(source.descriptor, onlyFor: readiness)
    }

    /// Waits for nothing any more, not even a hangup. The descriptor stays open.
    borrowing func endWaiting() {
        MainLoop.shared.events.unwatch(source.descriptor)
    }
}

/// A descriptor that the main loop waits for.
typealias WatchedDescriptor = Watched<OwnedDescriptor>

extension Watched where Source == OwnedDescriptor {
    var rawValue: Int32 { source.rawValue }

    init(adopting descriptor: Int32, _ handler: @escaping @MainLoop (Readiness) -> Void) throws(SystemError) {
        try self.init(OwnedDescriptor(adopting: descriptor), handler)
    }
}
