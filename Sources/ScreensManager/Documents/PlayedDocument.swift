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
    /// The name of the content, or what the content is: a path, a colour. A long one is its end, after `…`.
    public private(set) var item: String
    /// The number of the item in its list, from 1; nil without a list.
    @Nullable public private(set) var number: Int?
    /// The beginning of the refresh that showed it first, in milliseconds since 1970.
    public private(set) var from: Int64
    /// The end, in milliseconds since 1970.
    public private(set) var to: Int64
    /// The number of refreshes in that time, by the rate of the mode.
    public private(set) var refreshes: Int64
    /// The name of its ``End``; a newer daemon may write others.
    public let end: String
    /// Whether the machine knew the time; otherwise the clock was not set.
    public let clockKnown: Bool

    package init(
        screen: String, identity: String?, item: String, number: Int?, from: Int64, to: Int64, refreshes: Int64,
        end: End, clockKnown: Bool
    ) {
        self.screen = screen
        self.item = Self.short(item)
        self.from = from
        self.to = to
        self.refreshes = refreshes
        self.end = end.rawValue
        self.clockKnown = clockKnown
        self.identity = identity
        self.number = number
    }
}

extension PlayedDocument {
    /// The longest item, in bytes. Playlists of a share may have other paths of 4 kB each second.
    package static let longestItem = 512

    /// The same picture with an item of at most ``longestItem`` bytes.
    package var shortened: PlayedDocument {
        var copy = self
        copy.item = Self.short(item)
        return copy
    }

    /// Returns its part in a range of times, in milliseconds since 1970; nil if it has none. Adjoining ranges share its
    /// time and its refreshes.
    ///
    /// - Parameter screen: the qualified name of its screen; nil for any.
    package func part(in times: Range<Int64>, on screen: String? = nil) -> PlayedDocument? {
        guard screen == nil || self.screen == screen else { return nil }
        // A picture may be shorter than a millisecond.
        guard from < to else { return times.contains(from) ? self : nil }
        guard from < times.upperBound, to > times.lowerBound else { return nil }
        var part = self
        part.from = max(from, times.lowerBound)
        part.to = min(to, times.upperBound)
        part.refreshes = refreshes(until: part.to) - refreshes(until: part.from)
        return part
    }

    /// The number of refreshes from its beginning to a time within it.
    private func refreshes(until time: Int64) -> Int64 {
        (to - from).dividingFullWidth(refreshes.multipliedFullWidth(by: time - from)).quotient
    }

    private static func short(_ item: String) -> String {
        guard item.utf8.count > longestItem else { return item }
        let (mark, continuation) = ("…", UInt8(0x80)...0xBF)
        let end = item.utf8.suffix(longestItem - mark.utf8.count).drop { continuation.contains($0) }
        return mark + String(decoding: end, as: UTF8.self)
    }

    /// About the bytes that it takes in a reply. Some characters are written as numbers.
    package var size: Int { Self.size(screen) + Self.size(item) + Self.size(identity ?? "") + 200 }

    fileprivate static func size(_ text: String) -> Int {
        var size = 0
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): size += 6
            case 0..<0x7F: size += 1
            default: size += 2
            }
        }
        return size
    }
}

/// The times of one item on one screen in total.
public struct PlayedSumDocument: Codable, Sendable, Equatable {
    /// The screen, with its card; `*` for the items beyond the limit of a reply, on all screens.
    public let screen: String
    /// The name of the content, or what the content is; `further items` for the items beyond the limit.
    public let item: String
    /// How often it was shown.
    public private(set) var count: Int
    /// The time for which it was shown, in milliseconds.
    public private(set) var milliseconds: Int64
    /// The refreshes that showed it.
    public private(set) var refreshes: Int64

    fileprivate init(of screen: String, _ item: String) {
        self.screen = screen
        self.item = item
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

/// The sums of pictures by screen and item. Items beyond a limit are in one sum.
package struct PlayedSums: Sendable {
    /// The most bytes of a reply that the sums take, and that its pictures take: clients read no longer reply.
    package static let mostBytes = 320 << 10

    private struct Key: Hashable {
        let screen: String
        let item: String
    }

    private var sums: [Key: PlayedSumDocument] = [:]
    private var size = 0
    /// The sum of the items beyond the limit.
    private var rest: PlayedSumDocument?

    package init() {}

    package mutating func add(_ played: PlayedDocument) {
        let key = Key(screen: played.screen, item: played.item)
        if sums[key] == nil, size + played.size > Self.mostBytes {
            var sum = rest ?? PlayedSumDocument(of: "*", "further items")
            sum.add(played)
            rest = sum
        } else {
            if sums[key] == nil { size += played.size }
            sums[key, default: PlayedSumDocument(of: played.screen, played.item)].add(played)
        }
    }

    /// The sums by screen and item, and at the end the sum of the items beyond the limit.
    package var documents: [PlayedSumDocument] {
        sums.values.sorted { ($0.screen, $0.item) < ($1.screen, $1.item) } + (rest.map { [$0] } ?? [])
    }
}
