/// Scales by the nearest pixel of the source.
package enum NearestKernel {
    /// - Parameter inside: the pixels to draw, inside both the target and the scaled picture.
    package static func scale(
        _ source: PixelRows, _ columns: ScaleAxis, _ rows: ScaleAxis, to target: PixelRows, _ inside: PixelArea,
        _ composition: Composition
    ) {
        // The arrays are on the stack, because temporary allocations of these sizes would be on the heap. Narrow
        // pictures are usually small and get short lines, which are cleared faster; wide ones get long lines, so that
        // rows are read in sequence.
        if inside.width <= 512 {
            var scratch = InlineArray<1024, UInt32>(repeating: 0)
            var span = scratch.mutableSpan
            scale(source, columns, rows, to: target, inside, composition, &span)
        } else {
            var scratch = InlineArray<8192, UInt32>(repeating: 0)
            var span = scratch.mutableSpan
            scale(source, columns, rows, to: target, inside, composition, &span)
        }
    }

    /// The pixels that are looked up before they are combined with the target: they stay in the first-level cache.
    private static let part = 128

    /// Scales as many columns as fit into `scratch` from top to bottom, then the next ones, so that each column is
    /// looked up once. A third of `scratch` has the places of the columns, as numbers of 16 bits.
    private static func scale(
        _ source: PixelRows, _ columns: ScaleAxis, _ rows: ScaleAxis, to target: PixelRows, _ inside: PixelArea,
        _ composition: Composition, _ scratch: inout MutableSpan<UInt32>
    ) {
        scratch.withUnsafeMutableBufferPointer { scratch in
            guard let start = scratch.baseAddress else { return }
            let third = scratch.count / 3
            let tile = 2 * third
            let line = start + third
            let places = UnsafeMutableRawPointer(start).bindMemory(to: UInt16.self, capacity: tile)
            var left = inside.x
            while left < inside.maxX {
                let count = min(tile, inside.maxX &- left)
                for x in 0..<count { places[x] = UInt16(truncatingIfNeeded: columns.nearest(left &+ x)) }
                var held = -1
                for y in inside.y..<inside.maxY {
                    let row = rows.nearest(y)
                    let from = UnsafePointer(source.row(row))
                    let target = target.row(y) + left
                    if !rows.isShrinking {
                        if row != held { gather(line, from, places, count) }
                        held = row
                        composition.put(target, line, count: count)
                    } else if composition.copies {
                        gather(target, from, places, count)
                    } else {
                        var x = 0
                        while x < count {
                            let part = min(part, count &- x)
                            gather(line, from, places + x, part)
                            composition.put(target + x, line, count: part)
                            x &+= part
                        }
                    }
                }
                left &+= count
            }
        }
    }

    @inline(__always)
    private static func gather(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ places: UnsafePointer<UInt16>,
        _ count: Int
    ) {
        var x = 0
        while x &+ 4 <= count {
            let pixels = SIMD4(
                source[Int(places[x])], source[Int(places[x &+ 1])], source[Int(places[x &+ 2])],
                source[Int(places[x &+ 3])])
            UnsafeMutableRawPointer(target + x).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
            x &+= 4
        }
        while x < count {
            target[x] = source[Int(places[x])]
            x &+= 1
        }
    }
}
