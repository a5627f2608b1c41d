internal import GRDB
internal import RosterCore

/// What the row of a list says beside its name, and a digest over both.
///
/// Written when the list is created or compacted, and when a subscriber is noted; never by a commit.
struct ListSeal: Equatable {
  /// The revision up to which the journal was compacted.
  var oldest: Revision = 0
  /// Of what was written up to there.
  var base = BaseDigest()
  /// Of the subscribers.
  var subscribers = SubscribersDigest()

  init() {}

  /// The digest of the row.
  func digest(ofList id: Int, named name: String) -> Int {
    var digest = Digest()
    digest.add(id)
    digest.add(.text(name))
    for number in [oldest, base.value, subscribers.value] { digest.add(number) }
    return digest.value
  }

  // MARK: Rows

  /// Reads the row of a list.
  ///
  /// - Throws: `DamagedRow` if it is not as it was written: who writes it anew must not make good
  ///   what was altered.
  init(_ list: SQLiteList, _ database: Database) throws {
    guard let (seal, digest) = try Self.stored(ofList: list.keys.list, database),
      digest == seal.digest(ofList: list.keys.list, named: list.name)
    else { throw DamagedRow("list", list.keys.list) }
    self = seal
  }

  /// What stands in the row of a list, and the digest there; `nil` if there is no row.
  static func stored(
    ofList id: Int, _ database: Database
  ) throws -> (seal: ListSeal, digest: Int)? {
    var stored: (seal: ListSeal, digest: Int)?
    try database.cachedPrepared("SELECT oldest, base, subscribers, digest FROM list WHERE id = ?")
      .forEachRow(id) { row in
        var seal = ListSeal()
        seal.oldest = row.integer(0)
        seal.base = BaseDigest(row.integer(1))
        seal.subscribers = SubscribersDigest(row.integer(2))
        stored = (seal: seal, digest: row.integer(3))
      }
    return stored
  }

  /// Writes the row of a list.
  func write(ofList id: Int, named name: String, _ database: Database) throws {
    try database.cachedPrepared(
      "UPDATE list SET oldest = ?, base = ?, subscribers = ?, digest = ? WHERE id = ?"
    ).runOnRow(
      oldest, base.value, subscribers.value, digest(ofList: id, named: name), id)
  }
}

/// A number over the subscribers of a list: the sum of the digests of their rows.
struct SubscribersDigest: Equatable {
  /// The digest as SQLite keeps it.
  private(set) var value: Int

  init(_ value: Int = 0) { self.value = value }

  init(_ subscribers: [JournalSubscriber]) {
    self.init()
    for subscriber in subscribers { add(subscriber) }
  }

  mutating func add(_ subscriber: JournalSubscriber) { value &+= Self.digest(subscriber) }

  mutating func remove(_ subscriber: JournalSubscriber) { value &-= Self.digest(subscriber) }

  private static func digest(_ subscriber: JournalSubscriber) -> Int {
    var digest = Digest()
    digest.add(.text(subscriber.name))
    digest.add(subscriber.revision)
    return digest.value
  }
}
