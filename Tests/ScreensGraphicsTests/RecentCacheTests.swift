import Testing

@testable import ScreensGraphics

@Suite struct RecentCacheTests {
    @Test func aGenerationHasTheLimitAndTwoAreKept() {
        var cache = RecentCache<Int, Int>(limit: 10)
        for key in 0..<30 { cache.insert(key * key, for: key, weight: 1) }
        #expect((0..<10).allSatisfy { cache.value(for: $0) == nil })
        #expect((20..<30).allSatisfy { cache.value(for: $0) == $0 * $0 })
        #expect((10..<20).filter { cache.value(for: $0) != nil }.count >= 1)
    }

    @Test func aValueThatIsUsedStays() {
        var cache = RecentCache<Int, Int>(limit: 10)
        cache.insert(7, for: -1, weight: 1)
        for key in 0..<1000 {
            cache.insert(key, for: key, weight: 1)
            #expect(cache.value(for: -1) == 7)
        }
    }

    @Test func aValueThatIsHeavierThanTheLimitIsKeptUntilTheNext() {
        var cache = RecentCache<Int, Int>(limit: 10)
        cache.insert(1, for: 1, weight: 100)
        #expect(cache.value(for: 1) == 1)
        cache.insert(2, for: 2, weight: 100)
        cache.insert(3, for: 3, weight: 100)
        #expect(cache.value(for: 1) == nil)
        #expect(cache.value(for: 3) == 3)
        cache.removeAll()
        #expect(cache.value(for: 3) == nil)
    }
}
