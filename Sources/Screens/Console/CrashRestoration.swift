import ScreensLinux

/// Restores the former pictures of the cards when this process ends by a trap, in a delegate or elsewhere.
///
/// Use it in programs that run on a machine's own screens. Without it, the screens stay dark or show the last frame as
/// long as another program keeps the card open. The program decides, because a process has only one handler for each
/// signal; ``VideoKit`` by itself installs none.
public enum CrashRestoration {
    /// Handles `SIGILL`, `SIGTRAP`, `SIGSEGV`, `SIGABRT`, `SIGBUS` and `SIGFPE` from now on. Call it before
    /// ``VideoKit/start()``; a second call does nothing. The corresponding C function is `sigaction`.
    ///
    /// The handler makes ioctls that were prepared when each card was taken. It neither allocates nor locks. For each
    /// card it makes an atomic commit of the former state, or the calls `DRM_IOCTL_MODE_SETCRTC`, and
    /// `DRM_IOCTL_DROP_MASTER`; for a ``VirtualTerminal`` it calls `KDSETMODE` and `VT_SETMODE`. Then it passes the
    /// signal on to the handler that was installed before, such as Swift's for backtraces, or to the system. So the
    /// process ends by that signal, with its core file. A signal that was ignored stays ignored.
    ///
    /// A `SIGBUS` in the memory of a buffer means that the kernel has removed that memory, for example with its card.
    /// It is handled and not passed on. The screen then shows its picture from a new buffer, if the card still exists.
    /// Without this handler such a signal ends the process.
    ///
    /// The handler runs on the alternate stack of threads that have one. Threads that call delegates have one from then
    /// on.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/system`` if the system refuses.
    public static func install() throws(ScreenError) {
        try ScreenError.mapping { () throws(SystemError) in try CrashHandler.install() }
    }
}
