import Screens

/// The code of the article YourOwnRenderer, which the compiler checks here.
private struct YourOwnRendererCode {
    struct Gradient: ViewPainter {
        mutating func draw(on view: inout ExternalView) {
            let (width, height) = (view.bounds.width, view.bounds.height)
            let shift = UInt32(truncatingIfNeeded: view.timing.number)
            view.replacePixels { pixels, stride in
                for y in 0..<height {
                    for x in 0..<width {
                        pixels[y * stride + x] = (UInt32(x) &+ shift) & 0xFF << 8 | UInt32(y) & 0xFF
                    }
                }
            }
        }
    }

    func clear(_ view: inout ExternalView) {
        view.withUnsafePixels { surface in
            for y in 0..<surface.size.height {
                let row = surface.baseAddress + y * surface.bytesPerRow
                row.initializeMemory(as: UInt32.self, repeating: 0, count: surface.size.width)
            }
        }
    }

    func makePresenter(of size: Size) throws -> (Presenter, VideoKit) {
        let format = try VideoFormat(
            size: size, pixels: .nv12, rate: RefreshRate(numerator: 30000, denominator: 1001))
        let presenter = try Presenter(format, contentMode: .fill)
        let kit = try VideoKit(delegate: presenter)
        presenter.setWaker { [weak kit] in kit?.setNeedsDisplay() }
        return (presenter, kit)
    }

    func give(_ bytes: [UInt8], to presenter: Presenter) -> Bool {
        presenter.enqueue { frame in
            frame.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
        }
    }
}
