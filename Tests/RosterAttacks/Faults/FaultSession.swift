internal import RosterCore
internal import RosterEngine
internal import RosterStore
internal import RosterTestKit
internal import RosterTestSupport

/// An open file with two lists: one behind a data source, one that is written directly.
final class FaultSession {
  typealias DataSource = ListDataSource<String, String, Never>

  let store: SQLiteStore
  let direct: SQLiteList
  let listed: SQLiteList
  let dataSource: DataSource

  /// Opens the file, and creates what does not exist.
  init(_ path: String, wrapping wrap: (SQLiteList) -> any ListStorage) throws {
    store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(durability: .full, busyTimeout: 0.01))
    (direct, listed) = try (Self.list("direct", in: store), Self.list("listed", in: store))
    dataSource = try DataSource(
      storage: wrap(listed), codec: JSONModelCodec(), sectionCodec: JSONModelCodec())
  }

  private static func list(_ name: String, in store: SQLiteStore) throws -> SQLiteList {
    guard let list = try store.list(named: name) else {
      throw StorageError(.failed, "\(store.path): the list \(name) is not created")
    }
    return list
  }

  /// The revisions of both lists in the file.
  func revisions() throws -> FaultRevisions {
    try FaultRevisions(listed: listed.storedRevision(), direct: direct.storedRevision())
  }

  /// What both lists hold in the file.
  func contents() throws -> [StoredContents] {
    try [StoredContents(listed), StoredContents(direct)]
  }
}

/// How far both lists are.
struct FaultRevisions: Hashable, Sendable {
  var listed: Revision = 0
  var direct: Revision = 0
}

/// What both lists are at some time.
struct FaultReference: Sendable {
  let revisions: FaultRevisions
  let contents: [StoredContents]

  init(_ session: FaultSession) throws {
    revisions = try session.revisions()
    contents = try session.contents()
  }
}
