import EDID
import JSON

/// The parts of DisplayID.
extension EDIDDocument {
    static func displayID(_ section: DisplayIDSection) -> JSONValue {
        .object([
            "block": .number(section.block),
            "version": .text("\(section.version).\(section.revision)"),
            "productType": .number(section.productType),
            "product": .members(of: section.product, product),
            "serialString": .text(section.serialString),
            "parameters": .members(of: section.parameters, parameters),
            "timings": .list(section.listedTimings, timing),
            "tiledTopology": .members(of: section.tiledTopology, topology),
        ])
    }

    private static func product(_ product: ProductIdentification) -> [String: JSONValue] {
        [
            "make": .text(product.make),
            "productCode": .number(product.productCode),
            "serialNumber": .number(product.serialNumber),
            "week": .number(product.week),
            "year": .number(product.year),
            "modelYear": .flag(product.isModelYear),
            "name": .text(product.name),
        ]
    }

    private static func parameters(_ parameters: DisplayParameters) -> [String: JSONValue] {
        // Zero is how a section says that it does not give them.
        [
            "imageSize": millimeters(parameters.imageSize),
            "nativeWidth": .number(parameters.nativeWidth == 0 ? nil : parameters.nativeWidth),
            "nativeHeight": .number(parameters.nativeHeight == 0 ? nil : parameters.nativeHeight),
        ]
    }

    private static func topology(_ tile: TiledTopology) -> [String: JSONValue] {
        [
            "singleEnclosure": .flag(tile.isSingleEnclosure),
            "columns": .number(tile.columns),
            "rows": .number(tile.rows),
            "column": .number(tile.column),
            "row": .number(tile.row),
            "width": .number(tile.width),
            "height": .number(tile.height),
            "make": .text(tile.make),
            "productCode": .number(tile.productCode),
            "serialNumber": .number(tile.serialNumber),
            "behaviorWhenAlone": .number(tile.behaviorWhenAlone),
        ]
    }
}
