/// What a screen of a span is to show, and whether it is the one to draw it all.
struct SpanAssignment {
    let surface: SpanSurface
    let part: Rectangle
    /// Where its part comes from while another one leads: nil where it has led from the start.
    let exchange: PictureExchange?
    let isLeader: Bool
    /// How often it is called: who leads as often as the delegate is to be.
    let cadence: FrameCadence
    /// Of the leader: the ways to all the others.
    let outlets: [SpanOutlet]
}
