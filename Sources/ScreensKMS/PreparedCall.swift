import CScreensDRM

/// An ioctl of a card with all its memory, prepared for code that must not allocate.
package final class PreparedCall: @unchecked Sendable {
    // Unchecked because of the pointers: their memory is complete when the initializer returns. Only the kernel writes
    // there, during the call, and it writes the same values.

    /// The ioctl, `DRM_IOCTL_*`.
    package let request: UInt
    /// The argument, or nil for an ioctl without one.
    package let argument: UnsafeMutableRawPointer?
    private let memory: Memory
    private let card: CardDevice

    /// - Parameter makeArgument: makes the kernel's structure; `memory` keeps the arrays that it points to.
    init<Argument: BitwiseCopyable>(
        _ request: UInt, on card: CardDevice, _ makeArgument: (_ memory: Memory) -> Argument
    ) {
        memory = Memory()
        self.request = request
        argument = memory.keepBytes([makeArgument(memory)])
        self.card = card
    }

    private init(_ request: UInt, on card: CardDevice) {
        memory = Memory()
        self.request = request
        argument = nil
        self.card = card
    }

    /// Makes a call that gives mastership up. The corresponding ioctl is `DRM_IOCTL_DROP_MASTER`.
    package static func droppingMaster(of card: CardDevice) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_DROP_MASTER, on: card)
    }

    /// The descriptor of its card.
    package var descriptor: Int32 { card.descriptor }

    /// Makes the call. The corresponding C function is `drmIoctl`.
    ///
    /// - Returns: whether it succeeded.
    package func perform() -> Bool {
        // Only this object refers to the memory, which must outlive the call.
        withExtendedLifetime(self) { drmIoctl(card.descriptor, request, argument) == 0 }
    }

    /// Memory that stays at its address as long as the call.
    final class Memory {
        private var blocks: [UnsafeMutableRawPointer] = []

        /// Copies an array.
        ///
        /// - Returns: the address of the copy in the form of the kernel's structures.
        func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UInt64 {
            UInt64(UInt(bitPattern: keepBytes(elements)))
        }

        fileprivate func keepBytes<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableRawPointer {
            elements.withUnsafeBytes { bytes in
                // The block has at least one byte, because an empty array needs an address too.
                let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
                block.copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(block), byteCount: bytes.count)
                blocks.append(block)
                return block
            }
        }

        deinit {
            for block in blocks { block.deallocate() }
        }
    }
}
