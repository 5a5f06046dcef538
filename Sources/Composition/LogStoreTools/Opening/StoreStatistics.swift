internal import AccountStorage
internal import Domain
package import LMDB
package import LogEngine
package import NoteRules
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// What a store holds and takes up.
package struct StoreStatistics: Sendable {
    /// What it says of itself.
    package let description: StoreDescription
    /// The tables of the schema, in its order.
    package let tables: [Table]
    /// Files, pages and log.
    package let engine: EngineStatistics
    /// How much was sent by each door.
    package let doors: DoorSums

    /// One table.
    package struct Table: Sendable {
        /// The name in the file.
        package let name: String
        /// Its size and shape.
        package let summary: EngineStatistics.TableSummary
    }
}

extension StoreFiles {
    /// Measures the store without reading its records, but for what it counts itself.
    package func statistics() throws(StoreToolError) -> StoreStatistics {
        let description = try description()
        let doors = try read { view throws(StoreToolError) in
            do throws(DomainError) {
                return try DoorSums(view)
            } catch {
                throw .damagedRecord(table: TableID.counters.name)
            }
        }
        do throws(EngineReadError) {
            let engine = try reader.statistics()
            let tables = zip(Schema.tableNames, engine.tables).map { name, summary in
                StoreStatistics.Table(name: name, summary: summary)
            }
            return StoreStatistics(
                description: description,
                tables: tables,
                engine: engine,
                doors: doors
            )
        } catch {
            throw StoreToolError(error)
        }
    }
}

extension StoreFiles {
    /// How many records a dump of these kinds looks at.
    package func recordCount(of entities: Set<DumpEntity>) throws(StoreToolError) -> Int {
        let tables = try statistics().tables
        return entities.reduce(0) { count, entity in
            count + tables[Int(entity.table.rawValue)].summary.recordCount
        }
    }

    /// The slots of the reader table that are taken, by other processes.
    package func readers() throws(StoreToolError) -> [ReaderSlot] {
        do throws(EngineReadError) {
            return try reader.readers()
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Frees the slots of processes that are gone; answers how many there were.
    package func clearStaleReaders() throws(StoreToolError) -> Int {
        do throws(EngineReadError) {
            return try reader.clearStaleReaders()
        } catch {
            throw StoreToolError(error)
        }
    }

    /// The number of the newest transaction of the database.
    package func lastTransactionID() throws(StoreToolError) -> Int {
        try statistics().engine.environment.lastTransactionID
    }
}
