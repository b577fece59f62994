import CScreensLinux
import Glibc

/// Starts threads with names, which `top -H` shows.
package enum NativeThread {
    /// The arguments of the new thread, unchecked because only that thread has them.
    private final class Start: @unchecked Sendable {
        let name: String
        let isUrgent: Bool
        var body: (() -> Void)?
        let finally: () -> Void

        init(name: String, isUrgent: Bool, body: @escaping () -> Void, finally: @escaping () -> Void) {
            self.name = name
            self.isUrgent = isUrgent
            self.body = body
            self.finally = finally
        }
    }

    /// The number of the calling thread. The corresponding C function is `gettid`.
    package static var currentID: Int32 { clinux_thread_id() }

    /// Starts a detached thread.
    ///
    /// All signals but traps are blocked on it: they belong to the host, and arrive on the host's threads.
    ///
    /// - Parameters:
    ///   - name: the name; at most 15 bytes are kept.
    ///   - isUrgent: whether it has priority (nice level -10), if the process may set that. It never has a real-time
    ///     priority: the kernel busy-waits in some modesets, and would keep a processor to itself.
    ///   - finally: called after `body` has returned and everything that it held is released.
    /// - Throws: ``SystemError`` if the process may have no more threads.
    package static func start(
        name: String, isUrgent: Bool = false, _ body: @escaping @Sendable () -> Void,
        finally: @escaping @Sendable () -> Void = {}
    ) throws(SystemError) {
        var every = sigset_t()
        var previous = sigset_t()
        sigfillset(&every)
        // A new thread inherits the mask; the caller's own mask is restored at once. Traps still reach the thread.
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { sigdelset(&every, signal) }
        pthread_sigmask(SIG_SETMASK, &every, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }

        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(name: name, isUrgent: isUrgent, body: body, finally: finally))
        let result = pthread_create(&thread, &attributes, runNativeThread, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw SystemError(call: "pthread_create", object: "the thread \(name)", errno: result)
        }
    }

    fileprivate static func run(_ pointer: UnsafeMutableRawPointer) {
        let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
        clinux_name_this_thread(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
        let stack = CrashHandler.isInstalled ? SignalStack() : nil
        if start.isUrgent { clinux_set_nice_of_this_thread(-10) }
        start.body?()
        _ = consume stack
        start.body = nil
        start.finally()
    }
}

/// The entry of every thread: a function instead of a closure, so that it belongs to no actor.
private func runNativeThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { NativeThread.run(argument) }
    return nil
}

/// The alternate signal stack of one thread, which makes and releases it itself.
///
/// If a thread's own stack has run out, such as by an endless recursion, the kernel can call a handler only on this
/// one.
struct SignalStack: ~Copyable {
    /// The size, sufficient for our handler and for one that writes a backtrace; untouched pages take no memory.
    private static let byteCount = 256 * 1024

    private let memory: UnsafeMutableRawPointer

    /// Sets the calling thread's stack. The corresponding C function is `sigaltstack`.
    ///
    /// - Returns: nil if memory cannot be allocated.
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
