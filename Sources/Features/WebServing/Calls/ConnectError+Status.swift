internal import Connect
internal import NoteletAPI
internal import ProtobufCoding
internal import TTRPC

extension ConnectError {
    /// What a status says, with the JSON of the refusal in it.
    init(_ status: Status) {
        self.init(
            ConnectCode(rawValue: status.code.rawValue) ?? .unknown,
            status.message,
            details: status.details.map(Detail.init)
        )
    }
}

extension ConnectError.Detail {
    fileprivate init(_ detail: StatusDetail) {
        let type = detail.typeURL.split(separator: "/").last.map(String.init) ?? ""
        self.init(
            type: type,
            value: detail.value,
            json: try? NoteletAPI.Refusal.form.json(of: detail.value)
        )
    }
}

extension StatusCode {
    /// The code of an error of Connect, which has the same numbers.
    init(_ code: ConnectCode) { self.init(rawValue: code.rawValue) }
}
