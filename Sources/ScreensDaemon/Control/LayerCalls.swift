import Screens
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The calls of clients that draw layers: `Draw` with a layer, `PlaceLayer` and `RemoveLayer`.
@MainLoop
final class LayerCalls {
    private let records: ScreenRecords

    init(_ records: ScreenRecords) {
        self.records = records
    }

    /// The layer of a connection with a name.
    func layer(_ name: String, of client: UInt64) throws(DrawRefusal) -> ClientLayer {
        guard let layer = records.layer(name, of: client) else { throw .noLayer(name) }
        return layer
    }

    /// Adds a layer to a screen, or gives a layer of the connection other buffers and another place.
    func draw(
        _ request: ClientLayer.Request, on record: ScreenRecord, by owner: ClientLayer.Owner
    ) async throws(DrawRefusal) -> ClientSurface.Outcome {
        if let own = records.layer(request.name, of: owner.client) {
            guard own.isOn(record) else { throw .layerElsewhere(request.name) }
            try own.use(request)
            let isDark = record.screen.layout == nil
            return try await own.stream.refresh(of: isDark ? nil : request.placement.rectangle.size)
        }
        try record.layers.checkRoom(for: request.name, of: owner.user)
        let former = record.layers.lingering(request.name, of: owner.user)
        let layer = try ClientLayer(request, on: record, by: owner, after: former, in: records.environment)
        record.layers.add(layer)
        return try await layer.stream.nextRefresh()
    }

    /// Moves a layer. Its motion stays, and so do its order and its opacity unless others are given.
    func place(_ call: Call, of caller: Caller) throws(VarlinkError) -> Reply {
        let arguments = FrameArguments(call, of: caller)
        let read = try arguments.layer { records.layer($0, of: caller.connection)?.placement }
        guard let (name, placement, motion) = read else {
            throw ManagerError.invalidValue("layer", "is missing")
        }
        do throws(DrawRefusal) {
            let layer = try layer(name, of: caller.connection)
            guard motion == nil || motion == layer.motion else { throw .otherKind(name) }
            try layer.place(placement)
        } catch {
            throw ManagerError.of(error, on: "the screen")
        }
        return Reply()
    }

    /// Removes a layer.
    func remove(_ call: Call, of caller: Caller) throws(VarlinkError) -> Reply {
        let name = FrameArguments(call, of: caller).layerName ?? ""
        do throws(DrawRefusal) {
            try layer(name, of: caller.connection).remove()
        } catch {
            throw ManagerError.of(error, on: "the screen")
        }
        return Reply()
    }
}
