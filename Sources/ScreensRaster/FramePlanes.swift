/// A plane of a frame in memory.
package struct FramePlane: @unchecked Sendable {
    // Unchecked because of the pointer: the owner of the memory decides which thread may read it.

    /// The first byte.
    package let base: UnsafeRawPointer
    /// The number of bytes from one row to the next.
    package let stride: Int

    /// Makes a plane whose rows may have gaps after them.
    package init(base: UnsafeRawPointer, stride: Int) {
        self.base = base
        self.stride = stride
    }

    func row(_ number: Int) -> UnsafeRawPointer { base + number &* stride }
}

/// The planes of a frame. If there are fewer than three, the first one is used for the others too.
package struct FramePlanes: Sendable {
    /// The plane of luma, or of red, green and blue, or of all channels.
    package let first: FramePlane
    /// The plane of U, or of U and V in turn.
    package let second: FramePlane
    /// The plane of V.
    package let third: FramePlane

    /// Makes the planes of a frame from at least one, in order.
    package init(_ first: FramePlane, _ second: FramePlane? = nil, _ third: FramePlane? = nil) {
        self.first = first
        self.second = second ?? first
        self.third = third ?? first
    }
}

/// Memory for a frame, with the first byte of each plane and its bytes from one row to the next.
package struct VideoMemory: @unchecked Sendable {
    // Unchecked because of the pointers: the owner of the memory decides which thread may use it.

    private let base: UnsafeMutableRawPointer
    private let places: [(offset: Int, stride: Int)]

    /// - Parameter planes: the planes of the frames, inside the memory.
    package init(base: UnsafeMutableRawPointer, planes: [(offset: Int, stride: Int)]) {
        self.base = base
        places = planes
    }

    subscript(plane: Int) -> (base: UnsafeMutableRawPointer, stride: Int) {
        (base + places[plane].offset, places[plane].stride)
    }

    /// The planes of the frame in the memory.
    package var planes: FramePlanes {
        func plane(_ number: Int) -> FramePlane? {
            guard places.indices.contains(number) else { return nil }
            return FramePlane(base: UnsafeRawPointer(self[number].base), stride: places[number].stride)
        }
        return FramePlanes(plane(0) ?? FramePlane(base: UnsafeRawPointer(base), stride: 0), plane(1), plane(2))
    }
}
