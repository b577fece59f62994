import ScreensManager
import Testing

@testable import ScreensReports

/// The sums of the proof of play for people and for tables.
struct PlayedTextTests {
    private func sums(_ items: String...) -> [PlayedSumDocument] {
        var sums = PlayedSums()
        for item in items {
            sums.add(
                PlayedDocument(
                    screen: "card1/DP-1", identity: nil, item: item, number: nil, from: 0, to: 3_725_000,
                    refreshes: 223_500, end: .next, clockKnown: true))
        }
        return sums.documents
    }

    @Test func aTableHasHoursMinutesAndSeconds() {
        #expect(
            PlayedText.table(of: sums("menu")) == """
                SCREEN      ITEM  TIMES  DURATION  REFRESHES
                card1/DP-1  menu      1   1:02:05     223500

                """)
        #expect(PlayedText.table(of: []) == "No picture of a content was on a screen.\n")
    }

    @Test(arguments: [
        ("menu", "menu"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("=1+1", "'=1+1"), ("-2,3", "\"'-2,3\""),
        ("a\nb", "\"a\nb\""),
    ])
    func aFieldIsQuotedAndNoFormula(_ item: String, _ field: String) {
        let text = "screen,item,count,milliseconds,refreshes\r\ncard1/DP-1,\(field),1,3725000,223500\r\n"
        #expect(PlayedText.csv(of: sums(item)) == text)
    }

    @Test(arguments: [
        (Int64(0), Int64(3_725_000), "menu (2), 1:02:05"), (.min, .max, "menu (2)"), (.max, .min, "menu (2)"),
    ])
    func aLineOfAPictureHasItsTime(_ from: Int64, _ to: Int64, _ line: String) {
        let played = PlayedDocument(
            screen: "card1/DP-1", identity: nil, item: "menu", number: 2, from: from, to: to, refreshes: 1,
            end: .next, clockKnown: true)
        #expect(PlayedText.line(for: played) == line)
    }

    @Test func aDayBeginsAtMidnight() {
        #expect(PlayedText.seconds(ofDay: "2026-11-29") != nil && PlayedText.seconds(ofDay: "29.11.2026") == nil)
    }
}
