internal import RosterConcurrency
internal import RosterEngine
internal import RosterStore

/// The tables that are open as lists. A write takes up their notes in its own transaction.
final class OpenTables: Sendable {
  /// Returns the part of a write in the list of a table; `nil` if the list takes no changes now.
  typealias Upkeep = @Sendable (ApplicationTransaction) -> JointUpkeep?

  private struct Table {
    var id: ObjectIdentifier
    var upkeep: Upkeep
  }

  private let tables = Guarded<[Table]>([])

  func add(_ following: AnyObject, _ upkeep: @escaping Upkeep) {
    tables.withLock { $0.append(Table(id: ObjectIdentifier(following), upkeep: upkeep)) }
  }

  func remove(_ following: AnyObject) {
    let id = ObjectIdentifier(following)
    tables.withLock { $0.removeAll { $0.id == id } }
  }

  /// Returns the parts of a write in the lists of open tables, one for each list: other data sources of it follow that
  /// one.
  func upkeep(in transaction: ApplicationTransaction) -> [JointUpkeep] {
    var lists: Set<Int?> = []
    // They take locks of their lists.
    return tables.withLock { $0 }.compactMap { $0.upkeep(transaction) }
      .filter { lists.insert($0.listNumber).inserted }
  }
}
