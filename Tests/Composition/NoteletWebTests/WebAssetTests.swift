import Compression
import Foundation
import Testing

@testable import NoteletWeb

@Suite("Scripts and styles")
struct WebAssetTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Sources/Composition/NoteletWeb/Assets/Files")

    @Test("All files of the folder come with the program, as they are")
    func filesAreEmbedded() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let embedded = [String: [UInt8]].embedded
        #expect(Set(embedded.keys) == Set(names))
        for (name, bytes) in embedded {
            #expect(try Data(contentsOf: Self.folder.appending(path: name)) == Data(bytes))
        }
    }

    @Test("What a browser loads is below 60 KiB")
    func filesAreSmall() {
        #expect(WebAssets(.ofPeople).compressedByteCount < 60 << 10)
        #expect(WebAssets(.ofOperators).compressedByteCount < 2 * (60 << 10))
    }

    @Test("Nothing of the operators' page is among the files for people")
    func operatorsAreApart() {
        #expect([String: [UInt8]].ofPeople.keys.allSatisfy { !$0.contains("operator") })
        #expect([String: [UInt8]].ofOperators["operator.html"] != nil)
    }

    @Test("No file reaches out to others, or has what the content policy forbids")
    func filesAreAlone() {
        for (name, bytes) in [String: [UInt8]].embedded {
            let text = String(decoding: bytes, as: UTF8.self)
            for word in [
                "innerHTML", "eval(", "localStorage", "sessionStorage", "indexedDB", "@import",
            ] {
                #expect(!text.contains(word), "\(name) has \(word)")
            }
            let addresses = text.matches(of: /https?:\/\/[^ '"]+/).map { String($0.output) }
            #expect(addresses.allSatisfy { $0.hasPrefix("http://www.w3.org/") }, "\(name)")
        }
    }

    @Test("A link becomes a code, and what is too long none")
    func codesAreDrawn() throws {
        let code = try #require(QRCode("https://example.com/receive/q83vEjRWeJq83v8SNFZ4mg"))
        #expect(code.svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "))
        // The three corners by which a camera finds it begin four modules from the edge.
        #expect(code.svg.contains("M4 4h1v1h-1z") && !code.svg.contains("M3 "))
        #expect(QRCode(String(repeating: "a", count: 4_000)) == nil)
        #expect(QRCode("") == nil)
    }
}
