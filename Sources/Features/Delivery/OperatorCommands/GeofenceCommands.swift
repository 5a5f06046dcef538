import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// The commands about geofences, and about where agents are.
enum GeofenceCommands {
    static let geofence = Command(
        "geofence",
        summary: "Draw circles of which agents are told that they come into them and leave them",
        subcommands: [put, list, remove]
    )

    static let locate = Command(
        "locate",
        summary: "Show where the agent of an order was seen last",
        arguments: [Delivery.orderID],
        asking: { context, server in
            let id = context[Delivery.orderID]
            let request = LocateOrderRequest(orderID: id.bytes)
            let location = try await server.call(API.locateOrder, request).location
            let document: [JSON.Member] = [
                server.source, ("order", .string(id.uuid)), ("location", location?.json ?? .null),
            ]
            try context.write(document) {
                location.map { context.draw(facts: $0.facts) }
                    ?? "Nobody was seen on the way with it.\n"
            }
        }
    )

    private typealias API = DeliveryAdministrationAPI

    private static let name = Argument.text(
        "NAME",
        help: "1 to 64 lower-case letters of English, digits and hyphens."
    )
    private static let center = Option<GeoPoint>.required(
        "center",
        ValueSyntax(
            placeholder: "NORTH,EAST",
            expectation: "degrees north and degrees east with a comma between them, such as "
                + "37.5665,126.978",
            parse: { GeoPoint(text: $0) }
        ),
        help: "The middle."
    )
    private static let radius = Option<Int32>.required(
        "radius",
        .number(in: 50...50_000),
        help: "How many meters it reaches: 50 to 50,000."
    )

    private static let put = Command(
        "put",
        summary: "Draw a circle, or draw the one of its name anew",
        discussion: "Who is in it is told with the next position.",
        options: [center, radius],
        arguments: [name],
        doing: { context, server in
            let geofence = Geofence(
                name: context[name],
                center: context[center],
                radius: context[radius]
            )
            _ = try await server.call(API.putGeofence, PutGeofenceRequest(geofence: geofence))
            return Deed(
                [("geofence", Geofence.form.json(geofence))],
                "The geofence \(geofence.name) is there."
            )
        }
    )

    private static let list = Command(
        "list",
        summary: "List the circles, in the order of their names",
        listing: Geofence.form,
        rows: { try await $0.call(API.listGeofences, .init()).geofences }
    )

    private static let remove = Command(
        "remove",
        summary: "Take a circle away, of which nobody is told any more",
        arguments: [name],
        doing: { context, server in
            let name = context[name]
            _ = try await server.call(API.removeGeofence, .init(geofence: name))
            return Deed([("removed", .string(name))], "The geofence \(name) is taken away.")
        }
    )
}

extension Geofence {
    /// How geofences are shown.
    static let form = RowForm<Geofence>(
        "geofences",
        "geofence",
        none: "There is no geofence.",
        fields: [
            .text("name", \.name), .text("center", \.middle),
            RowField("radius") { .number(Int64($0.radius)) },
        ],
        columns: [
            .text("name", fitting: .whole, \.name), .text("center", \.middle),
            .number("radius") { Int($0.radius) },
        ]
    )

    /// The middle, as it is typed.
    private var middle: String { center?.text ?? "" }
}

extension Location {
    private var point: GeoPoint { GeoPoint(latitude: latitude, longitude: longitude) }

    /// What programs read of it.
    fileprivate var json: JSON {
        .object([
            ("point", .string(point.text)),
            ("recorded_at", recordedAt.map { Moment($0) }.json),
        ])
    }

    /// What a person reads of it.
    fileprivate var facts: [(String, String)] {
        [("point", point.text), ("seen", recordedAt.map { Moment($0).text } ?? "")]
    }
}
