import Glibc
import Linux

@testable import ScreensDaemon

/// A socket that receives datagrams.
final class Datagrams {
    private let descriptor: Int32

    init(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        let descriptor = descriptor
        _ = UnixAddress(path).withRaw { bind(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
