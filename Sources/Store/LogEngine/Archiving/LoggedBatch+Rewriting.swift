package import StorageEngine

extension LoggedBatch {
    /// Judges the changes, as an archive is to keep them.
    ///
    /// Changes that no version of this engine wrote are kept.
    ///
    /// - Parameter judge: says what is kept of the value that a change puts.
    /// - Returns: The changes, with some of them rewritten; nil if none is.
    /// - Throws: what `judge` throws.
    package func rewritten<Failure: Error>(
        _ judge: (Key, TableID, RawSpan) throws(Failure) -> ArchivedChange
    ) throws(Failure) -> [UInt8]? {
        var changes: [Int: ArchivedChange] = [:]
        var failure: Failure?
        var index = 0
        let isWhole = forEach { key, table, value in
            defer { index += 1 }
            guard failure == nil, let value else { return }
            do throws(Failure) {
                let change = try judge(key, table, value)
                if change != .kept { changes[index] = change }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return isWhole && !changes.isEmpty ? payload(with: changes) : nil
    }

    /// The changes, some of them others, by their places in the batch.
    private func payload(with changes: [Int: ArchivedChange]) -> [UInt8] {
        var payload: [UInt8] = []
        var index = 0
        forEach { key, table, value in
            defer { index += 1 }
            switch changes[index] {
            case .omitted: break
            case .replaced(let value):
                unsafe Self.append(value.span.bytes, for: key, table, to: &payload)
            case .kept, nil: Self.append(value, for: key, table, to: &payload)
            }
        }
        return payload
    }

    private static func append(
        _ value: RawSpan?,
        for key: Key,
        _ table: TableID,
        to payload: inout [UInt8]
    ) {
        payload.append(table.rawValue)
        payload.append(UInt8(truncatingIfNeeded: key.byteCount))
        var count = LogBatch.deleted
        if let value { count = UInt32(truncatingIfNeeded: value.byteCount) }
        unsafe withUnsafeBytes(of: count.littleEndian) { unsafe payload.append(contentsOf: $0) }
        key.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe payload.append(contentsOf: $0) }
        }
        unsafe value?.withUnsafeBytes { unsafe payload.append(contentsOf: $0) }
    }
}

extension LogBatch.Header {
    /// The bytes in the file of a batch whose changes were rewritten.
    func bytes(of payload: [UInt8]) -> [UInt8] {
        var header = self
        header.firstChecksum = originalChecksum
        header.payloadByteCount = payload.count
        unsafe payload.withUnsafeBytes {
            header.payloadChecksum = unsafe Self.checksum($0, number: number)
        }
        var bytes = [UInt8](repeating: 0, count: header.byteCount)
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe header.write(to: bytes)
            unsafe payload.withUnsafeBytes { payload in
                let start = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: bytes[LogBatch.headerByteCount...]
                )
                unsafe start.copyMemory(from: payload)
            }
        }
        return bytes
    }
}
