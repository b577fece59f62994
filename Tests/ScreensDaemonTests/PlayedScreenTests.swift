import ScreensLinux
import Testing

@testable import ScreensContents
@testable import ScreensDaemon

/// The pictures that count as shown.
struct PlayedScreenTests {
    init() { MainLoop.thread }

    private func time(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    private func name(_ title: String) -> NamedPicture {
        NamedPicture(picture: .next(), title: title, number: nil)
    }

    private let display = PlayedScreen.Display(identity: "DEL:1:-:-", period: .milliseconds(16))

    private func begin(_ name: NamedPicture, _ start: Int64, formerWasSeen: Bool? = nil) -> ShownPictures.Begin {
        ShownPictures.Begin(picture: name.picture, time: time(start), formerWasSeen: formerWasSeen)
    }

    @Test @MainLoop func aPictureEndsWhenTheNextBegins() {
        let (screen, menu, sign) = (PlayedScreen(), name("menu"), name("sign"))
        #expect(screen.take(begin(menu, 1000), named: menu, on: display) == nil)
        let piece = screen.take(begin(sign, 3000, formerWasSeen: true), named: sign, on: display)
        #expect(piece == PlayedScreen.Piece(name: menu, display: display, start: time(1000), end: time(3000)))
        #expect(screen.open?.name == sign)
    }

    @Test @MainLoop func aPictureWithoutAFlipDoesNotCount() {
        let (screen, menu, sign) = (PlayedScreen(), name("menu"), name("sign"))
        _ = screen.take(begin(menu, 1000), named: menu, on: display)
        #expect(screen.take(begin(sign, 3000, formerWasSeen: false), named: sign, on: display) == nil)
        #expect(screen.piece(until: time(4000)) == nil)
        #expect(screen.end(at: time(5000), isSeen: false) == nil && screen.open == nil)
    }

    @Test @MainLoop func aFlipFromBeforeThePictureIsNotItsOwn() {
        let (screen, menu) = (PlayedScreen(), name("menu"))
        _ = screen.take(begin(menu, 1000), named: menu, on: display)
        screen.flipped(at: time(984), .milliseconds(16))
        #expect(screen.piece(until: time(2000)) == nil)
        // Some drivers show a frame up to a refresh earlier than it is for.
        screen.flipped(at: time(985), .milliseconds(16))
        #expect(screen.piece(until: time(2000))?.end == time(2000))
    }

    @Test @MainLoop func onlyPicturesThatWereSeenCountForTheOffsetToTheClock() {
        let (screen, menu, sign) = (PlayedScreen(), name("menu"), name("sign"))
        _ = screen.take(begin(menu, 1000), named: menu, on: display, offset: .milliseconds(9))
        _ = screen.take(
            begin(sign, 2000, formerWasSeen: false), named: sign, on: display, offset: .milliseconds(7))
        #expect(screen.offsets.document == nil)
        _ = screen.take(begin(menu, 3000, formerWasSeen: true), named: menu, on: display)
        _ = screen.end(at: time(4000), isSeen: true)
        #expect(screen.offsets.document?.pictures == 1 && screen.offsets.document?.medianMicroseconds == 7000)
    }

    @Test @MainLoop func wordsAndClientsEndAPictureAndDoNotCount() {
        let (screen, menu) = (PlayedScreen(), name("menu"))
        _ = screen.take(begin(menu, 1000), named: menu, on: display)
        let words = name("words")
        #expect(screen.take(begin(words, 2000, formerWasSeen: true), named: nil, on: display)?.name == menu)
        #expect(screen.open == nil)
    }
}
