import ScreensContents
import ScreensLinux

/// The picture that is on a screen now, for the proof of play.
@MainLoop
final class PlayedScreen {
    /// The display that a picture is on.
    struct Display: Sendable, Hashable {
        /// Its identity in its stable form; nil if it has none.
        let identity: String?
        /// The time of a refresh.
        let period: Duration?
    }

    /// A picture that is on the screen.
    struct Open: Sendable, Hashable {
        let name: NamedPicture
        let display: Display
        /// The refresh that its first frame was for.
        let start: MonotonicTime
        /// Whether the kernel has reported a flip to it.
        var isSeen = false
        /// The duration from the picture's time by the clock to that refresh; nil if it does not follow the clock.
        var offset: Duration?
    }

    /// A picture that was on the screen.
    struct Piece: Sendable, Hashable {
        let name: NamedPicture
        let display: Display
        let start: MonotonicTime
        let end: MonotonicTime
    }

    private(set) var open: Open?
    /// The last pictures that follow the clock.
    private(set) var offsets = ClockOffsets()

    /// Takes the beginning of a picture.
    ///
    /// - Parameters:
    ///   - name: what it is; nil for words and for the frames of a client.
    ///   - offset: from its time by the clock to its first refresh; nil if it does not follow the clock.
    /// - Returns: the picture before it, if it was on the screen.
    func take(
        _ begin: ShownPictures.Begin, named name: NamedPicture?, on display: Display, offset: Duration? = nil
    ) -> Piece? {
        let former = end(at: begin.time, isSeen: begin.formerWasSeen ?? false)
        open = name.map { Open(name: $0, display: display, start: begin.time, offset: offset) }
        return former
    }

    /// Ends the picture.
    ///
    /// - Parameter isSeen: whether the kernel has reported a flip to it.
    /// - Returns: the picture, if it was on the screen.
    func end(at time: MonotonicTime, isSeen: Bool) -> Piece? {
        if isSeen { open?.isSeen = true }
        defer { open = nil }
        if let open, open.isSeen, let offset = open.offset { offsets.add(offset) }
        return piece(until: time)
    }

    /// Returns the picture as if it ended now, if it was on the screen.
    func piece(until time: MonotonicTime) -> Piece? {
        guard let open, open.isSeen, time > open.start else { return nil }
        return Piece(name: open.name, display: open.display, start: open.start, end: time)
    }

    /// Notes when the picture on the screen was flipped to last.
    func flipped(at time: MonotonicTime, _ period: Duration) {
        guard let start = open?.start, time > start.advanced(by: .zero - period) else { return }
        open?.isSeen = true
    }
}
