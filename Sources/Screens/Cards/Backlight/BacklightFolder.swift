import Glibc
import ScreensLinux

/// The backlights of the machine, and the files by which they are set.
struct BacklightFolder: Sendable {
    /// The longest text of a number or a name in sysfs. A longer text is neither.
    private static let longest = 64
    private static let operation = "set the brightness of"

    /// The path of sysfs.
    private let root: String

    init(root: String = "/sys") {
        self.root = root
    }

    /// The backlight of a screen, or nil.
    private func backlight(of screen: Screen) -> Backlight? {
        let card = String(screen.card.split(separator: "/").last ?? "")
        let cards = SystemFile.names(in: "\(root)/class/drm").filter { $0.hasPrefix("card") && !$0.contains("-") }
        guard cards.contains(card) else { return nil }
        return BacklightChoice(
            connector: SystemFile.realPath("\(root)/class/drm/\(card)-\(screen.name)"),
            card: SystemFile.realPath("\(root)/class/drm/\(card)/device"),
            otherCards: Set(
                cards.filter { $0 != card }.compactMap { SystemFile.realPath("\(root)/class/drm/\($0)/device") }),
            isInternal: screen.role == .internal
        ).best(among: backlights)
    }

    /// The brightness of a screen's backlight, 0 to 1: as measured if the driver can measure it, otherwise as it was
    /// set.
    ///
    /// - Returns: nil if the screen has no backlight, or it cannot be read.
    func brightness(of screen: Screen) -> Double? {
        guard let backlight = backlight(of: screen) else { return nil }
        let folder = folder(of: backlight)
        guard let value = number(folder + "/actual_brightness") ?? number(folder + "/brightness") else { return nil }
        return BacklightLevel.brightness(value, maximum: backlight.maximum)
    }

    /// The backlight of a screen that can be set to a brightness.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument``, ``ScreenError/Code/unsupported``.
    func backlight(for brightness: Double, of screen: Screen) throws(ScreenError) -> Backlight {
        guard (0...1).contains(brightness) else {
            throw ScreenError(
                .invalidArgument, operation: Self.operation, object: "\(screen.name) to \(brightness)",
                remedy: "it must be 0 to 1")
        }
        guard let backlight = backlight(of: screen) else {
            throw ScreenError(
                .unsupported, operation: Self.operation, object: screen.name,
                circumstances: "the kernel has no backlight for it", remedy: "its picture can be dimmed")
        }
        return backlight
    }

    /// - Throws: ``ScreenError`` as ``backlight(for:of:)``, and ``ScreenError/Code/permissionDenied``,
    ///   ``ScreenError/Code/system``.
    func setBrightness(_ brightness: Double, of screen: Screen) throws(ScreenError) {
        let backlight = try backlight(for: brightness, of: screen)
        let file = folder(of: backlight) + "/brightness"
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(errno, file, screen.name) }
        defer { close(descriptor) }
        let text = Array("\(BacklightLevel.value(brightness, maximum: backlight.maximum))\n".utf8)
        guard write(descriptor, text, text.count) == text.count else { throw Self.error(errno, file, screen.name) }
    }

    /// The error for a file that cannot be written.
    static func error(_ errno: Int32, _ file: String, _ object: String) -> ScreenError {
        let isForbidden = [EACCES, EPERM, EROFS].contains(errno)
        return ScreenError(
            isForbidden ? .permissionDenied : .system, operation: operation, object: object, errno: errno,
            remedy: isForbidden
                ? "run as root, or add a udev rule that gives \(file) to one of your groups (mostly `video`)" : nil)
    }

    // MARK: Reading

    private var backlights: [Backlight] {
        SystemFile.names(in: "\(root)/class/backlight").compactMap { name in
            let folder = "\(root)/class/backlight/\(name)"
            guard let kind = text(folder + "/type").flatMap(Backlight.Kind.init),
                let maximum = number(folder + "/max_brightness"), maximum > 0,
                let device = SystemFile.realPath(folder + "/device")
            else { return nil }
            return Backlight(name: name, kind: kind, device: device, maximum: maximum)
        }
    }

    private func folder(of backlight: Backlight) -> String { "\(root)/class/backlight/\(backlight.name)" }

    private func number(_ file: String) -> Int? { text(file).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

    private func text(_ file: String) -> String? {
        guard let bytes = SystemFile.bytes(file, atMost: Self.longest), !bytes.isEmpty, bytes.count < Self.longest
        else {
            return nil
        }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
}
