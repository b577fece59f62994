import CLibDRM

/// A call of a card with all the memory that it needs, made ahead for where nothing may be allocated.
public final class PreparedCall: @unchecked Sendable {
    // Unchecked for the pointers: what they lead to is complete when the initializer returns, and only the kernel
    // writes there, during the call, what was there already.

    /// The ioctl, `DRM_IOCTL_*`.
    public let request: UInt
    /// Its argument, or nil for one that takes none.
    public let argument: UnsafeMutableRawPointer?
    private let memory: Memory
    private let card: CardDevice

    /// - Parameter makeArgument: makes the kernel's structure; arrays that it points to are kept in `memory`.
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

    /// Gives mastership up. The corresponding C macro is `DRM_IOCTL_DROP_MASTER`.
    public static func droppingMaster(of card: CardDevice) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_DROP_MASTER, on: card)
    }

    /// The open card that it is for.
    public var descriptor: Int32 { card.descriptor }

    /// Makes the call.
    ///
    /// - Returns: whether the kernel did it.
    public func perform() -> Bool {
        drmIoctl(card.descriptor, request, argument) == 0
    }

    /// Memory that stays where it is as long as the call.
    final class Memory {
        private var blocks: [UnsafeMutableRawPointer] = []

        /// - Returns: the address of a copy, as the kernel's structures have it.
        func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UInt64 {
            UInt64(UInt(bitPattern: keepBytes(elements)))
        }

        fileprivate func keepBytes<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableRawPointer {
            elements.withUnsafeBytes { bytes in
                // One byte at least: an empty array has an address too.
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
