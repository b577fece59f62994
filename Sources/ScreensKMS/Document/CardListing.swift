import CScreensDRM
import Glibc
import ScreensJSON

extension CardDevice {
    /// Lists the card in the format of `drm_info -j`, so that ``CardDocument`` can make a snapshot of it on another
    /// machine.
    ///
    /// It only reads: nothing is probed, no mastership is needed, and no framebuffer's memory is mapped. An unreadable
    /// fact is null. The bytes of EDIDs are left out, because they identify displays; the bytes of other blobs are in
    /// `blob_hex`.
    ///
    /// - Throws: ``KMSError`` if the card was removed.
    package func listing() throws(KMSError) -> JSONValue {
        var card: [String: JSONValue] = [
            "device": device, "fb_size": nil, "connectors": [], "encoders": [], "crtcs": [], "planes": [],
        ]
        if let resources = drmModeGetResources(descriptor) {
            defer { drmModeFreeResources(resources) }
            let raw = resources.pointee
            card["fb_size"] = .members([
                ("min_width", raw.min_width), ("max_width", raw.max_width), ("min_height", raw.min_height),
                ("max_height", raw.max_height),
            ])
            card["connectors"] = try list(raw.connectors, raw.count_connectors, listedConnector)
            card["encoders"] = try list(raw.encoders, raw.count_encoders, listedEncoder)
            card["crtcs"] = try list(raw.crtcs, raw.count_crtcs, listedCRTC)
            if let planes = drmModeGetPlaneResources(descriptor) {
                defer { drmModeFreePlaneResources(planes) }
                card["planes"] = try list(planes.pointee.planes, Int32(planes.pointee.count_planes), listedPlane)
            }
        } else if errno != EOPNOTSUPP {
            // A card without displays has no objects; any other failure concerns the card.
            throw error("drmModeGetResources")
        }
        // The driver comes last, because it enables client capabilities, one of which (`STEREO_3D`) adds modes to the
        // lists.
        card["driver"] = try listedDriver()
        return .object(card)
    }

    private func list(
        _ ids: UnsafePointer<UInt32>?, _ count: Int32, _ object: (UInt32) throws(KMSError) -> JSONValue?
    ) throws(KMSError) -> JSONValue {
        var objects: [JSONValue] = []
        guard let ids else { return .array([]) }
        for index in 0..<max(Int(count), 0) {
            // The objects of a dock leave with it.
            if let object = try object(ids[index]) { objects.append(object) }
        }
        return .array(objects)
    }

    // MARK: The driver

    private func listedDriver() throws(KMSError) -> JSONValue {
        guard let pointer = drmGetVersion(descriptor) else { throw error("drmGetVersion") }
        defer { drmFreeVersion(pointer) }
        let version = pointer.pointee
        var kernel = utsname()
        uname(&kernel)
        let clientCapabilities: [String: JSONValue] = [
            "UNIVERSAL_PLANES": .bool(capabilities.hasUniversalPlanes), "ATOMIC": .bool(capabilities.isAtomic),
            "ASPECT_RATIO": .bool(takes(DRM_CLIENT_CAP_ASPECT_RATIO)),
            "WRITEBACK_CONNECTORS": .bool(takes(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS)),
            "STEREO_3D": .bool(takes(DRM_CLIENT_CAP_STEREO_3D)),
        ]
        // Later reads list modes without this capability.
        _ = drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_STEREO_3D), 0)
        return [
            "name": .string(driver), "desc": .string(String(cString: version.desc)),
            "version": [
                "major": .int(Int64(version.version_major)), "minor": .int(Int64(version.version_minor)),
                "patch": .int(Int64(version.version_patchlevel)), "date": .string(String(cString: version.date)),
            ],
            "kernel": [
                "sysname": .string(Self.text(kernel.sysname)), "release": .string(Self.text(kernel.release)),
                "version": .string(Self.text(kernel.version)),
            ],
            "client_caps": .object(clientCapabilities),
            "caps": .object(
                Dictionary(uniqueKeysWithValues: Self.listedCapabilities.map { ($0.name, value($0.number)) })),
        ]
    }

    private func takes(_ capability: Int32) -> Bool { drmSetClientCap(descriptor, UInt64(capability), 1) == 0 }

    private func value(_ capability: Int32) -> JSONValue {
        var value: UInt64 = 0
        return drmGetCap(descriptor, UInt64(capability), &value) == 0 ? .number(value) : .null
    }

    /// The capabilities that `drm_info` prints.
    private static let listedCapabilities: [(name: String, number: Int32)] = [
        ("DUMB_BUFFER", DRM_CAP_DUMB_BUFFER), ("VBLANK_HIGH_CRTC", DRM_CAP_VBLANK_HIGH_CRTC),
        ("DUMB_PREFERRED_DEPTH", DRM_CAP_DUMB_PREFERRED_DEPTH), ("DUMB_PREFER_SHADOW", DRM_CAP_DUMB_PREFER_SHADOW),
        ("PRIME", DRM_CAP_PRIME), ("TIMESTAMP_MONOTONIC", DRM_CAP_TIMESTAMP_MONOTONIC),
        ("ASYNC_PAGE_FLIP", DRM_CAP_ASYNC_PAGE_FLIP), ("CURSOR_WIDTH", DRM_CAP_CURSOR_WIDTH),
        ("CURSOR_HEIGHT", DRM_CAP_CURSOR_HEIGHT), ("ADDFB2_MODIFIERS", DRM_CAP_ADDFB2_MODIFIERS),
        ("PAGE_FLIP_TARGET", DRM_CAP_PAGE_FLIP_TARGET), ("CRTC_IN_VBLANK_EVENT", DRM_CAP_CRTC_IN_VBLANK_EVENT),
        ("SYNCOBJ", DRM_CAP_SYNCOBJ), ("SYNCOBJ_TIMELINE", DRM_CAP_SYNCOBJ_TIMELINE),
    ]

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The bus and, on PCI, the numbers of the product.
    private var device: JSONValue {
        var pointer: drmDevicePtr?
        // The call has no flags, because reading the revision of a PCI device would wake it.
        guard drmGetDevice2(descriptor, 0, &pointer) == 0, let device = pointer else { return nil }
        defer { drmFreeDevice(&pointer) }
        let bus = device.pointee.bustype
        guard bus == DRM_BUS_PCI, let ids = device.pointee.deviceinfo.pci, let place = device.pointee.businfo.pci else {
            return ["bus_type": .number(UInt32(bus)), "device_data": nil]
        }
        return [
            "bus_type": .number(UInt32(bus)),
            "device_data": .members([
                ("vendor", UInt32(ids.pointee.vendor_id)), ("device", UInt32(ids.pointee.device_id)),
                ("subsystem_vendor", UInt32(ids.pointee.subvendor_id)),
                ("subsystem_device", UInt32(ids.pointee.subdevice_id)),
            ]),
            "bus_data": .members([
                ("domain", UInt32(place.pointee.domain)), ("bus", UInt32(place.pointee.bus)),
                ("slot", UInt32(place.pointee.dev)), ("function", UInt32(place.pointee.func)),
            ]),
        ]
    }

    // MARK: The objects

    private func listedConnector(_ id: UInt32) throws(KMSError) -> JSONValue? {
        guard let pointer = drmModeGetConnectorCurrent(descriptor, id) else {
            return try gone("drmModeGetConnectorCurrent")
        }
        defer { drmModeFreeConnector(pointer) }
        let raw = pointer.pointee
        return .members(
            [
                ("id", id), ("type", raw.connector_type), ("status", UInt32(raw.connection.rawValue)),
                ("phy_width", raw.mmWidth), ("phy_height", raw.mmHeight), ("subpixel", UInt32(raw.subpixel.rawValue)),
                ("encoder_id", raw.encoder_id),
            ],
            [
                "encoders": .array((0..<Int(raw.count_encoders)).map { .number(raw.encoders[$0]) }),
                "modes": .array((0..<Int(raw.count_modes)).map { ModeTimings(raw.modes[$0]).listing }),
                "properties": try listedProperties(of: id, kind: .connector),
            ])
    }

    private func listedEncoder(_ id: UInt32) throws(KMSError) -> JSONValue? {
        guard let pointer = drmModeGetEncoder(descriptor, id) else { return try gone("drmModeGetEncoder") }
        defer { drmModeFreeEncoder(pointer) }
        let raw = pointer.pointee
        return .members([
            ("id", id), ("type", raw.encoder_type), ("crtc_id", raw.crtc_id), ("possible_crtcs", raw.possible_crtcs),
            ("possible_clones", raw.possible_clones),
        ])
    }

    private func listedCRTC(_ id: UInt32) throws(KMSError) -> JSONValue? {
        guard let pointer = drmModeGetCrtc(descriptor, id) else { return try gone("drmModeGetCrtc") }
        defer { drmModeFreeCrtc(pointer) }
        let raw = pointer.pointee
        return .members(
            [
                ("id", id), ("fb_id", raw.buffer_id), ("x", raw.x), ("y", raw.y),
                ("gamma_size", UInt32(max(raw.gamma_size, 0))),
            ],
            [
                "mode": raw.mode_valid != 0 ? ModeTimings(raw.mode).listing : nil,
                "properties": try listedProperties(of: id, kind: .crtc),
            ])
    }

    private func listedPlane(_ id: UInt32) throws(KMSError) -> JSONValue? {
        guard let pointer = drmModeGetPlane(descriptor, id) else { return try gone("drmModeGetPlane") }
        defer { drmModeFreePlane(pointer) }
        let raw = pointer.pointee
        return .members(
            [
                ("id", id), ("possible_crtcs", raw.possible_crtcs), ("crtc_id", raw.crtc_id), ("fb_id", raw.fb_id),
                ("crtc_x", raw.crtc_x), ("crtc_y", raw.crtc_y), ("x", raw.x), ("y", raw.y),
                ("gamma_size", raw.gamma_size),
            ],
            [
                "formats": .array((0..<Int(raw.count_formats)).map { .number(raw.formats[$0]) }),
                "fb": listedFramebuffer(raw.fb_id),
                "properties": try listedProperties(of: id, kind: .plane),
            ])
    }

    /// Returns null if there is none, it was removed meanwhile, or the kernel is older than 5.7.
    private func listedFramebuffer(_ id: UInt32) -> JSONValue {
        guard let id = FramebufferID(nonZero: id), let framebuffer = try? ForeignFramebuffer(id, on: self) else {
            return nil
        }
        return ListedFramebuffer(
            id: id, width: framebuffer.width, height: framebuffer.height, format: framebuffer.format,
            modifier: framebuffer.modifier, planes: framebuffer.planes
        ).listing
    }

    /// Returns nil for an object that has left meanwhile.
    private func gone(_ call: String) throws(KMSError) -> JSONValue? {
        guard errno == ENOENT else { throw error(call) }
        return nil
    }

    private func listedProperties(of id: UInt32, kind: ObjectKind) throws(KMSError) -> JSONValue {
        guard let list = drmModeObjectGetProperties(descriptor, id, kind.rawValue) else {
            // A CRTC of a legacy driver may have no properties, which is an error to the kernel.
            return try gone("drmModeObjectGetProperties") ?? nil
        }
        defer { drmModeFreeObjectProperties(list) }
        var properties: [String: JSONValue] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            guard let pointer = drmModeGetProperty(descriptor, list.pointee.props[index]) else {
                throw error("drmModeGetProperty", "property \(list.pointee.props[index])")
            }
            defer { drmModeFreeProperty(pointer) }
            var property = ListedProperty(pointer.pointee, value: list.pointee.prop_values[index])
            if let blob = property.readBlob { property.blob = try self.blob(blob) }
            properties[property.name] = property.listing
        }
        return .object(properties)
    }
}

/// A property of an object in the format of `drm_info -j`.
struct ListedProperty {
    let name: String
    let id: UInt32
    let flags: UInt32
    let value: UInt64
    /// The limits of a range, or the type of an object.
    let values: [UInt64]
    /// The choices of an enumeration or a bit mask, in the kernel's order.
    let choices: [(name: String, value: UInt64)]
    /// The bytes of its blob, if they were read.
    var blob: [UInt8]?

    private static let longestBlob = 1 << 16

    private var type: UInt32 {
        let simple = DRM_MODE_PROP_RANGE | DRM_MODE_PROP_ENUM | DRM_MODE_PROP_BLOB | DRM_MODE_PROP_BITMASK
        return flags & (UInt32(simple) | UInt32(DRM_MODE_PROP_EXTENDED_TYPE))
    }

    /// The blob to read; nil if there is none. EDIDs are not read: they are listed elsewhere, without serials.
    var readBlob: BlobID? {
        guard type == UInt32(DRM_MODE_PROP_BLOB), name != "EDID" else { return nil }
        return UInt32(exactly: value).flatMap(BlobID.init(nonZero:))
    }

    /// The member of the document.
    var listing: JSONValue {
        let isSigned = type == CDRM_MODE_PROP_SIGNED_RANGE
        var property: [String: JSONValue] = [
            "id": .number(id), "flags": .number(flags), "type": .number(type),
            "atomic": .bool(flags & UInt32(DRM_MODE_PROP_ATOMIC) != 0),
            "immutable": .bool(flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0), "raw_value": .number(value),
            "value": isSigned ? .int(Int64(bitPattern: value)) : .number(value), "spec": spec, "data": data,
        ]
        if let blob, blob.count <= Self.longestBlob, !isListedWhole { property["blob_hex"] = .string(blob.hexadecimal) }
        return .object(property)
    }

    private var spec: JSONValue {
        switch type {
        case UInt32(DRM_MODE_PROP_RANGE) where values.count >= 2:
            ["min": .number(values[0]), "max": .number(values[1])]
        case CDRM_MODE_PROP_SIGNED_RANGE where values.count >= 2:
            ["min": .int(Int64(bitPattern: values[0])), "max": .int(Int64(bitPattern: values[1]))]
        case UInt32(DRM_MODE_PROP_ENUM), UInt32(DRM_MODE_PROP_BITMASK):
            .array(choices.map { ["name": .string($0.name), "value": .number($0.value)] })
        case CDRM_MODE_PROP_OBJECT: values.first.map { .number($0) } ?? nil
        default: nil
        }
    }

    /// Whether ``data`` contains everything of the blob.
    private var isListedWhole: Bool { name == "IN_FORMATS" || name == "WRITEBACK_PIXEL_FORMATS" }

    private var data: JSONValue {
        if type == UInt32(DRM_MODE_PROP_RANGE), name.hasPrefix("SRC_") { return .number(value >> 16) }
        guard let blob else { return nil }
        switch name {
        case "IN_FORMATS":
            guard let list = FormatList(blob) else { return nil }
            return .array(
                list.modifiers.map { modifier, formats in
                    ["modifier": .number(modifier), "formats": .array(formats.map { .number($0) })]
                })
        case "WRITEBACK_PIXEL_FORMATS":
            return .array(
                stride(from: 0, to: blob.count - 3, by: 4).map { offset in
                    .number(blob.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) })
                })
        case "MODE_ID": return ModeTimings(kernelBytes: blob)?.listing ?? nil
        case "PATH": return .string(String(decoding: blob.prefix { $0 != 0 }, as: UTF8.self))
        default: return nil
        }
    }
}

/// A framebuffer in the form of a document.
struct ListedFramebuffer {
    let id: FramebufferID
    let width: Int
    let height: Int
    /// `DRM_FORMAT_*`.
    let format: UInt32
    /// `DRM_FORMAT_MOD_*`; nil if the driver does not report it.
    let modifier: UInt64?
    let planes: [(offset: UInt32, pitch: UInt32)]

    /// The member `fb` of the document.
    var listing: JSONValue {
        var members: [String: JSONValue] = [
            "id": .number(id.rawValue), "width": .int(Int64(width)), "height": .int(Int64(height)),
            "format": .number(format),
            "planes": .array(planes.map { ["offset": .number($0.offset), "pitch": .number($0.pitch)] }),
        ]
        // A missing modifier is left out, as in `drm_info`.
        if let modifier { members["modifier"] = .number(modifier) }
        return .object(members)
    }
}

extension ListedProperty {
    fileprivate init(_ property: drmModePropertyRes, value: UInt64) {
        func text<Characters>(_ characters: Characters) -> String {
            withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        name = text(property.name)
        id = property.prop_id
        flags = property.flags
        self.value = value
        values = (0..<max(Int(property.count_values), 0)).map { property.values[$0] }
        choices = (0..<max(Int(property.count_enums), 0)).map {
            (text(property.enums[$0].name), property.enums[$0].value)
        }
    }
}

extension ModeTimings {
    /// The mode in the format of `drm_info -j`.
    var listing: JSONValue {
        .members(
            [
                ("clock", clock), ("hdisplay", UInt32(hdisplay)), ("hsync_start", UInt32(hsyncStart)),
                ("hsync_end", UInt32(hsyncEnd)), ("htotal", UInt32(htotal)), ("hskew", UInt32(hskew)),
                ("vdisplay", UInt32(vdisplay)), ("vsync_start", UInt32(vsyncStart)), ("vsync_end", UInt32(vsyncEnd)),
                ("vtotal", UInt32(vtotal)), ("vscan", UInt32(vscan)), ("vrefresh", vrefresh), ("flags", flags),
                ("type", type),
            ], ["name": .string(name)])
    }
}

extension JSONValue {
    fileprivate static func number(_ number: some FixedWidthInteger & UnsignedInteger) -> JSONValue {
        JSONValue(exactly: number) ?? .null
    }

    fileprivate static func members(
        _ numbers: [(name: String, value: UInt32)], _ others: [String: JSONValue] = [:]
    ) -> JSONValue {
        .object(others.merging(numbers.map { ($0.name, .number($0.value)) }) { $1 })
    }
}
