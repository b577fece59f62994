import ArgumentParser
import Screens

// Values of the library on the command line, under the library's own names.

extension ModePolicy: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension FrameSchedule: ExpressibleByArgument {
    public init?(argument: String) {
        guard let schedule = Self.all.first(where: { $0.rawValue == argument }) else { return nil }
        self = schedule
    }

    public static var allValueStrings: [String] { all.map(\.rawValue) }

    private static let all: [FrameSchedule] = [.earliest, .latest]
}

extension DrawingMemory: ExpressibleByArgument {
    public init?(argument: String) {
        guard let memory = Self.all.first(where: { $0.rawValue == argument }) else { return nil }
        self = memory
    }

    public static var allValueStrings: [String] { all.map(\.rawValue) }

    private static let all: [DrawingMemory] = [.automatic, .shadow, .scanout]
}

extension Color: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Overscan: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension OverscanCompensation: ExpressibleByArgument {
    public init?(argument: String) {
        guard let way = Self.all.first(where: { $0.rawValue == argument }) else { return nil }
        self = way
    }

    public static var allValueStrings: [String] { all.map(\.rawValue) }

    public var defaultValueDescription: String { rawValue }
}

extension PixelFormat: ExpressibleByArgument {
    public init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }

    public var defaultValueDescription: String { name }
}

extension ContentMode: ExpressibleByArgument {
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = mode
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }
}
