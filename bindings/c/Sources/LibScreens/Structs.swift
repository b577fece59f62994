import CScreens
import Screens

/// A struct of screens.h that begins with its size.
protocol SizedStruct {
    /// The name of the struct, for errors.
    static var structName: String { get }
    /// The size of the struct in version 1.0, the smallest that a program can have.
    static var firstSize: Int { get }
}

extension screens_event: SizedStruct {
    static var structName: String { "screens_event" }
    static var firstSize: Int { Int(CSCREENS_EVENT_SIZE_1_0) }
}

extension screens_options: SizedStruct {
    static var structName: String { "screens_options" }
    static var firstSize: Int { Int(CSCREENS_OPTIONS_SIZE_1_0) }
}

extension screens_screen: SizedStruct {
    static var structName: String { "screens_screen" }
    static var firstSize: Int { Int(CSCREENS_SCREEN_SIZE_1_0) }
}

extension screens_mode: SizedStruct {
    static var structName: String { "screens_mode" }
    static var firstSize: Int { Int(CSCREENS_MODE_SIZE_1_0) }
}

extension screens_settings: SizedStruct {
    static var structName: String { "screens_settings" }
    static var firstSize: Int { Int(CSCREENS_SETTINGS_SIZE_1_0) }
}

extension screens_statistics: SizedStruct {
    static var structName: String { "screens_statistics" }
    static var firstSize: Int { Int(CSCREENS_STATISTICS_SIZE_1_0) }
}

extension screens_layer: SizedStruct {
    static var structName: String { "screens_layer" }
    static var firstSize: Int { Int(CSCREENS_LAYER_SIZE_1_0) }
}

/// Reads a struct of a program that may know fewer or more of its members than this library.
enum StructReader {
    /// - Parameter zero: the value of members that the program does not know.
    /// - Throws: ``ScreenError`` for NULL, a struct without its size, and members that this library does not know.
    static func read<Value: SizedStruct & BitwiseCopyable>(
        _ pointer: UnsafePointer<Value>?, _ zero: Value
    ) throws(ScreenError) -> Value {
        let size = try StructSize.check(UnsafeRawPointer(pointer), Value.self)
        let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
        let known = min(size, MemoryLayout<Value>.stride)
        guard bytes[known...].allSatisfy({ $0 == 0 }) else {
            throw ScreenError(
                .unsupported, operation: "read", object: "all of a \(Value.structName)",
                remedy: "the program uses members that this version of libscreens does not have")
        }
        var value = zero
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes[..<known]) }
        return value
    }
}

/// Writes a struct into the memory of a program, as far as the program knows its members; the others are zero.
struct StructWriter<Value: SizedStruct & BitwiseCopyable> {
    private let target: UnsafeMutableRawBufferPointer

    /// - Throws: ``ScreenError`` for NULL or a struct without its size.
    init(_ pointer: UnsafeMutablePointer<Value>?) throws(ScreenError) {
        let size = try StructSize.check(UnsafeRawPointer(pointer), Value.self)
        target = UnsafeMutableRawBufferPointer(start: pointer, count: size)
    }

    func write(_ value: Value) { Self.write(value, to: target) }

    /// Writes as many elements as fit into the memory; the first one states the size of each.
    static func write(
        _ values: [Value], to list: UnsafeMutablePointer<Value>?, _ count: Int
    ) throws(ScreenError) {
        guard count > 0 else { return }
        let size = try StructSize.check(UnsafeRawPointer(list), Value.self)
        guard let start = UnsafeMutableRawPointer(list) else { return }
        for (place, value) in values.prefix(count).enumerated() {
            write(value, to: UnsafeMutableRawBufferPointer(start: start + place * size, count: size))
        }
    }

    private static func write(_ value: Value, to target: UnsafeMutableRawBufferPointer) {
        withUnsafeBytes(of: value) { source in
            let known = min(source.count, target.count)
            target.copyBytes(from: source[..<known])
            for place in known..<target.count { target[place] = 0 }
        }
        // The program's size stays.
        target.storeBytes(of: target.count, as: Int.self)
    }
}

private enum StructSize {
    /// The largest plausible size: a larger one is memory that was not set.
    private static let limit = 1 << 16

    static func check<Value: SizedStruct>(_ pointer: UnsafeRawPointer?, _: Value.Type) throws(ScreenError) -> Int {
        let name = Value.structName
        guard let pointer else {
            throw ScreenError(.invalidArgument, operation: "use", object: "a \(name) that is NULL")
        }
        let size = pointer.loadUnaligned(as: Int.self)
        guard (Value.firstSize...limit).contains(size) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "a \(name) of \(size) bytes",
                remedy: "begin it with its size: \(name) value = { .size = sizeof value };")
        }
        return size
    }
}
