import Glibc
import ScreensKMS

/// Reads the picture on a connector's display, even another program's.
struct CardCapture {
    /// The number of attempts to read a picture that changes meanwhile.
    private static let attempts = 4

    private let device: CardDevice
    private let name: String

    /// - Parameter name: the screen's name in errors.
    init(of device: CardDevice, name: String) {
        self.device = device
        self.name = name
    }

    func capture(_ connector: ConnectorID) throws(ScreenError) -> ScreenCapture {
        var latest: ScreenCapture?
        for attempt in 1...Self.attempts {
            do {
                let capture = try captureOnce(connector)
                if capture.isSteady { return capture }
                latest = capture
            } catch {
                // The drawing program may remove a buffer between the reads of the plane and of the buffer.
                guard error.errno == ENOENT, attempt < Self.attempts || latest != nil else { throw error }
            }
        }
        guard let latest else { throw dark }
        return latest
    }

    private func captureOnce(_ connector: ConnectorID) throws(ScreenError) -> ScreenCapture {
        let (size, layers) = try layers(of: connector)
        var canvas = CaptureCanvas(size: size)
        var omissions: [ScreenCapture.Omission] = []
        for layer in layers {
            do {
                canvas.draw(try read(layer), as: layer)
            } catch {
                guard layer.kind != .primary else { throw error }
                omissions.append(ScreenCapture.Omission(layer: layer.kind.rawValue, cause: error))
            }
        }
        let isSteady = try self.layers(of: connector).layers == layers
        return ScreenCapture(picture: canvas.picture, isSteady: isSteady, omissions: omissions)
    }

    /// The layers that the connector's CRTC composes, the lowest first.
    private func layers(
        of connector: ConnectorID
    ) throws(ScreenError) -> (size: Size, layers: [CaptureLayer]) {
        let (crtc, planes) = try read { () throws(KMSError) -> (CRTC?, [Plane]) in
            guard let id = try device.connector(connector, probing: false)?.crtc,
                let index = try device.resources().index(of: id)
            else { return (nil, []) }
            return (try device.crtc(id, index: index), try device.planes())
        }
        guard let crtc, crtc.isActive, let mode = crtc.mode else { throw dark }
        let size = Size(width: Int(mode.hdisplay), height: Int(mode.vdisplay))
        var layers = planes.compactMap { CaptureLayer($0, on: crtc, size: size) }
        if !planes.contains(where: \.isPrimary), let layer = CaptureLayer(of: crtc, size: size) {
            layers.append(layer)
        }
        guard !layers.isEmpty else { throw dark }
        return (size, layers.sorted { $0.level < $1.level })
    }

    private func read(_ layer: CaptureLayer) throws(ScreenError) -> CapturePixels {
        guard let source = layer.source else {
            throw unsupported("the driver does not report the position of its \(layer.kind.rawValue) plane")
        }
        let framebuffer = try read { () throws(KMSError) in try ForeignFramebuffer(layer.framebuffer, on: device) }
        guard framebuffer.handle != nil else {
            throw ScreenError(
                .permissionDenied, operation: "capture", object: name, errno: EACCES,
                remedy:
                    "run as root: the kernel gives the buffers of other programs only to root and to the card's master")
        }
        guard framebuffer.isLinear else {
            let modifier = PixelLayout.text(ofModifier: framebuffer.modifier ?? 0)
            throw unsupported("the modifier of its buffer is \(modifier), and only linear buffers can be read")
        }
        do throws(KMSError) {
            if let layout = PixelLayout(format: framebuffer.format) {
                let mapping = try FramebufferMapping(of: framebuffer, layout)
                return try unlessLost(CapturePixels(mapping, layout, source), mapping, framebuffer.id)
            }
            if framebuffer.isOneMemory, let format = VideoFormat(framebuffer, layer) {
                let mapping = try FramebufferMapping(of: framebuffer, planes: format.planeShapes)
                if let pixels = CapturePixels(mapping, format, source) {
                    return try unlessLost(pixels, mapping, framebuffer.id)
                }
            }
        } catch {
            // Drivers without such a call answer with one of these. Any other error is a failure.
            guard [EINVAL, EPERM, ENOSYS, ENOTSUP, EOVERFLOW].contains(error.errno) else {
                throw ScreenError(error, operation: "capture", object: name)
            }
            throw ScreenError(
                .unsupported, operation: "capture", object: name, errno: error.errno,
                circumstances: "\(error.call): the driver does not permit reading the memory of the buffer")
        }
        let format = PixelLayout.text(of: framebuffer.format)
        throw unsupported("the pixel format \(format) of its buffer is not supported")
    }

    private func unlessLost(
        _ pixels: CapturePixels, _ mapping: borrowing FramebufferMapping, _ id: FramebufferID
    ) throws(KMSError) -> CapturePixels {
        guard !mapping.isLost else { throw KMSError(call: "mmap", object: "framebuffer \(id)", errno: EFAULT) }
        return pixels
    }

    private func read<Answer: ~Copyable>(
        _ body: () throws(KMSError) -> Answer
    ) throws(ScreenError) -> Answer {
        do {
            return try body()
        } catch {
            throw ScreenError(error, operation: "capture", object: name)
        }
    }

    private var dark: ScreenError {
        ScreenError(
            .dark, operation: "capture", object: name, circumstances: "the screen is dark",
            remedy: "it has to be turned on first")
    }

    private func unsupported(_ cause: String) -> ScreenError {
        ScreenError(.unsupported, operation: "capture", object: name, errno: ENOTSUP, circumstances: cause)
    }
}

extension VideoFormat {
    /// The format of a framebuffer with luma and chroma, as a plane converts it; nil for any other framebuffer.
    fileprivate init?(_ framebuffer: borrowing ForeignFramebuffer, _ layer: CaptureLayer) {
        let code = framebuffer.format
        let size = Size(width: framebuffer.width, height: framebuffer.height)
        guard let pixels = VideoPixelFormat.allCases.first(where: { $0.isYUV && $0.fourCC == code }),
            let format = try? VideoFormat(size: size, pixels: pixels, matrix: layer.matrix, range: layer.range)
        else { return nil }
        self = format
    }
}
