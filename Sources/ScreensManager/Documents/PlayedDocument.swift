import ScreensConfiguration

/// A picture that was on a screen: the kernel has reported a flip to it. A line of the files of proof of play.
public struct PlayedDocument: Codable, Sendable, Equatable {
    /// The ways in which a picture ends.
    public enum End: String, Sendable, Hashable {
        /// A successor: another picture followed it.
        case next
        /// The screen showed no picture of the daemon afterwards: it was off, disconnected or lent.
        case off
        /// The daemon ended.
        case daemon
        /// No end so far: the picture is still on the screen.
        case now
        /// The daemon or the machine ended without notice; the time is the last one at which the picture was there.
        case lost
    }

    /// The screen, with its card.
    public let screen: String
    /// The identity of the display in its stable form; nil if it has none.
    @Nullable public private(set) var identity: String?
    /// The name of the content, or what the content is: a path, a colour.
    public let item: String
    /// The number of the item in its list, from 1; nil without a list.
    @Nullable public private(set) var number: Int?
    /// The beginning of the refresh that showed it first, in milliseconds since 1970.
    public let from: Int64
    /// The end, in milliseconds since 1970.
    public let to: Int64
    /// The number of refreshes in that time, by the rate of the mode.
    public let refreshes: Int64
    /// The name of its ``End``; a newer daemon may write others.
    public let end: String
    /// Whether the machine knew the time; otherwise the clock was not set.
    public let clockKnown: Bool

    package init(
        screen: String, identity: String?, item: String, number: Int?, from: Int64, to: Int64, refreshes: Int64,
        end: End, clockKnown: Bool
    ) {
        self.screen = screen
        self.item = item
        self.from = from
        self.to = to
        self.refreshes = refreshes
        self.end = end.rawValue
        self.clockKnown = clockKnown
        self.identity = identity
        self.number = number
    }
}

/// The times of one item on one screen in total.
public struct PlayedSumDocument: Codable, Sendable, Equatable {
    /// The screen, with its card.
    public let screen: String
    /// The name of the content, or what the content is.
    public let item: String
    /// How often it was shown.
    public private(set) var count: Int
    /// The time for which it was shown, in milliseconds.
    public private(set) var milliseconds: Int64
    /// The refreshes that showed it.
    public private(set) var refreshes: Int64

    fileprivate init(_ played: PlayedDocument) {
        screen = played.screen
        item = played.item
        count = 0
        milliseconds = 0
        refreshes = 0
    }

    fileprivate mutating func add(_ played: PlayedDocument) {
        count += 1
        milliseconds.add(max(0, played.to - played.from))
        refreshes.add(max(0, played.refreshes))
    }
}

extension Int64 {
    /// Adds a number that is not negative. A sum that is too large becomes the largest number: other programs than the
    /// daemon may have written the files that it reads.
    fileprivate mutating func add(_ number: Int64) {
        let (sum, overflows) = addingReportingOverflow(number)
        self = overflows ? .max : sum
    }
}

/// The sums of pictures by screen and item.
package struct PlayedSums: Sendable {
    private struct Key: Hashable {
        let screen: String
        let item: String
    }

    private var sums: [Key: PlayedSumDocument] = [:]

    package init() {}

    package mutating func add(_ played: PlayedDocument) {
        let key = Key(screen: played.screen, item: played.item)
        sums[key, default: PlayedSumDocument(played)].add(played)
    }

    /// The sums, by screen and item.
    package var documents: [PlayedSumDocument] {
        sums.values.sorted { ($0.screen, $0.item) < ($1.screen, $1.item) }
    }
}
