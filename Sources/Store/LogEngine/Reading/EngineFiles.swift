/// What the engine has in the directory of a store.
package enum EngineFiles {
    /// The names of its folders.
    package static let folders = ["data", LogTail.directoryName]

    /// The names of its files, as seen from the directory; some need not be there.
    package static let files =
        ["lock", "data/data.mdb", "data/lock.mdb", ReserveFile.name, DamageMark.name]
        + (LogRecovery.fileNames + [LogExtent.fileName]).map { LogTail.directoryName + "/" + $0 }
}
