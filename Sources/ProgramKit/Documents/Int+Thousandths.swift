extension Int {
    /// Thousandths as a decimal: `59940` as `59.940`.
    package var thousandths: String {
        let fraction = String(magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(self < 0 ? "-" : "")\(magnitude / 1000).\(padding)\(fraction)"
    }
}
