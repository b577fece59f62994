import CLinux
import Glibc

/// The alternate stack for signal handlers of one thread, which makes and releases it itself.
///
/// When a thread's own stack has run out, as by a recursion without end, the kernel can call a handler on no other.
struct SignalStack: ~Copyable {
    /// Enough for ours and for one that writes a backtrace; pages that are not touched take no memory.
    private static let byteCount = 256 * 1024

    private let memory: UnsafeMutableRawPointer

    /// Sets the calling thread's. The corresponding C function is `sigaltstack`.
    ///
    /// - Returns: nil where there is no memory.
    init?() {
        let address = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else { return nil }
        memory = address
        var stack = stack_t(ss_sp: address, ss_flags: 0, ss_size: Self.byteCount)
        sigaltstack(&stack, nil)
    }

    deinit {
        var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
        sigaltstack(&none, nil)
        munmap(memory, Self.byteCount)
    }
}
