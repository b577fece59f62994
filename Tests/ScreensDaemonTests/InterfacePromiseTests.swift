import Foundation
import ScreensManager
import ScreensVarlink
import Testing

@testable import Screens

/// A later version of the interface keeps the declarations of each former one.
struct InterfacePromiseTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Interface")

    private static func recorded(_ version: Int) -> URL { folder.appending(path: "screens.Manager.\(version).varlink") }

    /// `SCREENS_RECORD_GOLDEN` records the present version. That is right until the version is released.
    @Test func thePresentVersionIsTheRecordedOne() throws {
        let file = Self.recorded(ManagerInterface.version)
        if ProcessInfo.processInfo.environment["SCREENS_RECORD_GOLDEN"] != nil {
            try ManagerInterface.definition.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try Interface(definition: String(contentsOf: file, encoding: .utf8))
        let present = try Interface(definition: ManagerInterface.definition)
        #expect(InterfacePromise(recorded).isBroken(by: present).isEmpty)
        #expect(
            InterfacePromise(present).isBroken(by: recorded).isEmpty,
            "additions need another ManagerInterface.version, or a new record if this version is not released")
    }

    @Test(arguments: 1...ManagerInterface.version)
    func everyVersionIsKept(version: Int) throws {
        let former = try Interface(definition: String(contentsOf: Self.recorded(version), encoding: .utf8))
        let present = try Interface(definition: ManagerInterface.definition)
        #expect(InterfacePromise(former).isBroken(by: present).isEmpty)
    }

    private static let base = """
        interface a.b
        type Kind (one, two)
        type Value (kind: Kind, note: ?string)
        method Get(name: string, depth: ?int) -> (value: Value)
        error Bad (why: string)
        """

    @Test(
        arguments: [
            ("type Kind (one, two)", "type Kind (one, two, three)", true), ("(one, two)", "(one)", false),
            ("note: ?string", "note: ?string, more: int", true), ("note: ?string", "note: ?int", false),
            ("kind: Kind, ", "", false), ("note: ?string", "note: string", true),
            ("depth: ?int", "depth: ?int, also: ?string", true), ("depth: ?int", "depth: ?int, also: string", false),
            ("depth: ?int", "depth: int", false), ("name: string", "name: ?string", true),
            ("(value: Value)", "(value: ?Value)", false), ("(value: Value)", "(value: Value, other: int)", true),
            ("method Get", "method Find", false), ("error Bad (why: string)", "error Bad ()", false),
            ("error Bad", "error Worse (why: string)\nerror Bad", true), ("error Bad (why: string)", "", false),
        ])
    func additionsKeepThePromiseAndNothingElseDoes(old: String, new: String, isKept: Bool) throws {
        let former = try Interface(definition: Self.base)
        let later = try Interface(definition: Self.base.replacing(old, with: new))
        #expect(InterfacePromise(former).isBroken(by: later).isEmpty == isKept)
    }

    /// Text values of the library may get further ones later. The present values are declared.
    @Test(
        arguments: [
            (
                "Dark", "reason",
                [
                    DarkReason.disconnected, .noModes, .noCRTC, .modesetFailed, .notMaster, .sessionInactive, .off,
                    .stalled, .cardLost, .unused,
                ].map(\.rawValue)
            ),
            ("Screen", "status", [ConnectionStatus.connected, .disconnected, .unknown].map(\.rawValue)),
            ("Screen", "role", [ScreenRole.internal, .external].map(\.rawValue)),
            ("Screen", "kind", [ScreenKind.display, .nonDesktop, .writeback].map(\.rawValue)),
            (
                "Layout", "compensation",
                [EffectiveCompensation.none, .underscan, .margins, .plane, .software].map(\.rawValue)
            ),
            ("ScreenStatistics", "pacing", [Pacing.vblank, .timer, .variable].map(\.rawValue)),
            ("ScreenStatistics", "schedule", [FrameSchedule.earliest, .latest].map(\.rawValue)),
            ("ScreenStatistics", "drawingMemory", [DrawingMemory.shadow, .scanout].map(\.rawValue)),
            ("ContentState", "state", ContentDocument.State.allCases.map(\.rawValue)),
        ] as [(String, String, [String])])
    func enumerationsHaveTheWordsOfTheLibrary(type: String, field: String, words: [String]) throws {
        let interface = try Interface(definition: ManagerInterface.definition)
        guard case .structure(let fields)? = interface.type(type),
            case .enumeration(let names)? = fields.first(where: { $0.name == field })?.type
        else { throw MissingEnumeration(type: type, field: field) }
        #expect(Set(names) == Set(words))
    }

    private struct MissingEnumeration: Error {
        let type: String
        let field: String
    }
}
