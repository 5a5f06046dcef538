import OperatingSystem
import Testing

@Suite("Core dumps")
struct CoreDumpTests {
    @Test("Once forbidden, the system knows")
    func forbidden() async {
        await #expect(processExitsWith: .success) {
            #expect(!CoreDumps.areForbidden)
            CoreDumps.forbid()
            #expect(CoreDumps.areForbidden)
        }
    }
}
