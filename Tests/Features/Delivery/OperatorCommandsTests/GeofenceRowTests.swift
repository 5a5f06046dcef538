import CommandLineInterface
import NoteletAPI
import ProtobufCoding
import Testing

@testable import DeliveryOperatorCommands

@Suite("Geofences and messages in an operator's tables")
struct GeofenceRowTests {
    @Test("A point is typed as degrees north and east, and shown so")
    func points() {
        for (text, latitude, longitude) in [
            ("37.5665,126.978", 37.5665, 126.978), ("-33.45, -70.66", -33.45, -70.66),
            ("0,0", 0, 0),
        ] {
            let point = GeoPoint(text: text)
            #expect(point == GeoPoint(latitude: latitude, longitude: longitude), "\(text)")
        }
        for text in ["", "37.5", "37.5,", "37.5,126.9,1", "north,east", ","] {
            #expect(GeoPoint(text: text) == nil, "\(text)")
        }
    }

    @Test("A program reads of a geofence what makes it again")
    func geofences() {
        let geofence = Geofence(
            name: "depot",
            center: GeoPoint(latitude: 37.5665, longitude: 126.978),
            radius: 100
        )
        let text = Geofence.form.json(geofence).text
        #expect(text == #"{"name":"depot","center":"37.5665,126.978","radius":100}"#)
    }

    @Test("A program reads of a message who said it, and as whom")
    func messages() {
        let message = ListedMessage(
            message: ChatMessage(
                number: 7,
                role: .invited,
                text: "\"Here\"",
                sentAt: Timestamp(seconds: 0, nanos: 0)
            ),
            userID: [UInt8](repeating: 1, count: 16)
        )
        #expect(
            ListedMessage.form.json(message).text
                == #"{"number":7,"role":"invited","text":"\"Here\"","#
                + #""sent_at":"1970-01-01T00:00:00.000Z","#
                + #""user_id":"01010101-0101-0101-0101-010101010101"}"#
        )
        let dispatched = ListedMessage(message: ChatMessage(number: 8, role: .dispatcher))
        #expect(ListedMessage.form.json(dispatched).text.contains(#""user_id":"""#))
    }
}
