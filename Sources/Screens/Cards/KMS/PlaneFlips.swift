import ScreensKMS
import Synchronization

/// The flips of a screen's plane, with the damage that its driver accepts.
///
/// Unchecked: only the screen's thread flips.
final class PlaneFlips: @unchecked Sendable {
    private let device: CardDevice
    private let request: FlipRequest
    /// The request that moves the plane back to its place of the modeset, for the first buffer after direct ones.
    private let returning: FlipRequest
    private var clips: DamageClips
    /// The number of buffers. The driver uploads each as a whole at first.
    private let bufferCount: Int
    /// The number of next flips that show a whole buffer: after a modeset the driver has uploaded none.
    private var wholeFlips: Int
    /// The direct framebuffers that may be on the screen: the last one, and the one before. They are kept until two
    /// other flips have been made.
    private var direct: (last: DirectFramebuffer?, former: DirectFramebuffer?)
    /// The ids of direct framebuffers that may be on the screen, for any thread.
    private let nextShown = Atomic<UInt32>(0)
    private let lastShown = Atomic<UInt32>(0)
    private let formerShown = Atomic<UInt32>(0)

    /// - Parameter place: the plane's place of the modeset.
    init(
        plane: Plane, size: Size, place: PlanePlace, buffers: Int, on device: CardDevice
    ) throws(KMSError) {
        request = try FlipRequest(plane: plane)
        // The colour conversion is restored too, for programs that do not set it.
        let colors = ["COLOR_ENCODING", "COLOR_RANGE"].compactMap { name in
            plane.properties[name].map { (name: name, value: $0.value) }
        }
        returning = try FlipRequest(plane: plane, setting: place.properties + colors)
        clips = DamageClips(size: size, on: device)
        bufferCount = buffers
        wholeFlips = buffers
        self.device = device
    }

    func flip(to framebuffer: FramebufferID, damage: borrowing Damage, token: UInt64) throws(KMSError) {
        guard direct.last == nil, direct.former == nil else {
            try returning.commit(framebuffer: framebuffer, damage: nil, userData: token, on: device)
            return flipped(to: nil)
        }
        let blob = request.takesDamage && wholeFlips == 0 ? clips.blob(for: damage) : nil
        try request.commit(framebuffer: framebuffer, damage: blob, userData: token, on: device)
        wholeFlips = max(wholeFlips - 1, 0)
    }

    /// Shows a direct framebuffer in place of the buffers.
    func flip(to framebuffer: DirectFramebuffer, token: UInt64) throws(KMSError) {
        // The id is stored before the kernel shows the framebuffer: another thread may read it.
        nextShown.store(framebuffer.framebuffer.rawValue, ordering: .relaxed)
        defer { nextShown.store(0, ordering: .relaxed) }
        try framebuffer.request.commit(framebuffer: framebuffer.framebuffer, userData: token, on: device)
        flipped(to: framebuffer)
    }

    private func flipped(to framebuffer: DirectFramebuffer?) {
        direct = (framebuffer, direct.last)
        publishDirect()
        wholeFlips = bufferCount
    }

    private func publishDirect() {
        lastShown.store(direct.last?.framebuffer.rawValue ?? 0, ordering: .relaxed)
        formerShown.store(direct.former?.framebuffer.rawValue ?? 0, ordering: .relaxed)
    }

    /// Releases the direct framebuffers if a buffer of the pipe is on the screen.
    func releaseDirectBuffers() {
        guard direct.last == nil else { return }
        direct.former = nil
        publishDirect()
    }

    /// Whether it is a direct framebuffer that may be on the screen.
    func mayShow(_ framebuffer: FramebufferID) -> Bool {
        framebuffer.rawValue == lastShown.load(ordering: .relaxed)
            || framebuffer.rawValue == formerShown.load(ordering: .relaxed)
            || framebuffer.rawValue == nextShown.load(ordering: .relaxed)
    }

    /// Leaves a direct framebuffer on the screen, as ``ScanoutBuffer/leave(_:)`` does. No flip may follow.
    func leaveDirectBuffers() -> Bool {
        [direct.last, direct.former].compactMap { $0?.leaveFramebuffer() }.allSatisfy(\.self)
    }
}

/// The changed parts of a buffer in the form that a driver accepts: a blob for each damage, kept as long as the damage
/// may come again.
///
/// A clock's hands or a blinking cursor change the same places again and again, and then no blob is made. A slow
/// movement stays in the same tiles for many frames. Damage is rounded to tiles, since a blob costs more than a tile.
struct DamageClips: ~Copyable {
    private static let capacity = 4
    /// The side of a tile in pixels, a power of two.
    private static let tile = 64

    private let device: CardDevice
    private var damages = InlineArray<4, Damage>(repeating: Damage())
    private var blobs: InlineArray<4, ClipBlob?>
    private var next = 0
    /// The largest damage in pixels, half of a picture: a driver that uploads more gains little if the rest is left
    /// out.
    private let limit: Int
    private let bounds: Rectangle

    init(size: Size, on device: CardDevice) {
        self.device = device
        bounds = Rectangle(size)
        limit = size.width * size.height / 2
        blobs = InlineArray { _ in nil }
    }

    /// The blob for a damage, or nil if it is better left out, which means the whole buffer.
    mutating func blob(for exact: borrowing Damage) -> BlobID? {
        var damage = Damage()
        for index in 0..<exact.count { damage.insert(tiles(of: exact[index])) }
        guard !damage.isEmpty, damage.area <= limit else { return nil }
        for index in 0..<Self.capacity where damages[index].isSame(as: damage) {
            return blobs[index]?.id
        }
        damages[next] = damage
        blobs[next] = ClipBlob(count: damage.count, on: device) { index in
            let rectangle = damage[index]
            return (rectangle.x, rectangle.y, rectangle.maxX, rectangle.maxY)
        }
        let id = blobs[next]?.id
        next = (next + 1) % Self.capacity
        return id
    }

    private func tiles(of rectangle: Rectangle) -> Rectangle {
        let mask = ~(Self.tile - 1)
        let (left, top) = (rectangle.x & mask, rectangle.y & mask)
        let right = (rectangle.maxX + Self.tile - 1) & mask
        let bottom = (rectangle.maxY + Self.tile - 1) & mask
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top).intersection(bounds)
    }
}
