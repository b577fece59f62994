import CInput
import Glibc

/// The input devices of the machine, including devices plugged in later. Used on one thread.
///
/// Root and members of the group `input` may read `/dev/input/event*`. Keys arrive whichever terminal is active, so no
/// key ends the program.
struct InputDevices: ~Copyable {
    private static let folder = "/dev/input"

    private let steering: Steering
    private let changes: Int32
    private var devices: [InputDevice] = []

    init(steering: Steering) {
        self.steering = steering
        changes = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        openNew()
        steer()
    }

    deinit { close(changes) }

    /// Waits for events, and takes them.
    mutating func readNext() {
        var waits = ([changes] + devices.map(\.descriptor)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // At most two seconds without any device, because there is then no folder to watch.
        poll(&waits, nfds_t(waits.count), waits.count > 1 ? -1 : 2000)
        var ignored = [UInt8](repeating: 0, count: 4096)
        if read(changes, &ignored, ignored.count) > 0 || devices.isEmpty { openNew() }
        devices.removeAll { !$0.readEvents() }
        steer()
    }

    private func steer() {
        steering.set(devices.reduce(.zero) { $0 + $1.controls.direction })
    }

    private mutating func openNew() {
        // The watch is repeated each time, because the folder exists only from the first device on. A device may be
        // opened only after udev has changed its attributes.
        inotify_add_watch(changes, Self.folder, UInt32(IN_CREATE | IN_ATTRIB))
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(Self.folder)/event*", 0, nil, &found) == 0 else { return }
        for index in 0..<Int(found.gl_pathc) {
            guard let path = found.gl_pathv[index].map({ String(cString: $0) }),
                !devices.contains(where: { $0.path == path }), let device = InputDevice(path)
            else { continue }
            devices.append(device)
        }
    }
}
