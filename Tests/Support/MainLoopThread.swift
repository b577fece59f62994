import ScreensLinux

extension MainLoop {
    /// The thread that all tests use as the main one. It exists once in a process, for the tests of all modules.
    package static let thread: Void = { _ = DetachedThread.start { MainLoop.run() } }()
}
