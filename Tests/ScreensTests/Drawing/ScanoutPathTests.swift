import Testing

@testable import Screens

/// The changed parts of a canvas reach a buffer, and nothing else changes.
@Suite struct ScanoutPathTests {
    private let mode = Size(width: 61, height: 47)

    private func plans() -> [ScanoutPlan] {
        var inset = Overscan(
            top: .pixels(3), right: .pixels(5), bottom: .pixels(2), left: .pixels(7), compensation: .insetBounds)
        var overscans = [Overscan.none, inset]
        inset.compensation = .scale
        overscans.append(inset)
        var abilities = ScanoutPlan.Abilities()
        abilities.planeOrientations = [.clockwise, .upsideDown]
        return overscans.flatMap { overscan in
            Orientation.allCases.flatMap {
                ScanoutPlan.candidates(mode: mode, orientation: $0, overscan: overscan, abilities: abilities)
            }
        }
    }

    private func surface(_ size: Size, _ format: PixelFormat) -> (memory: OwnedPixels, surface: ScanoutSurface) {
        // A stride larger than a row: its bytes plus padding, or twice the bytes.
        let memory = OwnedPixels(size)
        return (
            memory,
            ScanoutSurface(base: memory.pixels.base, size: size, stride: memory.pixels.stride, format: format)
        )
    }

    private func bytes(_ surface: ScanoutSurface) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: surface.base, count: surface.stride * surface.size.height))
    }

    @Test(arguments: PixelFormat.allCases)
    func damageAddsUpToTheWholePicture(_ format: PixelFormat) {
        var random = SplitMix(state: 5)
        for plan in plans() {
            for colors in [CopyColors.asDrawn, .dimmed(100), ColorAdjustment(gamma: 2).ofCopy] {
                let path = ScanoutPath(plan, format: format, colors: colors)
                let canvas = OwnedPixels(plan.canvas)
                let (memory, buffer) = surface(plan.buffer, format)
                var damage = Damage(Rectangle(plan.canvas))
                _ = path.write(damage, of: canvas.pixels, to: buffer)
                for _ in 0..<12 {
                    let part = Rectangle(
                        x: .random(in: 0..<plan.canvas.width, using: &random),
                        y: .random(in: 0..<plan.canvas.height, using: &random),
                        width: .random(in: 1...9, using: &random), height: .random(in: 1...9, using: &random)
                    ).intersection(Rectangle(plan.canvas))
                    canvas.pixels.fill(part, with: .random(in: 0...0xFF_FFFF, using: &random))
                    damage = Damage(part)
                    let before = bytes(buffer)
                    let changed = path.write(damage, of: canvas.pixels, to: buffer)
                    check(before, bytes(buffer), in: changed, of: buffer)
                }
                let (wholeMemory, whole) = surface(plan.buffer, format)
                _ = ScanoutPath(plan, format: format, colors: colors)
                    .write(Damage(Rectangle(plan.canvas)), of: canvas.pixels, to: whole)
                #expect(bytes(buffer) == bytes(whole), "\(plan)")
                withExtendedLifetime((memory, wholeMemory)) {}
            }
        }
    }

    /// Checks that all differences are inside the reported damage.
    private func check(_ before: [UInt8], _ after: [UInt8], in changed: Damage, of buffer: ScanoutSurface) {
        guard before != after else { return }
        var wrong = 0
        for index in before.indices where before[index] != after[index] {
            let x = index % buffer.stride / buffer.format.bytesPerPixel
            let pixel = Rectangle(x: x, y: index / buffer.stride, width: 1, height: 1)
            var isInside = false
            for part in 0..<changed.count where !changed[part].intersection(pixel).isEmpty { isInside = true }
            if !isInside { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
