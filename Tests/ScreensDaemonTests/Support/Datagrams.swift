import Glibc
import ScreensLinux

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

    /// The next datagram, and whether it brings another descriptor of the same open file.
    func next(bringing descriptor: Int32) -> (text: String, isBrought: Bool)? {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let (count, brought) = bytes.withUnsafeMutableBytes { SocketMessage.receive(into: $0, on: self.descriptor) }
        guard count >= 0 else { return nil }
        defer { for file in brought { close(file) } }
        // Descriptors of the same open file share its position.
        let isBrought = brought.count == 1 && lseek(brought[0], 3, SEEK_SET) == lseek(descriptor, 0, SEEK_CUR)
        return (String(decoding: bytes[..<count], as: UTF8.self), isBrought)
    }

    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
