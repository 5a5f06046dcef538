#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The refusals of the system that people meet, in Korean; nil for others.
package func koreanReason(ofSystemError number: Int32) -> String? {
    switch number {
    case ENOENT: "파일이나 폴더가 없습니다"
    case ENOTDIR: "경로 가운데 폴더가 아닌 것이 있습니다"
    case EISDIR: "폴더입니다"
    case EACCES, EPERM: "권한이 없습니다"
    case EEXIST: "이미 있습니다"
    case ENOSPC, EDQUOT: "디스크에 남은 공간이 없습니다"
    case EROFS: "읽기 전용 파일 시스템입니다"
    case ENAMETOOLONG: "경로가 너무 깁니다"
    case ELOOP: "심볼릭 링크가 끝없이 이어집니다"
    case EMFILE, ENFILE: "열린 파일이 너무 많습니다"
    case EIO: "입출력 오류가 발생했습니다"
    case ECONNREFUSED: "연결을 받는 서버가 없습니다"
    case ECONNRESET, EPIPE: "상대가 연결을 끊었습니다"
    case ENETUNREACH, EHOSTUNREACH: "그곳으로 가는 네트워크 경로가 없습니다"
    case ENETDOWN: "네트워크가 꺼져 있습니다"
    case ETIMEDOUT: "제시간에 응답이 없었습니다"
    #if os(Linux)
        // By this number programs of Linux refuse what is no plain file; others have none for it.
        case EMEDIUMTYPE: "일반 파일이 아닙니다"
    #endif
    default: nil
    }
}
