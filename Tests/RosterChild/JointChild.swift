import Roster

/// A process for the tests to kill: it changes two lists at once without pause, takes each change back and
/// redoes it, and tells of what it was told is done.
enum JointChild {
  static let usage = "RosterChild joint change PATH"

  private typealias List = ListDataSource<String, String, Never>

  /// The number of items that each list keeps.
  private static let itemCount = 100

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, arguments[0] == "change" else { throw WrongArguments(usage: usage) }
    let store = try SQLiteStore(path: arguments[1])
    let (one, other) = (try open("one", in: store), try open("other", in: store))
    while true {
      // The lists are named in either order.
      let isEven = one.snapshot.revision.isMultiple(of: 2)
      let (first, second) = isEven ? (one, other) : (other, one)
      // The process before may have been killed in between.
      switch one.snapshot.revision % 3 {
      case 0:
        try await store.change(first, second) { first, second in
          try add(to: &first)
          try add(to: &second)
        }
      case 1: try await store.apply(.undo(first, second))
      default: try await store.apply(.redo(first, second))
      }
      say("\(one.snapshot.revision)")
    }
  }

  private static func open(_ name: String, in store: SQLiteStore) throws -> List {
    guard let list = try store.list(named: name) else { throw WrongArguments(usage: usage) }
    return try List(storage: list, codec: TextCodec(), sectionCodec: TextCodec())
  }

  /// Appends the number of the change, and removes what is too old.
  private static func add(to list: inout List.Draft) throws {
    try list.append("\(list.source.revision + 1)")
    guard list.state.itemCount > itemCount,
      let oldest = try list.state.itemID(at: ItemPath(section: 0, item: 0))
    else { return }
    try list.remove(oldest)
  }
}
