import Glibc
import ScreensLinux

/// The devices on the PCI bus that each of the kernel's modules is made for.
struct ModuleAliases: Sendable {
    private struct Alias: Sendable {
        /// A pattern of the shell, such as `pci:v000015ADd00000405sv*sd*bc*sc*i*`.
        let pattern: String
        let module: String
    }

    /// The size of the larger file is 1 to 2 MB.
    private static let largestFile = 1 << 24

    private let aliases: [Alias]

    /// - Parameters:
    ///   - loadable: the text of `modules.alias`, with lines such as `alias PATTERN MODULE`.
    ///   - builtIn: the text of `modules.builtin.modinfo`, with entries such as `MODULE.alias=PATTERN`.
    init(loadable: String, builtIn: String) {
        let ofFiles = loadable.split(separator: "\n").compactMap { line -> Alias? in
            guard line.hasPrefix("alias pci:") else { return nil }
            let words = line.split(separator: " ")
            guard words.count == 3 else { return nil }
            return Alias(pattern: String(words[1]), module: String(words[2]))
        }
        let ofKernel = builtIn.split(separator: "\0").compactMap { entry -> Alias? in
            guard let dot = entry.firstIndex(of: ".") else { return nil }
            let word = entry[entry.index(after: dot)...]
            guard word.hasPrefix("alias=pci:") else { return nil }
            return Alias(pattern: String(word.dropFirst("alias=".count)), module: String(entry[..<dot]))
        }
        aliases = ofFiles + ofKernel
    }

    /// Reads the files of a release of the kernel. Without them there are no aliases.
    init(ofKernel release: String) {
        func text(_ name: String) -> String {
            let bytes = SystemFile.bytes("/lib/modules/\(release)/\(name)", atMost: Self.largestFile)
            return String(decoding: bytes ?? [], as: UTF8.self)
        }
        self.init(loadable: text("modules.alias"), builtIn: text("modules.builtin.modinfo"))
    }

    /// Returns the sorted modules that are made for a device.
    ///
    /// - Parameter device: the text of its file `modalias` in sysfs.
    func modules(for device: String) -> [String] {
        Set(aliases.filter { fnmatch($0.pattern, device, 0) == 0 }.map(\.module)).sorted()
    }
}
