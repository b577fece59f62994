import Glibc
import ScreensKMS
import ScreensLinux
import ScreensRaster
import Synchronization

/// A framebuffer with a video frame, which a plane shows in place of the pipe's buffers.
final class DirectFramebuffer: Sendable {
    /// The owner of a framebuffer that this process writes.
    private final class Written: Sendable {
        let buffer: DumbBuffer

        init(_ buffer: consuming DumbBuffer) {
            self.buffer = buffer
        }
    }

    /// The owner of a framebuffer in memory of a device or another program.
    private final class Shared: Sendable {
        let buffer: SharedFramebuffer

        init(_ buffer: consuming SharedFramebuffer) {
            self.buffer = buffer
        }
    }

    private enum Owner {
        case written(Written)
        case shared(Shared)
    }

    let framebuffer: FramebufferID
    let request: DirectFlipRequest
    private let owner: Owner

    init(_ buffer: consuming DumbBuffer, _ request: DirectFlipRequest) {
        framebuffer = buffer.framebuffer
        self.request = request
        owner = .written(Written(buffer))
    }

    init(_ buffer: consuming SharedFramebuffer, _ request: DirectFlipRequest) {
        framebuffer = buffer.id
        self.request = request
        owner = .shared(Shared(buffer))
    }

    /// The memory of a frame that this process writes.
    var memory: VideoMemory? {
        guard case .written(let owner) = owner else { return nil }
        return VideoMemory(base: owner.buffer.bytes, planes: owner.buffer.planes)
    }

    /// Whether the kernel has removed the memory, for example with its card.
    var isLost: Bool {
        guard case .written(let owner) = owner else { return false }
        return owner.buffer.isLost
    }

    func leaveFramebuffer() -> Bool {
        switch owner {
        case .written(let owner): owner.buffer.leaveFramebuffer()
        case .shared(let owner): owner.buffer.leaveFramebuffer()
        }
    }
}

/// The request that flips to direct framebuffers of one placement.
final class DirectFlipRequest: Sendable {
    private let request: FlipRequest
    /// The fence, whose descriptor is in the request.
    private let fence: SharedDescriptor?

    init(_ request: consuming FlipRequest, _ fence: SharedDescriptor?) {
        self.request = request
        self.fence = fence
    }

    func commit(framebuffer: FramebufferID, userData: UInt64, on device: CardDevice) throws(KMSError) {
        try request.commit(framebuffer: framebuffer, damage: nil, userData: userData, on: device)
    }

    func test(framebuffer: FramebufferID, on device: CardDevice) throws(KMSError) {
        try request.test(framebuffer: framebuffer, on: device)
    }
}

/// Makes the framebuffers that a plane shows in place of the pipe's buffers (direct scanout): pixel for pixel, upright,
/// and with luma and chroma converted by the plane.
///
/// A test commit decides. Scaling and rotation are left to the copy, since drivers accept them in tests and then show
/// them wrongly (``ProvenPlanes``).
final class DirectFramebufferSource: DirectBufferSource {
    private let plane: Plane
    private let plan: ScanoutPlan
    private let buffers: [ScanoutBuffer]
    private let flips: PlaneFlips
    private let tokens: FlipTokens
    private let device: CardDevice
    private let fence = Mutex<SharedDescriptor?>(nil)

    /// - Returns: nil if the plan rotates or scales anything.
    init?(
        on plane: Plane, _ plan: ScanoutPlan, beside buffers: [ScanoutBuffer], _ flips: PlaneFlips,
        _ tokens: FlipTokens, device: CardDevice
    ) {
        guard plan.allowsDirectScanout else { return nil }
        self.plane = plane
        self.plan = plan
        self.buffers = buffers
        self.flips = flips
        self.tokens = tokens
        self.device = device
    }

    func releaseDirectBuffers() { flips.releaseDirectBuffers() }

    var formats: [ScanoutFormat] {
        VideoPixelFormat.allCases.compactMap { pixels in
            guard let code = pixels.fourCC, plane.formats.contains(code), !pixels.isYUV || convertsColors else {
                return nil
            }
            let modifiers = device.modifiers(of: code, on: plane.id) ?? [Plane.linearModifier]
            return modifiers.isEmpty ? nil : ScanoutFormat(pixels: pixels, modifiers: modifiers)
        }
    }

    func makeBuffers(_ placement: DirectPlacement) -> [DirectBuffer] {
        let format = placement.format
        guard let code = format.pixels.fourCC, plane.linearFormats.contains(code) else { return [] }
        let planes = format.planeShapes
        do throws(KMSError) {
            let request = try request(placement)
            var made: [DirectBuffer] = []
            for number in buffers.indices {
                let buffer = try DumbBuffer(
                    width: format.size.width, height: format.size.height, format: code, planes: planes, on: device)
                if number == 0 { try request.test(framebuffer: buffer.framebuffer, on: device) }
                made.append(directBuffer(placement, DirectFramebuffer(buffer, request)))
            }
            return made
        } catch {
            return []
        }
    }

    func makeBuffer(_ placement: DirectPlacement, in memory: SharedVideoMemory) -> DirectBuffer? {
        let format = placement.format
        guard let code = format.pixels.fourCC else { return nil }
        // Without a stated layout the driver may guess another one. A driver without modifiers knows only the linear
        // layout.
        let hasModifiers = device.modifiers(of: code, on: plane.id) != nil
        let isLinear = memory.modifier ?? Plane.linearModifier == Plane.linearModifier
        let modifier = isLinear ? (hasModifiers ? Plane.linearModifier : nil) : memory.modifier
        guard let fence = signalledFence() else { return nil }
        do throws(KMSError) {
            let request = try request(placement, fence)
            let framebuffer = try SharedFramebuffer(
                width: format.size.width, height: format.size.height, format: code, modifier: modifier,
                planes: memory.planes, on: device)
            try request.test(framebuffer: framebuffer.id, on: device)
            return directBuffer(placement, DirectFramebuffer(framebuffer, request))
        } catch {
            return nil
        }
    }

    /// Whether the plane has settings for luma and chroma.
    private var convertsColors: Bool {
        plane.properties["COLOR_ENCODING"] != nil && plane.properties["COLOR_RANGE"] != nil
    }

    /// A fence for the flips to memory of others, made with the first such flip; nil if it cannot be made.
    private func signalledFence() -> SharedDescriptor? {
        fence.withLock { fence in
            if let fence { return fence }
            guard let made = buffers.first?.makeSignalledFence() else { return nil }
            fence = SharedDescriptor(made)
            return fence
        }
    }

    /// - Parameter fence: the only fence that the kernel waits for; nil if no other program writes to the memory.
    private func request(
        _ placement: DirectPlacement, _ fence: SharedDescriptor? = nil
    ) throws(KMSError) -> DirectFlipRequest {
        let target = Rectangle(
            x: plan.planeTarget.x + placement.rectangle.x, y: plan.planeTarget.y + placement.rectangle.y,
            width: placement.rectangle.width,
            height: placement.rectangle.height)
        guard target == plan.planeTarget || ProvenPlanes(driver: device.driver).places else {
            throw KMSError(call: "atomic commit", object: "plane \(plane.id) at \(target)", errno: EINVAL)
        }
        var properties = PlanePlace(source: placement.format.size, target: target).properties
        if placement.format.pixels.isYUV {
            for (name, choice) in [
                ("COLOR_ENCODING", placement.format.matrix.planeChoice),
                ("COLOR_RANGE", placement.format.range.planeChoice),
            ] {
                guard let value = plane.properties[name]?.choices[choice] else {
                    throw KMSError(call: "atomic commit", object: "plane \(plane.id) \(name)", errno: EINVAL)
                }
                properties.append((name, value))
            }
        }
        if let fence { properties.append(("IN_FENCE_FD", UInt64(fence.rawValue))) }
        return DirectFlipRequest(try FlipRequest(plane: plane, setting: properties), fence)
    }

    private func directBuffer(_ placement: DirectPlacement, _ framebuffer: DirectFramebuffer) -> DirectBuffer {
        DirectBuffer(placement, framebuffer.memory) { [flips, tokens] in
            guard !CrashHandler.hasBegun else { return EACCES }
            guard !framebuffer.isLost else { return EFAULT }
            do throws(KMSError) {
                try flips.flip(to: framebuffer, token: tokens.current)
                return 0
            } catch {
                return error.errno
            }
        }
    }
}
