import CLMDB

extension MDB_val {
    /// Names bytes for LMDB to read; it never writes through a key or value it is given.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            mv_size: bytes.count,
            mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        )
    }

    /// The bytes LMDB answered with: in the map, valid until the transaction ends or writes.
    var buffer: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}
