import KMS

/// Assigns CRTCs to connectors so that as many connectors as possible get one.
///
/// This is a maximum bipartite matching by augmenting paths. Running connectors keep their CRTCs: another modeset would
/// be visible.
package enum CRTCAssignment {
    /// A connector that needs a CRTC.
    package struct Request: Hashable {
        let connector: ConnectorID
        /// Bit N stands for the N-th CRTC of the card.
        let possibleCRTCs: UInt32
        /// The connector's present CRTC, which is kept if possible.
        let current: Int?

        package init(connector: ConnectorID, possibleCRTCs: UInt32, current: Int?) {
            self.connector = connector
            self.possibleCRTCs = possibleCRTCs
            self.current = current
        }
    }

    /// - Parameters:
    ///   - requests: the connectors that need a CRTC, the most important first.
    ///   - taken: the CRTCs of running connectors, which are not available.
    ///   - spared: the CRTCs that are used only where no other one is free.
    /// - Returns: the index of the CRTC by connector. A connector without a CRTC is missing.
    package static func assign(
        _ requests: [Request], crtcCount: Int, taken: Set<Int>, spared: Set<Int> = []
    ) -> [ConnectorID: Int] {
        var owner = [Int?](repeating: nil, count: crtcCount)

        func place(_ request: Int, _ visited: inout Set<Int>) -> Bool {
            let possible = (0..<crtcCount).filter {
                !taken.contains($0) && requests[request].possibleCRTCs & (1 << UInt32($0)) != 0
            }
            // The present one first, then a free one, then one that is assigned already, whose connector may take another.
            // One that is to be spared comes last.
            func rank(_ crtc: Int) -> Int {
                crtc == requests[request].current ? 0 : owner[crtc] != nil ? 2 : spared.contains(crtc) ? 3 : 1
            }
            for crtc in possible.sorted(by: { (rank($0), $0) < (rank($1), $1) })
            where visited.insert(crtc).inserted {
                if let other = owner[crtc] {
                    guard place(other, &visited) else { continue }
                }
                owner[crtc] = request
                return true
            }
            return false
        }

        // Connectors with a CRTC come first: they lose it only if another one could not get any.
        let order = requests.indices.sorted {
            (requests[$0].current == nil ? 1 : 0, $0) < (requests[$1].current == nil ? 1 : 0, $1)
        }
        for request in order {
            var visited: Set<Int> = []
            _ = place(request, &visited)
        }
        var assignment: [ConnectorID: Int] = [:]
        for (crtc, request) in owner.enumerated() {
            if let request { assignment[requests[request].connector] = crtc }
        }
        return assignment
    }
}
