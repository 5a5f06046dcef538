internal import LMDB
internal import LogEngine
internal import StoreTools

extension StoreReadError {
    /// Translates why the files of this engine cannot be read.
    init(_ error: EngineReadError) {
        self =
            switch error {
            case .missing: .missing
            case .foreign: .foreign
            case .otherFormat: .otherFormat
            case .tableMissing(let name): .tableMissing(name)
            case .system(let number): .system(number)
            case .logIncomplete(let loss): .incomplete(loss.summary)
            case .logUnknown: .unknownChanges
            case .unreadable(let reason): .unreadable(reason)
            }
    }
}

extension StoreToolError {
    /// Translates why the files of a store cannot be read.
    init(_ error: EngineReadError) {
        self = .files(StoreReadError(error))
    }

    /// Translates what LMDB said about the files at a path.
    init(_ error: LMDBError, path: String) {
        switch error {
        case .io(let number): self = .system(path: path, number)
        case .inUse: self = .inUse
        default: self.init(EngineReadError(error))
        }
    }
}
