import Testing

@testable import LMDB

@Suite("Watched maps")
struct WatchedMapTests {
    /// The listing of a process with two stores, on volumes that number their files alike.
    private static let listing = """
        5600-5700 r-xp 00000000 08:01 77                         /usr/bin/notelet-server
        7000-7100 rw-s 00000000 08:01 42                         /srv/one/data/data.mdb
        7200-7300 rw-s 00000000 08:11 42                         /srv/two words/data/data.mdb
        7400-7500 rw-s 00000000 08:01 42                         /srv/one/other
        7600-7700 r-xp 00000000 08:01 78                         /usr/lib/liblmdb.so.0.0.0
        7800-7900 rw-p 00000000 00:00 0
        """

    private static var regions: [WatchedMap.Region] {
        listing.split(separator: "\n").compactMap(WatchedMap.Region.init)
    }

    private func start(
        of number: UInt64,
        at path: String,
        besides taken: Set<UInt> = []
    ) -> UInt? {
        WatchedMap.region(of: number, at: path, among: Self.regions, isTaken: taken.contains)?.start
    }

    @Test("A map is found by the number of its file and its path")
    func fileAndPath() {
        #expect(start(of: 42, at: "/srv/one/data/data.mdb") == 0x7000)
        #expect(start(of: 42, at: "/srv/two words/data/data.mdb") == 0x7200)
        #expect(start(of: 43, at: "/srv/one/data/data.mdb") == nil)
        #expect(start(of: 77, at: "/usr/bin/notelet-server") == nil)
        #expect(Self.regions.filter(\.isCode).map(\.start) == [0x7600])
        #expect(Self.regions.count == 5)
    }

    @Test("Where the listing has another path, it is a map that no other store has")
    func otherPath() {
        #expect(start(of: 42, at: "/lower/data/data.mdb") == 0x7000)
        #expect(start(of: 42, at: "/lower/data/data.mdb", besides: [0x7000]) == 0x7200)
        #expect(start(of: 42, at: "/srv/one/data/data.mdb", besides: [0x7000]) == 0x7200)
        #expect(start(of: 42, at: "/lower/data/data.mdb", besides: [0x7000, 0x7200]) == nil)
    }
}
