/// Where a screen's picture comes from.
enum PictureSource: Sendable {
    /// The delegate draws it.
    case delegate
    /// It is another screen's.
    case mirror(MirrorFeed)
    /// It is a part of a span's.
    case span(SpanSeat)

    var mirror: MirrorFeed? { if case .mirror(let feed) = self { feed } else { nil } }
    var seat: SpanSeat? { if case .span(let seat) = self { seat } else { nil } }
    /// Whether the screen's own content is what the delegate draws on.
    var isOwn: Bool { if case .delegate = self { true } else { false } }
}
