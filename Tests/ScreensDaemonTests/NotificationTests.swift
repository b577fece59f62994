import ScreensJSON
import ScreensManager
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// Words of clients over the picture of a screen.
@Suite struct NotificationTests {
    private let folder = TemporaryFolder()
    private static let screen: [String: JSONValue] = ["screen": "Virtual-1"]

    /// Whether the screen, which has 64x48 pixels, has words in the middle.
    private func hasWords(_ card: SimulatedCard) -> Bool {
        guard let picture = try? card.picture(of: "Virtual-1") else { return false }
        return picture.pixels.contains { $0 & 0xFFFFFF == 0xFFFFFF } && picture[0, 0] == Color(rgb: 0x112233)
    }

    private func notify(
        _ text: String, seconds: Int64? = nil, from rights: ClientRights = .operating, by daemon: Daemon
    ) async throws -> JSONValue? {
        var parameters = Self.screen.merging(["text": .string(text)]) { $1 }
        if let seconds { parameters["seconds"] = .int(seconds) }
        return try await daemon.call("Notify", parameters, from: rights)["screen"]?["notification"]
    }

    @Test func wordsLieOverThePictureUntilAnEmptyTextRemovesThem() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            let first = try await notify("Hi", by: daemon)
            #expect(first?["text"] == "Hi" && (58...60).contains(first?["seconds"]?.int ?? 0))
            try await eventually("the words are shown") { hasWords(card) }
            let before = try card.picture(of: "Virtual-1")
            let second = try await notify("Yo", seconds: 86_400, by: daemon)
            #expect(second?["text"] == "Yo")
            try await eventually("they are replaced") { try card.picture(of: "Virtual-1") != before && hasWords(card) }
            // The content below may change.
            try await daemon.set(["mode": "32x24"], on: "Virtual-1")
            try await eventually("the words are in the other mode") {
                try card.picture(of: "Virtual-1")?.size.width == 32 && hasWords(card)
            }
            let none = try await notify("", by: daemon)
            #expect(none == nil)
            try await eventually("the words are gone") { !hasWords(card) }
        }
    }

    /// The program that draws words is not installed here.
    @Test func wordsThatTheBuiltInFontLacksAreShownAndNamed() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            _ = try await notify("Закрываемся", by: daemon)
            try await eventually("the words are shown") { hasWords(card) }
            let document = try await daemon.call("List")["screens"]?.array?.first?["notification"]
            let message = document?["message"]?.string
            #expect(message?.hasPrefix("the built-in font lacks letters of the words: no program draws words") == true)
            let plain = try await notify("Closing", by: daemon)
            #expect(plain?["message"] == nil || plain?["message"] == .null)
        }
    }

    @Test func wordsEndWithTheirTime() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            _ = try await notify("Hi", seconds: 1, by: daemon)
            try await eventually("the words are shown") { hasWords(card) }
            try await eventually("the words are gone") { !hasWords(card) }
            let document = try await daemon.call("List")["screens"]?.array?.first?["notification"]
            #expect(document == nil)
        }
    }

    @Test func impossibleTextsAndTimesAreRefused() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            let texts = ["\u{1B}[2J", "a\u{202E}b", " ", String(repeating: "ä", count: 257)]
            for text in texts {
                await #expect(throws: VarlinkError.self, "\(text)") { try await notify(text, by: daemon) }
            }
            for seconds in [0, -1, 86_401] as [Int64] {
                await #expect(throws: VarlinkError.self) { try await notify("Hi", seconds: seconds, by: daemon) }
            }
            #expect(!hasWords(card))
        }
    }

    @Test func aDarkScreenRefusesWordsWithItsReason() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, _ in
            try await daemon.set(["power": "off"], on: "Virtual-1")
            let error = await #expect(throws: VarlinkError.self) { try await notify("Hi", by: daemon) }
            #expect(error?.parameters["message"]?.string?.contains("shows nothing") == true)
        }
    }

    @Test func readersMayNotNotify() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, _ in
            await #expect(throws: VarlinkError.self) { try await notify("Hi", from: .reading, by: daemon) }
        }
    }
}
