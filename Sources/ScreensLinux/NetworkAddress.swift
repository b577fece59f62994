import Glibc

/// The address of this machine.
package enum NetworkAddress {
    /// The first address of an interface that is up, has a carrier and is not the loopback: of IPv4, otherwise of IPv6,
    /// but no link-local one; nil without any. It may block. The corresponding C functions are `getifaddrs` and
    /// `getnameinfo`.
    package static var first: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var other: String?
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = entry.ifa_flags
            guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_RUNNING) != 0,
                flags & UInt32(IFF_LOOPBACK) == 0,
                let address = entry.ifa_addr
            else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                if let text = text(of: address, MemoryLayout<sockaddr_in>.size) { return text }
            case AF_INET6:
                let text = text(of: address, MemoryLayout<sockaddr_in6>.size)
                if other == nil, let text, !text.hasPrefix("fe80") { other = text }
            default: break
            }
        }
        return other
    }

    private static func text(of address: UnsafePointer<sockaddr>, _ size: Int) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { name in
            guard let start = name.baseAddress,
                getnameinfo(address, socklen_t(size), start, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
            else { return nil }
            return String(cString: start)
        }
    }
}
