import Testing

@testable import Screens

/// A display with an ability of each kind or none, and the way it is drawn on.
struct SampleMachine: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var abilities = SimulatedAbilities()
    var memory = DrawingMemory.automatic
    var buffers = 2
    var format = PixelFormat.xrgb8888
}
