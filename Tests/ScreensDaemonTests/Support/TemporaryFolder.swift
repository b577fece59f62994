import Glibc

/// A temporary folder for one test, removed with its content.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/screensd-test-XXXXXX".utf8CString)
        mkdtemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // `unlink` fails for a folder.
            if name != ".", name != "..", unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        }
        closedir(folder)
        rmdir(path)
    }

    static func / (folder: TemporaryFolder, name: String) -> String { "\(folder.path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) {
        let descriptor = open(self / name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }
}
