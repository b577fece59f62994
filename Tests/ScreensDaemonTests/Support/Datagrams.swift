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

    /// The next one, and whether it brings another descriptor of the same open file.
    func next(bringing descriptor: Int32) -> (text: String, isBrought: Bool)? {
        var bytes = [UInt8](repeating: 0, count: 8192)
        var control = [UInt64](repeating: 0, count: 8)
        return bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    let count = recvmsg(self.descriptor, &message, 0)
                    guard count >= 0 else { return nil }
                    let header = control.load(as: cmsghdr.self)
                    let brought = control.load(fromByteOffset: MemoryLayout<cmsghdr>.size, as: Int32.self)
                    let isOne = message.msg_controllen > 0 && header.cmsg_type == Int32(SCM_RIGHTS)
                    defer { if isOne { close(brought) } }
                    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
                    // The position is that of the open file.
                    return (text, isOne && lseek(brought, 3, SEEK_SET) == lseek(descriptor, 0, SEEK_CUR))
                }
            }
        }
    }

    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
