/// What a scan lends.
enum ScanContent {
    case records
    /// Keys alone; their values are empty.
    case keys
}
