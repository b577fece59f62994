/// The part of a wall that a screen shows, and whether the screen draws all of it.
struct WallAssignment {
    let surface: WallSurface
    let part: Rectangle
    /// Where its part comes from while another one leads: nil where it has led from the start.
    let exchange: TripleBuffer?
    let isLeader: Bool
    /// How often it is called: who leads as often as the delegate is to be.
    let cadence: FrameCadence
    /// Of the leader: the ways to all the others.
    let sinks: [WallSink]
}
