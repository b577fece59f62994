import Glibc
import Screens
import TestSupport
import Testing

@testable import ScreensDaemon

/// The files of clients that draw, of which the process can map a limited number.
@Suite struct ClientMappingsTests {
    /// Users whom no other test has.
    private let hostile: UInt32 = 70_001
    private let other: UInt32 = 70_002

    private func buffers(_ count: Int, of user: UInt32) throws -> ClientBuffers {
        let format = try VideoFormat(size: Size(width: 8, height: 4), pixels: .xrgb8888)
        let files = try (0..<count).map { _ in
            ReceivedFile(adopting: try SealedFile.make(byteCount: 128), of: user)
        }
        let places = (0..<count).map { ClientBuffers.Place(file: Int64($0), offset: 0, stride: nil, of: format) }
        return try ClientBuffers(format, VideoPlacement(.fit), places, in: files)
    }

    @Test func aUserWithAsManyFilesAsPossibleKeepsNoOtherFromDrawing() async throws {
        var held: [ClientBuffers] = []
        for _ in 0..<ClientMappings.mostOfUser / 32 { held.append(try buffers(32, of: hostile)) }
        let refused = #expect(throws: ClientBuffers.Problem.self) { try buffers(1, of: hostile) }
        #expect(refused?.message == "this user has 448 files mapped already, the most of one user")
        #expect(refused?.remedy == "pass several buffers in one file")
        #expect(try buffers(32, of: other).count == 32)
        held.removeLast()
        // Mappings end on another thread.
        try await eventually("the places are given back") { (try? buffers(32, of: hostile))?.count == 32 }
    }

    /// A refused call keeps none of its places.
    @Test func theFilesOfARefusedCallDoNotCount() throws {
        let mappings = ClientMappings()
        var shares: [ClientMappings.Share] = []
        for _ in 0..<ClientMappings.mostOfUser { shares.append(try mappings.share(for: hostile)) }
        #expect(throws: ClientMappings.Refusal.user) { _ = try mappings.share(for: hostile) }
        for _ in 0..<ClientMappings.mostOfUser { shares.append(try mappings.share(for: other)) }
        #expect(throws: ClientMappings.Refusal.all) { _ = try mappings.share(for: 0) }
        shares = []
        #expect(throws: Never.self) { _ = try mappings.share(for: hostile) }
    }
}
