import CScreensDRM
import Glibc
import ScreensLinux

extension CardDevice {
    /// Reads the selected pipelines of colours (`COLOR_PIPELINE`, since Linux 6.19) of planes. The corresponding C
    /// functions are `open`, `drmSetClientCap`, `drmModeObjectGetProperties` and `close`.
    ///
    /// The kernel shows the property only to files with `DRM_CLIENT_CAP_PLANE_COLOR_PIPELINE`. It hides
    /// `COLOR_ENCODING` and `COLOR_RANGE` from these, and drivers ignore both in their commits. So another file reads
    /// the property, and the card's file never has the capability. Commits may name the property without it.
    ///
    /// - Returns: an empty list if the driver has no pipelines, if the card's file is not master, since the other file
    ///   would become master then, or if the node may not be opened.
    func colorPipelines(of planes: [PlaneID]) -> [PlaneID: Properties.Entry] {
        guard hasColorPipelines, isMaster,
            let reader = try? OwnedDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK),
            DeviceNumber(of: reader.rawValue) == DeviceNumber(of: descriptor),
            drmSetClientCap(reader.rawValue, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0,
            drmSetClientCap(reader.rawValue, UInt64(CDRM_CLIENT_CAP_PLANE_COLOR_PIPELINE), 1) == 0
        else { return [:] }
        var pipelines: [PlaneID: Properties.Entry] = [:]
        for plane in planes {
            let properties = try? properties(of: plane, kind: .plane, on: reader.rawValue)
            pipelines[plane] = properties?[Plane.colorPipeline]
        }
        return pipelines
    }
}

extension Plane {
    /// The name of the property that selects a pipeline of colours.
    static let colorPipeline = "COLOR_PIPELINE"

    /// Returns the plane with the property that selects its pipeline.
    func with(pipeline: Properties.Entry) -> Plane {
        var properties = properties
        properties.insert(pipeline, as: Self.colorPipeline)
        return with(properties)
    }
}
