/// The messages of `request.proto` as `Codable` definitions, against which the hand-written code is
/// held.
struct RequestMessage: Codable, Equatable {
    var service = ""
    var method = ""
    var payload: [UInt8] = []
    var timeoutNano: Int64 = 0
    var metadata: [KeyValueMessage] = []

    enum CodingKeys: Int, CodingKey {
        case service = 1
        case method = 2
        case payload = 3
        case timeoutNano = 4
        case metadata = 5
    }
}

struct KeyValueMessage: Codable, Equatable {
    var key = ""
    var value = ""

    enum CodingKeys: Int, CodingKey {
        case key = 1
        case value = 2
    }
}

struct ResponseMessage: Codable, Equatable {
    var status: StatusMessage?
    var payload: [UInt8] = []

    enum CodingKeys: Int, CodingKey {
        case status = 1
        case payload = 2
    }
}

struct StatusMessage: Codable, Equatable {
    var code: Int32 = 0
    var message = ""
    var details: [AnyMessage] = []

    enum CodingKeys: Int, CodingKey {
        case code = 1
        case message = 2
        case details = 3
    }
}

struct AnyMessage: Codable, Equatable {
    var typeURL = ""
    var value: [UInt8] = []

    enum CodingKeys: Int, CodingKey {
        case typeURL = 1
        case value = 2
    }
}
