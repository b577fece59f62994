import Glibc

/// The backlights of the machine, and the files by which they are set.
struct BacklightFolder: Sendable {
    /// Numbers and names in sysfs are short; a longer text is not one of them.
    private static let longest = 64

    /// Where sysfs is.
    private let root: String

    init(root: String = "/sys") {
        self.root = root
    }

    /// The one that lights a screen, or nil.
    func backlight(of screen: Screen) -> Backlight? {
        let card = String(screen.card.split(separator: "/").last ?? "")
        let cards = names(in: "\(root)/class/drm").filter { $0.hasPrefix("card") && !$0.contains("-") }
        guard cards.contains(card) else { return nil }
        return BacklightChoice(
            connector: path("\(root)/class/drm/\(card)-\(screen.name)"), card: path("\(root)/class/drm/\(card)/device"),
            otherCards: Set(cards.filter { $0 != card }.compactMap { path("\(root)/class/drm/\($0)/device") }),
            isInternal: screen.role == .internal
        ).best(among: backlights)
    }

    /// How bright it is, 0 to 1: as it was found out where that can be, else as it was set.
    func brightness(of backlight: Backlight) -> Double? {
        let folder = folder(of: backlight)
        guard let value = number(folder + "/actual_brightness") ?? number(folder + "/brightness") else { return nil }
        return BacklightLevel.brightness(value, maximum: backlight.maximum)
    }

    /// - Parameter object: what the screen is called in errors.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/permissionDenied``, ``ScreenError/Code/system``.
    func setBrightness(_ brightness: Double, of backlight: Backlight, object: String) throws(ScreenError) {
        let file = folder(of: backlight) + "/brightness"
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(errno, file, object) }
        defer { close(descriptor) }
        let text = Array("\(BacklightLevel.value(brightness, maximum: backlight.maximum))\n".utf8)
        guard write(descriptor, text, text.count) == text.count else { throw Self.error(errno, file, object) }
    }

    /// The error for a file that cannot be written.
    static func error(_ errno: Int32, _ file: String, _ object: String) -> ScreenError {
        let isForbidden = [EACCES, EPERM, EROFS].contains(errno)
        return ScreenError(
            isForbidden ? .permissionDenied : .system, operation: "set the brightness of", object: object, errno: errno,
            remedy: isForbidden
                ? "run as root, or add a udev rule that gives \(file) to one of your groups (mostly `video`)" : nil)
    }

    // MARK: Reading

    private var backlights: [Backlight] {
        names(in: "\(root)/class/backlight").compactMap { name in
            let folder = "\(root)/class/backlight/\(name)"
            guard let kind = text(folder + "/type").flatMap(Backlight.Kind.init),
                let maximum = number(folder + "/max_brightness"), maximum > 0, let device = path(folder + "/device")
            else { return nil }
            return Backlight(name: name, kind: kind, device: device, maximum: maximum)
        }
    }

    private func folder(of backlight: Backlight) -> String { "\(root)/class/backlight/\(backlight.name)" }

    /// The names in a folder, in order.
    private func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Where a link leads to in the end.
    private func path(_ link: String) -> String? {
        guard let resolved = realpath(link, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func number(_ file: String) -> Int? { text(file).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

    private func text(_ file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        let line = bytes.prefix(count).prefix { $0 != 0x0A }
        return String(decoding: line, as: UTF8.self)
    }
}
