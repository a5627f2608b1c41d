internal import GRDB
internal import RosterCore
internal import RosterRows

/// The content of a list's row beside the name, and a digest of both.
///
/// It is written when the list is created or compacted, and when a subscriber is recorded. Commits
/// never write it.
struct ListSeal: Equatable {
  /// The revision up to which the journal was compacted.
  var oldest: Revision = 0
  /// The digest of what was written up to that revision.
  var base = BaseDigest()
  /// The digest of the subscribers.
  var subscribers = SubscribersDigest()

  init() {}

  /// Returns the digest of the row.
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
  /// - Throws: `DamagedRow` if it was altered. Writing a new digest over an altered row would hide
  ///   the damage.
  init(_ list: SQLiteList, _ database: Database) throws {
    guard let (seal, digest) = try Self.stored(ofList: list.keys.list, database),
      digest == seal.digest(ofList: list.keys.list, named: list.name)
    else { throw DamagedRow("list", list.keys.list) }
    self = seal
  }

  /// Returns the content of a list's row and the digest stored in it; `nil` if the row does not
  /// exist.
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

/// A digest of the subscribers of a list: the sum of the digests of their rows.
struct SubscribersDigest: Equatable {
  /// The digest as an SQLite integer.
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
