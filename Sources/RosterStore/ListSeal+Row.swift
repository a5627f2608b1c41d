internal import RosterCore
internal import RosterRows

extension ListSeal {
  /// Reads the row of a list.
  ///
  /// - Throws: `DamagedRow` if it was altered. Writing a new digest over an altered row would hide
  ///   the damage.
  init(_ list: SQLiteList, _ database: ListConnection) throws {
    guard let (seal, digest) = try Self.stored(in: list, database),
      digest == seal.digest(ofList: list.keys.list, named: list.name)
    else { throw DamagedRow("list", list.keys.list) }
    self = seal
  }

  /// Returns the content of a list's row and the digest stored in it; `nil` if the row does not
  /// exist.
  static func stored(
    in list: SQLiteList, _ database: ListConnection
  ) throws -> (seal: ListSeal, digest: Int)? {
    var stored: (seal: ListSeal, digest: Int)?
    let format = try list.store.format(database)
    let keysFrom = format.hasKeys ? "keys_from" : "NULL"
    let pageCapacity = format.hasPageSizes ? "page_capacity" : "NULL"
    try database.cachedPrepared(
      "SELECT oldest, base, subscribers, digest, \(keysFrom), \(pageCapacity) FROM list WHERE id = ?"
    ).forEachRow(list.keys.list) { row in
      var seal = ListSeal()
      seal.oldest = row.integer(0)
      seal.base = BaseDigest(row.integer(1))
      seal.subscribers = SubscribersDigest(row.integer(2))
      seal.keysRevision = row.optionalInteger(4)
      seal.pageSizes = PageSizes(stored: row.optionalInteger(5))
      stored = (seal: seal, digest: row.integer(3))
    }
    return stored
  }

  /// Writes the row of a list.
  ///
  /// - Parameter format: What the row has.
  func write(
    ofList id: Int, named name: String, _ database: ListConnection,
    _ format: ListFormat = ListFormat()
  ) throws {
    try database.cachedPrepared(
      "UPDATE list SET oldest = ?, base = ?, subscribers = ?, digest = ? WHERE id = ?"
    ).runOnRow(
      oldest, base.value, subscribers.value, digest(ofList: id, named: name), id)
    if format.hasKeys {
      try database.cachedPrepared("UPDATE list SET keys_from = ? WHERE id = ?")
        .runOnRow(keysRevision, id)
    }
    if format.hasPageSizes {
      try database.cachedPrepared("UPDATE list SET page_capacity = ? WHERE id = ?")
        .runOnRow(pageSizes.capacity, id)
    }
  }
}
