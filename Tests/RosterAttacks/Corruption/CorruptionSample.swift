import Foundation
import GRDB
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterSync
import RosterTestKit
import RosterTestSupport

/// The file that a corruption attack damages, and what stands in it.
///
/// It has a list with every kind of row, another one of the same kind that was compacted, an empty one,
/// and the lists of a hub and of a device with changes that the hub does not have. There are two copies:
/// one that was closed, and one of which the newest commits stand in the write-ahead log.
struct CorruptionSample {
  /// One of the files that a database consists of.
  enum Part: String, CaseIterable {
    case main = ""
    case log = "-wal"
    case index = "-shm"
  }

  private let folder: TemporaryFolder
  let facts: ListFacts
  /// What each list held at each revision that can be read.
  let contents: [String: [Revision: StoredContents]]
  /// The lines of the log of each list.
  let logs: [String: [String]]
  /// What the device would send next, and what the hub would answer another one.
  let exchange: Exchange

  init() async throws {
    folder = try TemporaryFolder()
    let path = folder.path(of: "sample.sqlite")
    let first = try SQLiteStore(path: path)
    for name in ["main", "second"] {
      if let list = try first.list(named: name) { try Self.fill(list) }
    }
    try first.list(named: "second")?.compact(JournalRetention(revisionCountMax: 6))
    _ = try first.list(named: "empty")
    if let hub = try first.list(named: Self.hubList),
      let device = try first.list(named: Self.deviceList)
    {
      try Self.synchronize(device, with: hub)
    }
    try first.close()
    // From here on the log has commits of one list and nothing else, so that a file whose log was cut
    // short is that list at an earlier revision.
    let store = try SQLiteStore(path: path)
    if let list = try store.list(named: "main") { try Self.goOn(list) }
    facts = try ListFacts(store)
    exchange = try Exchange(in: store)
    var contents: [String: [Revision: StoredContents]] = [:]
    var logs: [String: [String]] = [:]
    for summary in try store.lists() {
      guard let list = try store.list(named: summary.name, create: false) else { continue }
      contents[summary.name] = try StoredContents.all(in: list, from: list.oldestRevision())
      logs[summary.name] = try await list.log()
    }
    self.contents = contents
    self.logs = logs
    try Self.copy(path, to: openPath)
    try store.close()
    try Self.copy(path, to: closedPath)
  }

  private var openPath: String { folder.path(of: "open.sqlite") }
  private var closedPath: String { folder.path(of: "closed.sqlite") }

  /// Copies all files of a database over those of another one.
  static func copy(_ path: String, to target: String) throws {
    for part in Part.allCases {
      try? FileManager.default.removeItem(atPath: target + part.rawValue)
      guard let bytes = FileManager.default.contents(atPath: path + part.rawValue) else { continue }
      try bytes.write(to: URL(fileURLWithPath: target + part.rawValue))
    }
  }

  /// Copies the file to where it is damaged.
  ///
  /// - Parameter isOpen: Whether the newest commits are to stand in the log.
  func copy(to path: String, isOpen: Bool) throws {
    try Self.copy(isOpen ? openPath : closedPath, to: path)
  }

  /// How many bytes a part has.
  func length(of part: Part, isOpen: Bool) -> Int {
    let path = (isOpen ? openPath : closedPath) + part.rawValue
    return FileManager.default.contents(atPath: path)?.count ?? 0
  }

  /// Every way in which a row can be altered.
  func rowDamages() throws -> RowDamages {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: closedPath, configuration: configuration)
      .read { try RowDamages($0) }
  }

  // MARK: Synchronizing

  private static let hubList = "hub"
  private static let deviceList = "device"

  /// What the device and the hub of a file say next.
  struct Exchange: Equatable {
    /// What the device sends; `nil` if its list is not there.
    var request: JSONValue?
    /// What the hub answers a device that needs the list whole; `nil` likewise.
    var answer: JSONValue?

    /// Opens the device under the name that its rows have, so that nothing is written.
    ///
    /// - Throws: `SyncError`, `StorageError` or `DataSourceError`.
    init(in store: SQLiteStore) throws {
      if let list = try store.list(named: deviceList, create: false) {
        var device = try CorruptionSample.device(of: list)
        request = try device.request(sendsChanges: true)
      }
      if let list = try store.list(named: hubList, create: false) {
        answer = try CorruptionSample.hub(list.open()).serve(Self.wholeRequest)
      }
    }

    /// A request with a mark that no revision has.
    private static var wholeRequest: JSONValue {
      get throws {
        let list = try ListDataSource<JSONValue, JSONValue, Never>(
          storage: MemoryList(), codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
        var device = try SyncDevice(list, name: "new", coding: .json, limits: SyncLimits())
        return MessageMutation(path: ["mark"], kind: .value("none"))
          .applied(to: try device.request(sendsChanges: false))
      }
    }
  }

  private static func device(
    of list: SQLiteList
  ) throws -> SyncDevice<JSONValue, JSONValue, Never> {
    try SyncDevice(list.open(), name: "opening", coding: .json, limits: SyncLimits())
  }

  private static func hub(
    _ list: ListDataSource<JSONValue, JSONValue, Never>
  ) -> SyncHub<JSONValue, JSONValue, Never> {
    SyncHub(list, name: "hub", coding: .json)
  }

  /// Lets a hub settle changes of two devices, of which it refuses one, and leaves others with the first device.
  private static func synchronize(_ list: SQLiteList, with hubList: SQLiteList) throws {
    let shared = try hubList.open()
    let hub = hub(shared)
    func item(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    var device = try device(of: list)
    func exchange(_ device: inout SyncDevice<JSONValue, JSONValue, Never>) throws {
      for sendsChanges in [false, true] {
        _ = try device.integrate(answer: hub.serve(device.request(sendsChanges: sendsChanges)))
      }
    }
    try device.list.applySynchronously(
      Changeset {
        $0.insertSection(at: 0, ["id": "s"])
        $0.insertItems(["a", "b", "c"], at: item(0))
      })
    try exchange(&device)
    var other = try SyncDevice(
      ListDataSource<JSONValue, JSONValue, Never>(
        storage: MemoryList(), codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec()),
      name: "other", coding: .json, limits: SyncLimits())
    _ = try other.integrate(answer: hub.serve(other.request(sendsChanges: false)))
    try other.list.applySynchronously(Changeset { $0.updateItem(at: item(2), "C") })
    try shared.applySynchronously(Changeset { $0.removeItem(at: item(2)) })
    _ = try hub.serve(other.request(sendsChanges: true))
    try exchange(&device)
    try device.list.applySynchronously(Changeset { $0.insertItem("d", at: item(1)) })
    try device.list.applySynchronously(
      Changeset { $0.removeItem(at: item(0)) }, ChangeAnnotation(origin: "Ann", at: "now"))
    _ = try device.request(sendsChanges: true)
  }

  // MARK: Filling

  private static func fill(_ list: SQLiteList) throws {
    let row = ScopePath([ScopeKey(typeName: "Row")])
    var state = try list.load()
    func item(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    func apply(_ changes: (inout Changeset<String, String>.Builder) -> Void) throws {
      state = try list.commit(Changeset { changes(&$0) }, on: state)
    }
    func set(_ changes: [StateChange]) throws { state = try list.commit(changes, on: state) }
    try apply {
      $0.insertSection(at: 0, #""first""#)
      $0.insertItems((1...5).map { #""item \#($0)""# }, at: item(0, 0))
      $0.insertSection(at: 1, #"{"title":"second"}"#)
      $0.insertItems((6...205).map { "\($0)" }, at: item(1, 0))
    }
    try apply { $0.updateItem(at: item(0, 1), #""two again""#) }
    let header = SupplementID(.header, of: SectionID(rawValue: 1))
    let footer = SupplementID(.footer, of: SectionID(rawValue: 2))
    let one = StateAddress(item: ItemID(rawValue: 1), scope: row)
    let three = StateAddress(item: ItemID(rawValue: 3), scope: row)
    try set([
      StateChange(one, StoredState(value: .text("1"))),
      StateChange(three, StoredState(typeVersion: 2, value: .text("3"))),
      StateChange(StateAddress(supplement: header, scope: row), StoredState(value: .text("true"))),
      StateChange(StateAddress(supplement: footer, scope: row), StoredState(value: .text("false"))),
    ])
    try apply {
      $0.updateItem(at: item(0, 1), #""two once more""#)
      $0.moveItem(from: item(0, 0), to: item(1, 100))
    }
    try apply { $0.removeItem(at: item(0, 1)) }
    try apply { $0.updateSection(at: 0, #""renamed""#) }
    try set([
      StateChange(one, StoredState(value: .text("2"))),
      StateChange(StateAddress(supplement: header, scope: row), nil),
    ])
    try apply { $0.insertItem("7.5", at: item(1, 2)) }
    try apply { $0.moveSection(from: 0, to: 1) }
    try undo(list, &state)
    try list.acknowledge(9, by: "index")
  }

  /// Commits two changes together, and notes what a subscriber has seen.
  private static func goOn(_ list: SQLiteList) throws {
    let state = try list.load()
    func item(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    var group = CommitGroupBuilder(state)
    try group.add(
      Changeset { $0.insertItem("8.5", at: item(1, 0)) },
      ChangeAnnotation(origin: "me", at: "today", userInfo: ["key": [1]], group: "typing"))
    try group.add(Changeset { $0.moveItem(from: item(1, 0), to: item(1, 3)) })
    try list.commit(group.group)
    try list.acknowledge(11, by: "index")
  }

  /// Takes the last revision back.
  private static func undo(_ list: SQLiteList, _ state: inout ListState) throws {
    let last = state.revision
    guard let entry = try list.journal(after: last - 1, limit: 1).first else { return }
    var group = CommitGroupBuilder(state)
    try group.replay(entry.record.inverse, model: "null", step: .takingBack(last))
    try list.commit(group.group)
    state = group.group.target
  }
}
