import Testing

@testable import Screens

/// The way of a picture from a source to the one receiver that shows it.
@Suite struct PictureReceiverTests {
    private final class Source: Sendable {}

    private static let size = Size(width: 8, height: 4)
    private static let whole = Rectangle(size)

    private let receiver = PictureReceiver()
    private let source = Source()
    private let other = Source()
    private let link = DisplayLink(home: ScreenLinks(), cadence: .interval(1)) { _ in }
    private let signal = FrameSignal()

    private func publish(_ color: UInt32, _ damage: Rectangle = whole, to sender: PictureSender) {
        let picture = OwnedPixels(Self.size)
        picture.pixels.fill(Self.whole, with: color)
        sender.publish(Damage(damage), of: picture.pixels)
    }

    private func color(_ reader: inout ReceivedPictures) -> UInt32? {
        reader.follow()
        return reader.take()?.picture.row(0)[0]
    }

    @Test func onlyTheSourceOfNowOpensTheWay() {
        receiver.receive(from: source)
        #expect(receiver.open(Self.whole, of: source) == nil, "nothing to wake")
        receiver.attach(link, signal)
        #expect(receiver.open(Self.whole, of: other) == nil)
        #expect(receiver.open(Self.whole, of: source) != nil)
        receiver.detach()
        #expect(receiver.open(Self.whole, of: source) == nil)
        #expect(receiver.buffer == nil && receiver.wakeUp == nil)
    }

    @Test func nothingOfAFormerSourceIsTaken() throws {
        var reader = ReceivedPictures(receiver)
        receiver.attach(link, signal)
        receiver.receive(from: source)
        let former = try #require(receiver.open(Self.whole, of: source))
        publish(1, to: former)
        #expect(color(&reader) == 1)
        publish(2, to: former)
        receiver.receive(from: other)
        let isOther = reader.follow()
        #expect(isOther, "it has to clear the screen")
        #expect(!former.isConnected)
        receiver.receive(from: source)
        publish(3, to: former)
        #expect(color(&reader) == nil)
        #expect(!former.isConnected, "it looked at another source meanwhile")
        publish(4, to: try #require(receiver.open(Self.whole, of: source)))
        #expect(color(&reader) == 4)
    }

    @Test func theBufferStaysWhileSourceAndSizeDo() throws {
        var reader = ReceivedPictures(receiver)
        receiver.attach(link, signal)
        receiver.receive(from: source)
        let first = try #require(receiver.open(Self.whole, of: source))
        publish(1, to: first)
        #expect(color(&reader) == 1)
        receiver.receive(from: source)
        let second = try #require(receiver.open(Self.whole, of: source))
        #expect(second.buffer === first.buffer && first.isConnected)
        let isSame = !reader.follow()
        #expect(isSame)
        publish(2, to: second)
        #expect(color(&reader) == 2)
        let smaller = try #require(receiver.open(Rectangle(x: 1, y: 1, width: 4, height: 2), of: source))
        #expect(smaller.buffer !== first.buffer && !first.isConnected)
        let isOther = reader.follow()
        #expect(isOther)
    }

    @Test func onlyDamageOfItsPartWakesTheReceiver() throws {
        var reader = ReceivedPictures(receiver)
        receiver.attach(link, signal)
        receiver.receive(from: source)
        #expect(link.takeRequest(), "the source is another one")
        let sender = try #require(receiver.open(Rectangle(x: 4, y: 0, width: 4, height: 4), of: source))
        publish(1, Rectangle(x: 0, y: 0, width: 4, height: 4), to: sender)
        #expect(!link.takeRequest())
        #expect(color(&reader) == nil)
        publish(2, Rectangle(x: 3, y: 1, width: 2, height: 1), to: sender)
        #expect(link.takeRequest())
        reader.follow()
        let taken = try #require(reader.take())
        #expect(taken.picture.size == Size(width: 4, height: 4))
        #expect(taken.picture.row(1)[0] == 2)
    }
}
