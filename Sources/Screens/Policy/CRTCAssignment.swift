import ScreensKMS

/// Assigns CRTCs to connectors so that as many connectors as possible get one.
///
/// This is a maximum bipartite matching by augmenting paths. Running connectors keep their CRTCs, since another modeset
/// would be visible.
package enum CRTCAssignment {
    /// A connector that needs a CRTC.
    package struct Request: Hashable {
        let connector: ConnectorID
        let possibleCRTCs: CRTCMask
        /// The connector's present CRTC, which is kept if possible.
        let current: CRTCIndex?

        package init(connector: ConnectorID, possibleCRTCs: CRTCMask, current: CRTCIndex?) {
            self.connector = connector
            self.possibleCRTCs = possibleCRTCs
            self.current = current
        }
    }

    /// - Parameters:
    ///   - requests: the connectors that need a CRTC, the most important first.
    ///   - taken: the CRTCs of running connectors, which are not available.
    ///   - spared: the CRTCs that are used only if no other one is free.
    /// - Returns: the index of the CRTC by connector. Connectors that get no CRTC are missing.
    package static func assign(
        _ requests: [Request], crtcCount: Int, taken: Set<CRTCIndex>, spared: Set<CRTCIndex> = []
    ) -> [ConnectorID: CRTCIndex] {
        // The indices of the requests, by CRTC.
        var owners: [CRTCIndex: Int] = [:]

        func place(_ request: Int, _ visited: inout Set<CRTCIndex>) -> Bool {
            let possible = requests[request].possibleCRTCs.indexes(below: crtcCount).filter { !taken.contains($0) }
            // First the present CRTC, then a free one, then one that is assigned already and whose connector may take
            // another. A CRTC that is to be spared comes last.
            func rank(_ crtc: CRTCIndex) -> Int {
                crtc == requests[request].current ? 0 : owners[crtc] != nil ? 2 : spared.contains(crtc) ? 3 : 1
            }
            for crtc in possible.sorted(by: { (rank($0), $0) < (rank($1), $1) })
            where visited.insert(crtc).inserted {
                if let other = owners[crtc] {
                    guard place(other, &visited) else { continue }
                }
                owners[crtc] = request
                return true
            }
            return false
        }

        // Connectors with a CRTC come first: they lose it only if another connector could not get any.
        let order = requests.indices.sorted {
            (requests[$0].current == nil ? 1 : 0, $0) < (requests[$1].current == nil ? 1 : 0, $1)
        }
        for request in order {
            var visited: Set<CRTCIndex> = []
            _ = place(request, &visited)
        }
        var assignment: [ConnectorID: CRTCIndex] = [:]
        for (crtc, request) in owners { assignment[requests[request].connector] = crtc }
        return assignment
    }
}
