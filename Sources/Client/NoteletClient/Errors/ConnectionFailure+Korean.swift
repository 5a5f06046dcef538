internal import ClientTransport

extension ConnectionFailure.Cause {
    /// What is behind a failure, in Korean; what the libraries beneath say stays as it is.
    var korean: String {
        switch self {
        case .system(let number):
            koreanReason(ofSystemError: number) ?? "시스템 오류 \(number)"
        case .unresolvedHost(let host, let reason):
            "호스트 '\(host)'의 주소를 찾을 수 없습니다 (\(reason))"
        case .timedOut: "제시간에 응답이 없었습니다"
        case .untrustedCertificate(let reason): "서버의 인증서를 믿을 수 없습니다 (\(reason))"
        case .wrongHost(let host): "서버의 인증서가 '\(host)'의 것이 아닙니다"
        case .refusedByPeer(let reason): "서버가 거절했습니다 (\(reason))"
        case .notTLS: "서버가 TLS를 쓰지 않습니다"
        case .endedInHandshake: "암호화하기 전에 서버가 연결을 끊었습니다. 서버가 TLS를 쓰지 않는지도 모릅니다"
        case .security(let reason): "TLS 오류입니다 (\(reason))"
        case .file(let path, let fault): "\(path): \(fault.korean)"
        }
    }
}

extension ConnectionFailure.FileFault {
    fileprivate var korean: String {
        switch self {
        case .unreadable(let number):
            "읽을 수 없습니다. \(koreanReason(ofSystemError: number) ?? "시스템 오류 \(number)")"
        case .notAFile: "파일이 아닙니다"
        case .tooLong: "인증서라기에는 너무 깁니다"
        case .noCertificate: "PEM 형식의 인증서가 없습니다"
        case .noPrivateKey: "PEM 형식의 개인 키가 없습니다"
        case .privateKeyLocked: "개인 키가 암호로 잠겨 있습니다. 'openssl pkey'로 암호를 없애시기 바랍니다"
        case .privateKeyExposed:
            "개인 키를 다른 사람이 읽거나 쓸 수 있습니다. chmod 600으로 막고, 누군가 보았을 수 있다면 키를 바꾸시기 바랍니다"
        case .privateKeyMismatch(let path): "개인 키가 \(path)의 인증서와 맞지 않습니다"
        case .expired: "인증서의 유효 기간이 지났습니다. 갱신하시기 바랍니다"
        case .notYetValid: "인증서의 유효 기간이 아직 시작되지 않았습니다. 시계가 맞는지 확인하시기 바랍니다"
        case .rejected(let reason): "사용할 수 없습니다 (\(reason))"
        }
    }
}
