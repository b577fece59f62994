import EDID

/// The sections of DisplayID.
extension EDIDReport {
    /// One for each block of it that says something.
    var displayIDs: [String] {
        description.displayIDSections.map(text)
    }

    private func text(_ section: DisplayIDSection) -> String {
        var report = ReportSection("DISPLAYID \(section.version).\(section.revision)")
        if let product = section.product {
            report.add("Make", product.make)
            report.add("Product", "0x" + hex(product.productCode, digits: 4))
            report.add("Model", product.name)
            report.add("Number", product.serialNumber.map { String($0) })
            report.add(
                product.isModelYear ? "Model year" : "Made",
                product.year.map { year in product.week.map { "\(year), week \($0)" } ?? String(year) })
        }
        report.add("Serial", section.serialString)
        if let parameters = section.parameters {
            report.add("Size", parameters.imageSize.map(millimeters))
            if parameters.nativeWidth > 0, parameters.nativeHeight > 0 {
                report.add("Native format", "\(parameters.nativeWidth)x\(parameters.nativeHeight)")
            }
        }
        if let tile = section.tiledTopology {
            report.add("Tile", "column \(tile.column + 1) of \(tile.columns), row \(tile.row + 1) of \(tile.rows)")
            report.add("Tile size", "\(tile.width)x\(tile.height)")
            report.add("Tiles of", "\(tile.make) 0x\(hex(tile.productCode, digits: 4)) \(tile.serialNumber)")
            report.add("Tiles are", tile.isSingleEnclosure ? "in one enclosure" : "in several enclosures")
        }
        return report.text
    }
}
