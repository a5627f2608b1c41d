import Roster
import RosterDerived

/// A process for the tests to kill: it opens a derived list by one definition after the other, each of which is rebuilt in
/// the background, changes the source meanwhile, and tells the revision of the list that was published then.
enum RebuildingChild {
  static let usage = "RosterChild rebuilding write PATH"

  private typealias List = ListDataSource<String, String, Never>

  /// The number of items that the source keeps: more than are compared at a time.
  private static let itemCount = 3_000

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, arguments[0] == "write" else { throw WrongArguments(usage: usage) }
    let store = try SQLiteStore(path: arguments[1])
    guard let list = try store.list(named: "source") else { throw WrongArguments(usage: usage) }
    let source = try List(storage: list, codec: TextCodec(), sectionCodec: TextCodec())
    if source.snapshot.revision == 0 {
      try await source.change { _, draft in
        try draft.append(contentsOf: (1...itemCount).map { "\($0)" })
      }
    }
    while true {
      // Each time another one.
      let divisor = 2 + source.snapshot.revision % 5
      let shown = try source.derived("shown", version: "\(divisor)")
        .where { (Int($0) ?? 0).isMultiple(of: divisor) }
        .rebuiltInBackground().open()
      for _ in 0..<3 { try await change(source) }
      try await shown.bringUpToDate()
      say("\(shown.list.snapshot.revision)")
      await shown.close()
    }
  }

  /// Puts an item behind all others, and takes the first one out.
  private static func change(_ source: List) async throws {
    try await source.change { list, draft in
      try draft.append("\(itemCount + list.revision)")
      guard let oldest = try draft.state.itemID(at: ItemPath(section: 0, item: 0)) else { return }
      try draft.remove(oldest)
    }
  }
}
