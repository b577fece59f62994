import Glibc
import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The frames of a client on the thread of a screen, refresh by refresh.
struct ClientSurfaceTests {
    private let period = Duration.milliseconds(16)
    private let size = Size(width: 8, height: 4)

    init() { MainLoop.thread }

    private func step(_ surface: ClientSurface, at refresh: Double) -> ClientSurface.Step {
        let time = MonotonicTime.zero.advanced(by: .seconds(1) + period * refresh)
        let timing = FrameTiming(number: 0, timestamp: .zero, targetTimestamp: time, duration: period, missed: 0)
        return surface.step(timing, size)
    }

    private func frames() throws -> ClientBuffers {
        let file = ReceivedFile(adopting: try SealedFile.make(byteCount: 256), of: getuid())
        let format = try VideoFormat(size: size, pixels: .xrgb8888)
        return try ClientBuffers(
            format, VideoPlacement(.fit),
            [
                ClientBuffers.Place(file: 0, offset: 0, stride: nil, of: format),
                ClientBuffers.Place(file: 0, offset: 128, stride: 32, of: format),
            ], in: [file])
    }

    @Test @MainLoop func aFrameIsShownOnceAndKept() throws {
        let surface = try ClientSurface {}
        let buffers = try frames()
        #expect(step(surface, at: 0).frame == nil)
        surface.post(ClientSurface.Request(frame: ClientSurface.Buffer(buffers: buffers, number: 1)))
        let shown = step(surface, at: 1)
        #expect(shown.frame?.number == 1 && shown.isNew)
        #expect(shown.outcome?.refresh == 1 && shown.outcome?.missed == 0)
        let kept = step(surface, at: 2)
        #expect(kept.frame?.number == 1 && !kept.isNew && kept.outcome == nil && kept.next == .whenNeeded)
    }

    /// The frame that a client has sent ahead is not shown after its end.
    @Test @MainLoop func theLastFrameOfAClientThatHasLeftStays() throws {
        let surface = try ClientSurface {}
        let buffers = try frames()
        surface.post(ClientSurface.Request(frame: ClientSurface.Buffer(buffers: buffers, number: 1)))
        _ = step(surface, at: 0)
        surface.post(ClientSurface.Request(frame: ClientSurface.Buffer(buffers: buffers, number: 0), earliest: 2))
        surface.clientLeft()
        #expect(surface.takeOutcome() == nil)
        let kept = step(surface, at: 9)
        #expect(kept.frame?.number == 1 && !kept.isNew && kept.outcome == nil && kept.next == .whenNeeded)
        // The next client does not miss the refreshes before its first frame.
        surface.post(ClientSurface.Request(frame: ClientSurface.Buffer(buffers: buffers, number: 0)))
        let next = step(surface, at: 10)
        #expect(next.isNew && next.outcome?.refresh == 10 && next.outcome?.missed == 0)
        surface.dropFrame()
        #expect(step(surface, at: 11).frame == nil)
    }

    /// A client that comes and goes would take the memory of the daemon otherwise.
    @Test @MainLoop func framesThatWereNotShownEndWithTheirClient() throws {
        let surface = try ClientSurface {}
        weak var buffers: ClientBuffers?
        do {
            let waiting = try frames()
            buffers = waiting
            surface.post(ClientSurface.Request(frame: ClientSurface.Buffer(buffers: waiting, number: 0), earliest: 9))
        }
        #expect(buffers != nil)
        surface.clientLeft()
        #expect(buffers == nil)
    }

    /// The screen's thread draws a frame while the main thread forgets its request.
    @Test @MainLoop func aLateAnswerIsNotForTheNextRequest() throws {
        let surface = try ClientSurface {}
        let frame = ClientSurface.Buffer(buffers: try frames(), number: 1)
        surface.post(ClientSurface.Request(frame: frame))
        let late = step(surface, at: 0)
        surface.clientLeft()
        surface.postpone(late)
        #expect(step(surface, at: 1).outcome == nil, "a forgotten request does not come back")
        surface.post(ClientSurface.Request(frame: frame, earliest: 9))
        surface.answer(try #require(late.outcome))
        #expect(surface.takeOutcome() == nil)
        surface.answer(try #require(step(surface, at: 9).outcome))
        #expect(surface.takeOutcome()?.refresh == 9)
    }

    /// The end of buffers unmaps memory, and wakes the requests that wait for it.
    @Test @MainLoop func formerBuffersDoNotEndOnTheThreadOfTheScreen() throws {
        let surface = try ClientSurface {}
        func show(_ buffers: ClientBuffers) throws {
            surface.post(ClientSurface.Request(frame: ClientSurface.Buffer(buffers: buffers, number: 0)))
            surface.answer(try #require(step(surface, at: 1).outcome))
        }
        weak var first: ClientBuffers?
        do {
            let buffers = try frames()
            first = buffers
            try show(buffers)
            #expect(surface.takeOutcome() != nil)
        }
        try show(try frames())
        #expect(first != nil)
        #expect(surface.takeOutcome() != nil)
        #expect(first == nil)
    }

    /// The times of refreshes vary, and refreshes are left out while the screen sleeps.
    @Test @MainLoop func refreshesAreCountedByTheTime() throws {
        let surface = try ClientSurface {}
        let buffers = try frames()
        let frame = ClientSurface.Buffer(buffers: buffers, number: 0)
        var outcomes: [ClientSurface.Outcome?] = []
        for time in [0, 1.2, 1.9, 3, 3.1, 10, 9, 100_000] {
            surface.post(ClientSurface.Request(frame: frame))
            outcomes.append(step(surface, at: time).outcome)
        }
        #expect(outcomes.map { $0?.refresh } == [0, 1, 2, 3, 3, 10, 10, 100_001])
        #expect(outcomes.map { $0?.missed } == [0, 0, 0, 0, 0, 6, 0, 99_990])
    }

    @Test @MainLoop func aFrameWaitsForItsRefresh() throws {
        let surface = try ClientSurface {}
        _ = step(surface, at: 0)
        for (earliest, next) in [
            (3, NextUpdate.after(period * 2 - period / 2)), (2, .nextRefresh),
            (Int64.max, .after(period * 3600 - period / 2)),
        ] {
            surface.post(ClientSurface.Request(frame: nil, earliest: earliest))
            let step = step(surface, at: 1)
            #expect(step.next == next && step.outcome == nil)
        }
        for earliest in [1, 0, Int64.min, nil] {
            surface.post(ClientSurface.Request(frame: nil, earliest: earliest))
            #expect(step(surface, at: 1).outcome?.refresh == 1)
        }
    }

    /// The time of the refresh with a number, as in ``step(_:at:)``.
    private func time(_ refresh: Double) -> MonotonicTime {
        MonotonicTime.zero.advanced(by: .seconds(1) + period * refresh)
    }

    @Test @MainLoop func aFrameWaitsForItsTime() throws {
        let surface = try ClientSurface {}
        _ = step(surface, at: 0)
        for (at, next) in [
            (time(3), NextUpdate.after(period * 2 - period / 2)), (time(2), .nextRefresh), (time(1.2), .nextRefresh),
            (time(2.1), .nextRefresh), (MonotonicTime(nanoseconds: .max), .after(period * 3600 - period / 2)),
        ] {
            surface.post(ClientSurface.Request(frame: nil, time: at))
            let step = step(surface, at: 1)
            #expect(step.next == next && step.outcome == nil, "\(at)")
        }
        for at in [time(1), time(1.1), time(0.9), time(-9), MonotonicTime(nanoseconds: .min)] {
            surface.post(ClientSurface.Request(frame: nil, time: at))
            #expect(step(surface, at: 1).outcome?.refresh == 1, "\(at)")
        }
        // Both a number and a time hold.
        surface.post(ClientSurface.Request(frame: nil, earliest: 3, time: time(2)))
        #expect(step(surface, at: 2).outcome == nil)
        #expect(step(surface, at: 3).outcome?.refresh == 3)
    }

    @Test(
        arguments: [
            (4, nil, true), (5, nil, false), (6, nil, false), (nil, nil, false), (nil, 4.0, true), (nil, 4.12, true),
            (nil, 4.13, false), (nil, 5, false), (.min, nil, true), (nil, -1e9, true), (4, 5, false), (5, 4, false),
            (4, 4, true),
        ] as [(Int64?, Double?, Bool)])
    @MainLoop func aFrameWhoseRefreshHasPassedIsDroppedOnRequest(earliest: Int64?, at: Double?, isLate: Bool) throws {
        let surface = try ClientSurface {}
        _ = step(surface, at: 0)
        let frame = ClientSurface.Buffer(buffers: try frames(), number: 0)
        var request = ClientSurface.Request(frame: frame, earliest: earliest, time: at.map(time))
        // Without the request it is shown, however late it is.
        #expect(surface.drop(request, at: time(4.5)) == nil)
        request.drops = true
        let dropped = surface.drop(request, at: time(4.5))
        #expect((dropped != nil) == isLate)
        #expect(dropped.map { $0.refresh == 5 && $0.time == time(5) && $0.isDropped && $0.size == size } ?? true)
        // It may become late on its way to the screen's thread.
        surface.post(request)
        let step = step(surface, at: 5)
        #expect(step.isNew == (!isLate && step.outcome != nil))
        #expect((step.outcome?.isDropped ?? false) == isLate)
        #expect(step.frame == nil || !isLate)
        // A refresh alone is waited for.
        #expect(surface.drop(ClientSurface.Request(frame: nil, earliest: 0, drops: true), at: time(9)) == nil)
    }

    /// A client may state any numbers.
    @Test(
        arguments: [
            (0, 0, nil, true), (0, 128, 32, true), (0, 128, nil, true), (0, 129, nil, false), (1, 0, nil, false),
            (-1, 0, nil, false), (Int64.max, 0, nil, false), (0, -1, nil, false), (0, Int64.max, nil, false),
            (0, 0, 31, false), (0, 0, Int64.max, false), (0, 0, -32, false), (0, 0, 74, true), (0, 0, 75, false),
            (0, 128, 33, false),
        ] as [(Int64, Int64, Int64?, Bool)])
    func buffersAreInsideTheirFile(file: Int64, offset: Int64, stride: Int64?, isAccepted: Bool) throws {
        let memory = ReceivedFile(adopting: try SealedFile.make(byteCount: 256), of: getuid())
        let format = try VideoFormat(size: size, pixels: .xrgb8888)
        let place = ClientBuffers.Place(file: file, offset: offset, stride: stride, of: format)
        let buffers = try? ClientBuffers(format, VideoPlacement(.fit), [place], in: [memory])
        #expect((buffers != nil) == isAccepted)
    }

    @Test(
        arguments: [
            // NV12 of 8x4: 32 bytes of luma, 16 bytes of chroma.
            ([(0, 0, 8), (0, 32, 8)], nil, true), ([(0, 0, 16), (0, 128, 16)], nil, true),
            ([(0, 0, 8), (0, 240, 8)], nil, true), ([(0, 0, 8), (0, 241, 8)], nil, false),
            ([(0, 0, 7), (0, 32, 8)], nil, false), ([(0, 0, 8), (0, 32, 7)], nil, false),
            ([(0, 0, 8)], nil, false), ([(0, 0, 8), (0, 32, 8), (0, 48, 8)], nil, false), ([], nil, false),
            ([(0, 0, 8), (1, 32, 8)], nil, false), ([(0, -1, 8), (0, 32, 8)], nil, false),
            ([(0, 0, 8), (0, .max, 8)], nil, false), ([(0, 0, 8), (0, 32, .max)], nil, false),
            ([(0, 0, 8), (0, 32, .min)], nil, false), ([(0, 0, 8), (0, 32, 8)], 0, true),
            // Memory of programs is always linear.
            ([(0, 0, 8), (0, 32, 8)], 1 << 56 | 1, false), ([(0, 0, 8), (0, 32, 8)], .min, false),
        ] as [([(Int64, Int64, Int64)], Int64?, Bool)])
    func planesAreInsideTheirFiles(_ planes: [(Int64, Int64, Int64)], _ modifier: Int64?, _ isAccepted: Bool) throws {
        let memory = ReceivedFile(adopting: try SealedFile.make(byteCount: 256), of: getuid())
        let format = try VideoFormat(size: size, pixels: .nv12)
        let place = ClientBuffers.Place(
            planes: planes.map { ClientBuffers.Place.Plane(file: $0.0, offset: $0.1, stride: $0.2) }, modifier: modifier
        )
        for count in [1, 3] {
            let buffers = try? ClientBuffers(
                format, VideoPlacement(.fit), Array(repeating: place, count: count), in: [memory])
            #expect((buffers != nil) == isAccepted)
            #expect(buffers?.shared(0) == nil, "only dma-bufs are shown by planes")
        }
    }

    /// Decoders hand out their buffers one by one.
    @Test func addedBuffersAreKnownByTheirFiles() throws {
        let format = try VideoFormat(size: size, pixels: .xrgb8888)
        func place(_ file: Int64, _ offset: Int64) -> ClientBuffers.Place {
            ClientBuffers.Place(file: file, offset: offset, stride: nil, of: format)
        }
        let first = ReceivedFile(adopting: try SealedFile.make(byteCount: 256), of: getuid())
        let again = ReceivedFile(adopting: dup(first.descriptor), of: getuid())
        let other = ReceivedFile(adopting: try SealedFile.make(byteCount: 256), of: getuid())
        let drawn = try ClientBuffers(format, VideoPlacement(.center), [place(0, 0), place(0, 0)], in: [first])
        #expect(drawn.numbers == [0, 1])
        let added = try ClientBuffers(
            adding: [place(0, 128), place(1, 0), place(0, 0), place(1, 0)], to: drawn, in: [again, other])
        #expect(added.numbers == [2, 3, 0, 3])
        #expect(added.count == 4 && added.placement == VideoPlacement(.center) && added.hasFramesAlike(drawn))
        let more = try ClientBuffers(adding: [place(0, 0), place(0, 128)], to: added, in: [other])
        #expect(more.numbers == [3, 4])
        #expect(try ClientBuffers(adding: [], to: more, in: []).numbers == [])
        let places = (0..<28).map { place(0, $0 * 4) }
        let (full, overfull) = (Array(places.dropFirst().prefix(27)), Array(places.dropFirst()) + [place(0, 124)])
        #expect(try ClientBuffers(adding: full, to: more, in: [other]).count == 32)
        #expect(throws: ClientBuffers.Problem.self) {
            _ = try ClientBuffers(adding: overfull, to: more, in: [other])
        }
    }

    @Test func aBufferWithoutPlanesHasThemOneBehindTheOther() throws {
        let format = try VideoFormat(size: size, pixels: .yuv420p)
        let place = ClientBuffers.Place(file: 2, offset: 100, stride: nil, of: format)
        #expect(place.planes.map(\.offset) == [100, 132, 140])
        #expect(place.planes.map(\.stride) == [8, 4, 4])
        #expect(place.planes.allSatisfy { $0.file == 2 })
        // A client may state any numbers.
        let last = ClientBuffers.Place(file: 0, offset: .max, stride: nil, of: format)
        #expect(throws: ClientBuffers.Problem.self) {
            _ = try ClientBuffers(format, VideoPlacement(.fit), [last], in: [])
        }
    }

    @Test func rowsWithGapsAreConverted() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 0xEE, 0xEE, 7, 8, 9, 10, 11, 12]
        let format = try VideoFormat(size: Size(width: 2, height: 2), pixels: .rgb24)
        #expect(format.planeShapes.map(\.rowBytes) == [6])
        var drawing = VideoPainter(format, VideoPlacement(.fit), .black)
        var view = try OffscreenView(size: Size(width: 2, height: 2))
        bytes.withUnsafeBytes { bytes in
            let planes = bytes.baseAddress.flatMap { format.frame(at: [($0, 8)]) }
            _ = view.draw { _ = drawing.draw(planes, isComplete: true, on: &$0) }
        }
        let picture = view.picture
        #expect(
            [picture[0, 0], picture[1, 0], picture[0, 1], picture[1, 1]].map(\.rgb) == [
                0x010203, 0x040506, 0x070809, 0x0A0B0C,
            ])
    }
}
