import Screens
import Synchronization

/// The layers of a C program by their numbers. A layer is shown as long as it is here.
final class LayerNumbers: Sendable {
    private struct State {
        var layers: [UInt64: ScreenLayer] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// - Returns: the number, which no other layer gets.
    func add(_ layer: ScreenLayer) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.layers[state.last] = layer
            return state.last
        }
    }

    /// - Throws: ``ScreenError`` if no layer has the number.
    func layer(_ number: UInt64, _ operation: String) throws(ScreenError) -> ScreenLayer {
        if let layer = state.withLock({ $0.layers[number] }) { return layer }
        throw Self.missing(number, operation)
    }

    /// Takes a layer, which its last reference removes from its screen.
    ///
    /// - Throws: ``ScreenError`` if no layer has the number.
    func remove(_ number: UInt64) throws(ScreenError) -> ScreenLayer {
        if let layer = state.withLock({ $0.layers.removeValue(forKey: number) }) { return layer }
        throw Self.missing(number, "remove")
    }

    func removeAll() {
        let layers = state.withLock { state in
            defer { state.layers = [:] }
            return state.layers
        }
        withExtendedLifetime(layers) {}
    }

    private static func missing(_ number: UInt64, _ operation: String) -> ScreenError {
        ScreenError(
            .invalidArgument, operation: operation, object: "layer \(number)",
            remedy: "take a number that screens_add_layer() has stored, and that was not removed")
    }
}
