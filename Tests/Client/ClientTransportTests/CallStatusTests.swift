import ClientTransport
import TTRPC
import Testing

/// A status says the same whichever transport it came by.
@Suite struct CallStatusTests {
    @Test("Codes have the names that they have in ttrpc")
    func names() {
        for number in -1...18 as ClosedRange<Int32> where number != 0 {
            let code = CallStatus.Code(rawValue: number)
            #expect("\(code)" == "\(StatusCode(rawValue: number))")
        }
        #expect("\(CallStatus(.notFound))" == "NOT_FOUND")
        #expect("\(CallStatus(.notFound, "no"))" == "NOT_FOUND: no")
    }

    @Test("A guarded value is changed by one at a time")
    func guarded() async {
        let count = Guarded(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 { count.withLock { $0 += 1 } }
                }
            }
        }
        #expect(count.withLock { $0 } == 8_000)
    }
}
