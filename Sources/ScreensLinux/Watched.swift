/// A source of events that the main loop waits for. Its end removes it from the loop and closes its descriptor.
package struct Watched<Source: DescriptorOwner & ~Copyable>: ~Copyable, Sendable {
    package let source: Source

    /// - Parameters:
    ///   - source: its descriptor does not block. It is closed if this throws, too.
    ///   - handler: called on the main thread whenever the descriptor is ready.
    package init(_ source: consuming Source, _ handler: @escaping @MainLoop (Readiness) -> Void) throws(SystemError) {
        self.source = source
        try MainLoop.shared.events.watch(self.source.descriptor, for: .input) { readiness in
            MainLoop.call { handler(readiness) }
        }
    }

    deinit {
        MainLoop.shared.events.unwatch(source.descriptor)
    }

    /// Waits for something else from now on; an empty set is for hangups and errors, which are always reported.
    package borrowing func wait(for readiness: Readiness) {
        MainLoop.shared.events.watch(source.descriptor, onlyFor: readiness)
    }

    /// No longer waits, not even for a hangup. The descriptor stays open.
    package borrowing func endWaiting() {
        MainLoop.shared.events.unwatch(source.descriptor)
    }
}

/// A descriptor that the main loop waits for.
package typealias WatchedDescriptor = Watched<OwnedDescriptor>

extension Watched where Source == OwnedDescriptor {
    package var rawValue: Int32 { source.rawValue }

    package init(adopting descriptor: Int32, _ handler: @escaping @MainLoop (Readiness) -> Void) throws(SystemError) {
        try self.init(OwnedDescriptor(adopting: descriptor), handler)
    }
}
