import Glibc

/// The ways in which a delegate can crash its process.
enum Crash: String {
    case illegalInstruction, breakpoint, segmentationFault, abort, busError, arithmeticError
    case stackOverflow, none

    func happen() {
        switch self {
        // The signal of Swift's own traps.
        case .illegalInstruction: fatalError("the tenth call")
        case .breakpoint: raise(SIGTRAP)
        case .segmentationFault: Self.write(to: UnsafeMutableRawPointer(bitPattern: 4096))
        case .abort: Glibc.abort()
        // Beyond the end of a file that is mapped.
        case .busError: Self.write(to: mmap(nil, 4096, PROT_WRITE, MAP_SHARED, Self.emptyFile(), 0))
        case .arithmeticError: raise(SIGFPE)
        case .stackOverflow: print(Self.descend(1))
        case .none: break
        }
    }

    private static func emptyFile() -> Int32 {
        tmpfile().map(fileno) ?? -1
    }

    private static func write(to address: UnsafeMutableRawPointer?) {
        address?.storeBytes(of: 1, as: UInt8.self)
    }

    @inline(never)
    private static func descend(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { memory in
            memory[depth % 512] = depth
            return descend(depth + 1) + memory[depth % 512]
        }
    }
}
