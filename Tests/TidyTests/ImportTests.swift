import Testing

@Suite("Imports")
struct ImportTests {
    let sources = Repository.current.swiftFiles.filter { !$0.path.hasPrefix("Tests/") }

    @Test("Each module imports only what its row in importRules names")
    func importsAreAllowed() {
        var violations: [Violation] = []
        for file in sources {
            guard let rule = importRule(for: file) else {
                violations.append(
                    file.violation(line: 0, "module '\(file.module)' has no row in importRules")
                )
                continue
            }
            for item in imports(of: file) where !rule.allowed.contains(item.module) {
                violations.append(
                    file.violation(line: item.line, "\(rule.folder) must not import \(item.module)")
                )
            }
        }
        expectNone(violations)
    }

    @Test("Rules reach nothing but values, texts, points, and rules of features below")
    func rulesReachNoPlatform() {
        let pure: Set<String> = ["Domain", "Geodesy", "TextFolding", "TextForms"]
        for feature in Feature.all {
            let below = Set(feature.below.map(\.rules))
            let found = sources.filter { $0.module == feature.rules }
            #expect(!found.isEmpty, "\(feature.rules) has no file")
            for item in found.flatMap(imports) {
                #expect(pure.union(below).contains(item.module), "\(feature.rules)")
            }
        }
    }

    @Test("A service knows no other service")
    func servicesKnowNoOther() {
        let services = Set(Feature.all.map(\.service))
        let found = sources.filter { services.contains($0.module) }
        #expect(Set(found.map(\.module)) == services)
        for file in found {
            let others = imports(of: file).map(\.module).filter(services.contains)
            #expect(others.isEmpty, "\(file.path)")
        }
    }

    @Test("The modules import each other without a circle")
    func importsHaveNoCircle() {
        var graph: [String: Set<String>] = [:]
        for file in sources {
            graph[file.module, default: []].formUnion(imports(of: file).map(\.module))
        }
        let found = circle(in: graph)
        #expect(found == nil, "\(found?.joined(separator: " -> ") ?? "")")
    }

    @Test("No room knows a later one")
    func roomsKnowEarlierOnes() {
        let rooms = [String: Room](
            sources.compactMap { file in file.standing.map { (file.module, $0) } }
        ) {
            room,
            _ in room
        }
        var violations: [Violation] = []
        for file in sources {
            guard let room = file.standing else { continue }
            for item in imports(of: file) {
                guard let other = rooms[item.module], other > room else { continue }
                violations.append(
                    file.violation(line: item.line, "\(room.rawValue) come before \(item.module)")
                )
            }
        }
        expectNone(violations)
    }

    /// A warm build gets by without, since the module lies there already; the first one does not.
    @Test("Each target depends on what its files import")
    func importsAreBuiltBefore() async throws {
        let manifest = try await Manifest.read(root: Repository.current.root)
        let modules = Set(manifest.targets.map(\.module))
        #expect(modules.contains("Domain"))
        var violations: [Violation] = []
        for target in manifest.targets {
            let built = manifest.modulesBuilt(before: target)
            for file in Repository.current.swiftFiles where target.holds(file.path) {
                let missing = imports(of: file).filter {
                    modules.contains($0.module) && !built.contains($0.module)
                }
                violations += missing.map {
                    file.violation(line: $0.line, "\(target.name) does not depend on \($0.module)")
                }
            }
        }
        expectNone(violations)
    }

    @Test("Only what puts them together and the tool that fills stores import store and service")
    func fewSeeBothTowers() {
        let towers: Set<String> = ["Storage", "Serving"]
        let seeingBoth = importRules.filter { $0.allowed.isSuperset(of: towers) }.map(\.folder)
        #expect(
            seeingBoth == ["NoteletService", "NoteletLocalServer", "notelet-server", "bench"]
        )
    }

    @Test(
        "C libraries are each seen by one module, and by the floors below it",
        arguments: [
            ("CLMDB", ["LMDB", "bench/Floor"]), ("CSodium", ["Cryptography"]),
            ("CXXHash", ["StorageEngine"]), ("COpenSSL", ["Networking"]),
            ("CLinux", ["Networking", "OperatingSystem", "LogEngine", "bench", "bench/Floor"]),
        ]
    )
    func librariesAreSeenOnce(library: String, owners: [String]) {
        let seeing = importRules.filter { $0.allowed.contains(library) }.map(\.folder)
        #expect(seeing == owners)
    }

    @Test(
        "An import is found in each of its spellings",
        arguments: [
            ("import Glibc", ["Glibc"]),
            ("package import Domain", ["Domain"]),
            ("@testable import LMDB", ["LMDB"]),
            ("@preconcurrency internal import Dispatch", ["Dispatch"]),
            ("import struct Foundation.Data", ["Foundation"]),
            ("import Foundation.NSURL  // why", ["Foundation"]),
            ("// import Glibc", []),
            ("let text = \" import Glibc\"", []),
            ("/* import Glibc\nimport Domain */ import LMDB", ["LMDB"]),
            ("important(import)", []),
        ]
    )
    func importIsFound(text: String, modules: [String]) {
        #expect(imports(of: SourceFile(path: "a.swift", text: text)).map(\.module) == modules)
    }

    @Test("A circle is found, and a diamond is none")
    func circleIsFound() {
        #expect(circle(in: ["a": ["b"], "b": ["c"], "c": ["b"]]) == ["b", "c", "b"])
        #expect(circle(in: ["a": ["a"]]) == ["a", "a"])
        #expect(circle(in: ["a": ["b", "c"], "b": ["d"], "c": ["d"]]) == nil)
    }
}
