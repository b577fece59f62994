/// A plane of a video frame in memory.
package struct VideoPlane: @unchecked Sendable {
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

/// The planes of a video frame. If there are fewer than three, the first one is used for the others too.
package struct VideoPlanes: Sendable {
    /// The plane of luma, or of red, green and blue, or of all channels.
    package let first: VideoPlane
    /// The plane of U, or of U and V in turn.
    package let second: VideoPlane
    /// The plane of V.
    package let third: VideoPlane

    /// Makes the planes of a frame from at least one, in order.
    package init(_ first: VideoPlane, _ second: VideoPlane? = nil, _ third: VideoPlane? = nil) {
        self.first = first
        self.second = second ?? first
        self.third = third ?? first
    }
}

/// Memory for a video frame, with the first byte of each plane and its bytes from one row to the next.
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
    package var planes: VideoPlanes {
        func plane(_ number: Int) -> VideoPlane? {
            guard places.indices.contains(number) else { return nil }
            return VideoPlane(base: UnsafeRawPointer(self[number].base), stride: places[number].stride)
        }
        return VideoPlanes(plane(0) ?? VideoPlane(base: UnsafeRawPointer(base), stride: 0), plane(1), plane(2))
    }
}
