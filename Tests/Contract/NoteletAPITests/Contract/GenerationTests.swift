import Foundation
import TestSupport
import Testing

/// The Swift files and the tables of the contract are what the generator makes of the .proto files.
@Suite("Generation")
struct GenerationTests {
    /// What is written where, as `make generate` has it.
    private static let outputs = [
        "contract": "../Sources/Contract/NoteletAPI/Generated",
        "clients": "../Sources/Client/NoteletClient/Generated",
        "refusals": "../Sources/Contract/Domain/Generated",
        "documents": "tables",
    ]

    @Test("What is checked in is what the generator writes, byte for byte", arguments: outputs)
    func nothingIsStale(parameter: String, place: String) async throws {
        let folder = TemporaryDirectory()
        let checkedIn = ProtocolFolder.url.appending(path: place).standardizedFileURL
        let run = try await Self.generate(
            ProtocolFolder.contractFiles,
            parameter,
            from: ProtocolFolder.url.path,
            to: folder.path
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        let written = Self.files(URL(fileURLWithPath: folder.path))
        #expect(!written.isEmpty && written == Self.files(checkedIn))
        for name in written {
            let new = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
            let old = try Data(contentsOf: checkedIn.appendingPathComponent(name))
            #expect(new == old, "\(name) is stale: make generate")
        }
    }

    @Test(
        "What the generator does not know is said, with the place",
        arguments: [
            ("message A { string b = 1; }", "A: say in a comment what it is"),
            ("// A.\nmessage A { string b = 1; }", "A.b: say in a comment what it is"),
            ("// A.\nmessage A {\n// B.\nsint32 b = 1; }", "A.b: groups, fixed and sint types"),
            ("// A.\nmessage A { message B {} }", "A: declare nested types beside it"),
            ("// A.\nenum A { B = 0; }", "B: begin it with the name of its enum"),
            (
                "// A.\nmessage A {}\nservice S {\n// M.\nrpc M(stream A) returns (A); }",
                "S.M: streams of requests are not supported"
            ),
            (
                "import \"google/protobuf/timestamp.proto\";\n// A.\nmessage A {}\n"
                    + "service S {\n// M.\nrpc M(A) returns (google.protobuf.Timestamp); }",
                "S.M: take request and response from the same package"
            ),
            (
                "// A.\nmessage A {\n// B.\noneof b {\n// C.\nbool c = 1;\n// D.\nbool d = 3; }\n"
                    + "// E.\nbool e = 2; }",
                "A.b: no other field may have a number between those of a oneof"
            ),
        ]
    )
    func theUnsupportedIsRefused(_ declarations: String, _ complaint: String) async throws {
        let folder = TemporaryDirectory()
        let file = "syntax = \"proto3\";\npackage p;\n" + declarations
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder.path("a.proto")))
        let run = try await Self.generate(["a.proto"], from: folder.path, to: folder.path)
        #expect(run.exitCode != 0)
        #expect(run.errorOutput.contains(complaint), "\(run.errorOutput)")
    }

    /// A service of all kinds of methods.
    private static let shapes = """
        syntax = "proto3";
        package notelet.a.v1;
        // Shapes.
        service Shapes {
          // Shapes, the newest first. There are few.
          rpc ListShapes(ListShapesRequest) returns (ListShapesResponse) {
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          // Draws one.
          rpc DrawShape(DrawShapeRequest) returns (DrawShapeResponse);
          // Wipes all.
          rpc Wipe(WipeRequest) returns (WipeResponse);
          // Tells of each.
          rpc Watch(WipeRequest) returns (stream WipeResponse);
        }
        // A shape.
        message Shape {
          // How many corners.
          int32 corners = 1;
        }
        message ListShapesRequest {
          // Where it goes on.
          bytes cursor = 1;
          // How many.
          int32 page_size = 2;
        }
        message ListShapesResponse {
          // Some.
          repeated Shape shapes = 1;
          // Where they go on.
          bytes next_cursor = 2;
        }
        message DrawShapeRequest {
          // As WipeRequest.corners.
          int32 corners = 1;
          // As DrawShapeRequest.round.
          optional bool round = 2;
        }
        message DrawShapeResponse {
          // It.
          Shape shape = 1;
        }
        message WipeRequest {
          // As Shape.corners.
          int32 corners = 1;
        }
        message WipeResponse {}

        """

    @Test("A client calls a method by a function, which says and takes what the contract has")
    func clients() async throws {
        let folder = TemporaryDirectory()
        try Data(Self.shapes.utf8)
            .write(to: URL(fileURLWithPath: folder.path("shapes.proto")))
        let run = try await Self.generate(
            ["shapes.proto"],
            "clients",
            from: folder.path,
            to: folder.path
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        let written = try String(
            contentsOfFile: folder.path("Shapes.client.swift"),
            encoding: .utf8
        )
        for part in [
            """
                /// Shapes, the newest first.
                ///
                /// There are few.
                ///
                /// - Parameter pageSize: How many.
                /// - Returns: The pages; `items` of them gives what is on them one by one.
                public func listShapes(pageSize: Int32 = 0) -> PageSequence<Shape> {
            """,
            """
                ///   - corners: How many corners.
                ///   - round: As `DrawShapeRequest.round`.
                ///   - key: What names the intention; a new one where it is nil.
                /// - Returns: It.
                /// - Throws: `NoteletError`.
                @discardableResult
                public func drawShape(
                    corners: Int32,
                    round: Bool? = nil,
                    idempotencyKey key: IdempotencyKey? = nil
                ) async throws(NoteletError) -> Shape {
            """,
            "giving: \\.shape, idempotencyKey: key)",
            "_ = try await call(ShapesAPI.wipe, request, idempotencyKey: key)",
        ] {
            #expect(written.contains(part), "\(part)\nis not in\n\(written)")
        }
        #expect(!written.contains("func watch("), "What becomes of a stream is written by hand.")
    }

    @Test(
        "What all features share is called by hand, and what operators ask by its descriptors",
        arguments: ["notelet.v1", "notelet.a.admin.v1"]
    )
    func noClients(package: String) async throws {
        let file = """
            syntax = "proto3";
            package \(package);
            // A.
            service A {
              // B.
              rpc B(C) returns (C);
            }
            message C {}

            """
        let folder = TemporaryDirectory()
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder.path("a.proto")))
        let run = try await Self.generate(
            ["a.proto"],
            "clients",
            from: folder.path,
            to: folder.path
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        #expect(Self.files(URL(fileURLWithPath: folder.path)) == ["a.proto"])
    }

    private static func generate(
        _ files: [String],
        _ parameter: String = "contract",
        from source: String,
        to folder: String
    ) async throws -> ProgramRun {
        let plugin = ProgramRun.path(ofProduct: "protoc-gen-notelet")
        return try await ProgramRun.run(
            "/usr/bin/env",
            ["protoc", "--plugin=protoc-gen-notelet=\(plugin)", "--proto_path=\(source)"]
                + ["--notelet_opt=\(parameter)", "--notelet_out=\(folder)"] + files
        )
    }

    private static func files(_ folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted()
    }
}
