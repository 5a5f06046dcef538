import Foundation
import TestSupport
import Testing

/// What watches the server asks for what the server measures, and all of that is explained.
@Suite struct DashboardTests {
    /// What a server measures.
    private func measurements() async throws -> Exposition {
        let folder = TemporaryDirectory()
        let server = try RunningProgram(
            "notelet-server",
            ["--store", folder.path("store"), "--listen", "unix://" + folder.path("socket")]
                + ["--metrics-listen", "http://127.0.0.1:0"]
        )
        _ = await server.nextLine()
        let pages = try #require(await server.nextLine())
        let text = try Exposition(try PageRequest.get("/metrics", at: pages).body)
        #expect(await server.end(by: SIGTERM) == 0)
        return text
    }

    @Test("Each panel of the dashboard shows what is measured")
    func dashboard() async throws {
        let data = Data(try DeployFolder.text(of: "grafana/notelet.json").utf8)
        let board = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(board["panels"] as? [[String: Any]])
        #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
        let measurements = try await measurements()
        var shown: Set<String> = []
        for panel in panels where panel["type"] as? String != "row" {
            let targets = try #require(panel["targets"] as? [[String: Any]])
            #expect(panel["title"] is String && !targets.isEmpty)
            for expression in targets.compactMap({ $0["expr"] as? String }) {
                shown.formUnion(try check(expression, measurements))
            }
        }
        // What is constant need not be shown.
        let constant: Set = ["notelet_store_page_size_bytes", "process_virtual_memory_bytes"]
        let missing = Set(measurements.families.keys).subtracting(shown).subtracting(constant)
        #expect(missing.isEmpty)
    }

    @Test("Each alert is about what is measured")
    func alerts() async throws {
        let measurements = try await measurements()
        let text = try DeployFolder.text(of: "prometheus/alerts.yml")
        let expressions = text.matches(of: /expr: (.+)/).map { String($0.1) }
        #expect(expressions.count == text.matches(of: /- alert: [A-Z]\w+\n/).count)
        #expect(expressions.count > 5)
        for expression in expressions { _ = try check(expression, measurements) }
    }

    @Test("All that is measured is explained, in the words of the server")
    func table() async throws {
        let measurements = try await measurements()
        let rows = try DeployFolder.text(of: "README.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `notelet_") || $0.hasPrefix("| `process_") }.map(String.init)
        let expected = measurements.families.map { name, family in
            let labels = Set(family.samples.flatMap(\.labels.keys)).subtracting(["le"]).sorted()
            let words = labels.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(name)` | \(family.kind) | \(words) | \(family.help) |"
        }
        #expect(Set(rows) == Set(expected) && rows.count == expected.count)
    }

    /// Checks the names and labels of an expression, and answers the families it uses.
    private func check(_ expression: String, _ measurements: Exposition) throws -> Set<String> {
        let names = expression.matches(of: /\b(?:notelet|process)_[a-z_]+/)
            .map { String($0.output) }
        #expect(!names.isEmpty, "\(expression)")
        let samples = measurements.families.values.flatMap(\.samples)
        for name in names { #expect(measurements.sampleNames.contains(name), "\(name)") }
        for selector in expression.matches(of: /\b([a-z_]+)\{([^}]*)\}/) {
            let own = samples.filter { $0.name == selector.1 }
            for label in selector.2.matches(of: /([a-z_]+)(=|!=|=~|!~)"([^"]*)"/) {
                let (name, sign, value) = (String(label.1), label.2, String(label.3))
                if name == "instance" || name == "job" { continue }
                #expect(own.contains { $0.labels[name] != nil }, "\(expression): \(name)")
                // A status has a sample once it has occurred.
                guard sign == "=", name != "status" else { continue }
                #expect(own.contains { $0.labels[name] == value }, "\(expression): \(value)")
            }
        }
        return Set(
            measurements.families.filter { family in
                family.value.samples.contains { names.contains($0.name) }
            }.keys
        )
    }
}
