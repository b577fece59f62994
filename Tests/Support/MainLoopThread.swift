import ScreensLinux

extension MainLoop {
    /// The thread that is the main one of all tests: it exists once in a process, whichever modules have tests that use it.
    package static let thread: Void = { _ = DetachedThread.start { MainLoop.run() } }()
}
