/// A place in a span.
struct SpanMembership: Sendable, Hashable {
    /// Which of the spans it is.
    let span: Int
    /// The name of the place in it.
    let name: String

    /// Which screens have places in spans. Where several have a place's name, the first of them has it.
    static func members(of spans: [Span], among screens: [Screen]) -> [ScreenID: SpanMembership] {
        var members: [ScreenID: SpanMembership] = [:]
        for (index, span) in spans.enumerated() {
            for name in span.names {
                guard let screen = screens.first(where: { $0.isNamed(name) }) else { continue }
                members[screen.id] = SpanMembership(span: index, name: name)
            }
        }
        return members
    }
}
