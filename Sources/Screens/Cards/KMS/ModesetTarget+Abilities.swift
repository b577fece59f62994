import KMS

extension ModesetTarget {
    /// The abilities of connector and plane for a picture.
    var abilities: ScanoutPlan.Abilities {
        var abilities = ScanoutPlan.Abilities()
        if let plane {
            abilities.planeOrientations = PlaneRotation.orientations(of: plane)
            abilities.hasPlanes = true
        }
        let properties = connector.properties
        if properties["underscan"]?.choices["on"] != nil, let horizontal = properties["underscan hborder"]?.limits,
            let vertical = properties["underscan vborder"]?.limits
        {
            abilities.underscanLimit = Size(
                width: Int(clamping: horizontal.upperBound), height: Int(clamping: vertical.upperBound))
        }
        let limits = ["left margin", "right margin", "top margin", "bottom margin"].map { properties[$0]?.limits }
        if let left = limits[0], let right = limits[1], let top = limits[2], let bottom = limits[3] {
            abilities.marginLimit = Size(
                width: Int(clamping: min(left.upperBound, right.upperBound)),
                height: Int(clamping: min(top.upperBound, bottom.upperBound)))
        }
        return abilities
    }

    /// How a picture has to lie so that it is upright on a panel that is built in otherwise (`panel orientation`).
    var panelOrientation: Orientation {
        guard let property = connector.properties["panel orientation"] else { return .upright }
        switch property.choices.first(where: { $0.value == property.value })?.key {
        case "Upside Down": return .upsideDown
        case "Left Side Up": return .counterclockwise
        case "Right Side Up": return .clockwise
        default: return .upright
        }
    }
}

extension Plane {
    /// The format to use, where one is wanted: that, or the next best that the plane shows from linear memory.
    func format(wanted: PixelFormat) -> PixelFormat {
        let order = [wanted, .xrgb8888, .argb8888, .xrgb2101010, .rgb565]
        return order.first { linearFormats.contains($0.fourCC) } ?? .xrgb8888
    }
}
