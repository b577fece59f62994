/// Removes values that identify one machine or device among others of its kind: serial numbers, UUIDs, network
/// addresses, machine ids and secrets.
enum IdentifyingText {
    /// The text in place of a removed value.
    static let placeholder = "(removed)"

    /// Parts of the names of values that identify a machine or a device.
    private static let telling = [
        "serial", "uuid", "guid", "wwn", "wwid", "machine_id", "machine-id", "boot_id", "macaddr", "hostname",
        "password", "passwd", "secret",
        "token", "credential",
    ]
    private static let letters = Set("0123456789abcdef".utf8)

    /// Kernel parameters whose values concern displays, with `_` for `-`, since the kernel accepts either.
    private static let displayParameters: Set = [
        "video", "cma", "fbcon", "console", "vga", "acpi_backlight", "module_blacklist", "modprobe.blacklist",
        "initcall_blacklist",
    ]
    /// Modules whose parameters concern displays.
    private static let displayModules: Set = [
        "amdgpu", "ast", "bochs", "fbcon", "gma500_gfx", "i915", "mgag200", "msm", "nouveau", "nvidia", "qxl", "radeon",
        "simpledrm", "udl", "v3d", "vc4", "video", "virtio_gpu", "vkms", "vmwgfx", "vt", "xe",
    ]

    /// Removes values from a kernel command line: only words that concern displays keep their values.
    ///
    /// Most other values could identify the machine, in forms that cannot be recognized: a host name in the name of a
    /// volume, a file on a server, the address of a network boot server.
    static func removing(_ commandLine: String) -> String {
        var isQuoted = false
        // The kernel also allows spaces between quotes.
        return commandLine.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return !isQuoted && (character == " " || character == "\t")
        }.map(removing(word:)).joined(separator: " ")
    }

    private static func removing(word: Substring) -> String {
        guard let equals = word.firstIndex(of: "=") else {
            // An address begins with a digit.
            let isName = isName(word) && (word.count == 1 || word.first?.isNumber != true)
            return isName ? String(word) : placeholder
        }
        let (name, value) = (word[..<equals].drop { $0 == "\"" }, word[word.index(after: equals)...])
        guard isName(name) else { return placeholder }
        let isKept = value.isEmpty || concernsDisplays(name) && !isTelling(name) && !isIdentifying(value)
        return isKept ? String(word) : "\(name)=\(placeholder)"
    }

    /// Returns whether a word can be the name of a parameter, and identifies nothing.
    private static func isName(_ word: Substring) -> Bool {
        word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) } && !isIdentifying(word)
    }

    private static func concernsDisplays(_ name: Substring) -> Bool {
        let name = String(name.map { $0 == "-" ? "_" : $0 })
        let isOfModule = name.firstIndex(of: ".").map { displayModules.contains(String(name[..<$0])) } ?? false
        return isOfModule || displayParameters.contains(name) || name.hasPrefix("drm") || name.hasPrefix("nvidia_")
            || name.hasPrefix("vc_mem") || name.hasSuffix(".modeset")
    }

    /// Removes the properties of a device whose names say that they identify it, and all properties that repeat such a
    /// value.
    static func removing(_ properties: [String: String]) -> [String: String] {
        let removed = properties.filter { isTelling($0.key) }
        let values = removed.values.filter { $0.utf8.count >= 4 }
        return properties.filter { name, value in
            removed[name] == nil && !isIdentifying(value) && !values.contains { value.contains($0) }
        }
    }

    private static func isTelling(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        return telling.contains { name.contains($0) }
    }

    /// Returns whether a value has a UUID, a network address, or twelve hexadecimal digits in a row that include a
    /// decimal digit.
    private static func isIdentifying(_ value: some StringProtocol) -> Bool {
        let text = Array(value.lowercased().utf8)
        if text.starts(with: "uuid=".utf8) || text.starts(with: "partuuid=".utf8) || text.starts(with: "label=".utf8) {
            return true
        }
        var runs: [(length: Int, hasDigit: Bool, end: UInt8?)] = []
        var run = (length: 0, hasDigit: false)
        for byte in text + [0] {
            if letters.contains(byte) {
                run = (run.length + 1, run.hasDigit || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte))
            } else {
                runs.append((run.length, run.hasDigit, byte))
                run = (0, false)
            }
        }
        if runs.contains(where: { $0.length >= 12 && $0.hasDigit }) { return true }
        // Six pairs with colons, or with dashes as in `BOOTIF`.
        var pairs = 0
        for run in runs {
            pairs = run.length == 2 ? pairs + 1 : 0
            if pairs == 6 { return true }
            if run.end != UInt8(ascii: ":"), run.end != UInt8(ascii: "-") { pairs = 0 }
        }
        return false
    }
}
