import Roster
import RosterCore
import RosterDerived
import RosterTestSupport

/// A process for the tests to kill: it changes a list of numbers without pause, alone and with another list, and takes
/// changes back. The multiples of three are kept together with it, and over them the odd ones. It tells each revision of the
/// numbers that it was told is committed.
enum TogetherChild {
  static let usage = "RosterChild together write|divide PATH"

  private typealias List = ListDataSource<String, String, Never>

  private static let first = ItemPath(section: 0, item: 0)

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, ["write", "divide"].contains(arguments[0]) else {
      throw WrongArguments(usage: usage)
    }
    let file = try SQLiteStore(path: arguments[1])
    let store: any JointStorage = arguments[0] == "divide" ? DividingStore(file) : file
    let (numbers, others) = (try open("numbers", in: store), try open("others", in: store))
    if numbers.snapshot.revision == 0 {
      try await numbers.change { _, draft in
        try draft.append(contentsOf: (1...30).map { "\($0)" })
      }
    }
    let shown = try numbers.derived("shown", version: "1")
      .where { (Int($0) ?? 1).isMultiple(of: 3) }.together().open()
    let late = try shown.list.derived("late", version: "1")
      .where { !(Int($0) ?? 0).isMultiple(of: 2) }.sorted { [.descending(Int($0) ?? 0)] }
      .together().open()
    while true {
      if let failure = shown.failure ?? late.failure { throw failure }
      // The process before may have been killed in between.
      switch (numbers.snapshot.revision - 1) % 5 {
      case 0: try await numbers.change { list, draft in try add(list.revision, to: &draft) }
      case 1: try await numbers.apply(.undo())
      case 2: try await numbers.apply(.redo())
      case 3:
        try await store.change(numbers, others) { numbers, others in
          guard let item = try numbers.state.itemID(at: first) else { return }
          try others.append(numbers.model(of: item))
          try numbers.remove(item)
        }
      default: try await store.apply(.undo(numbers, others))
      }
      say("\(numbers.snapshot.revision)")
    }
  }

  private static func open(_ name: String, in store: any JointStorage) throws -> List {
    guard let list = try store.storedList(named: name, create: true) else {
      throw WrongArguments(usage: usage)
    }
    return try List(storage: list, codec: TextCodec(), sectionCodec: TextCodec())
  }

  /// Puts a number behind all others, and takes out the first one or changes one.
  private static func add(_ revision: Revision, to list: inout List.Draft) throws {
    try list.append("\(30 + revision)")
    let index = revision / 5 % 3
    guard let item = try list.state.itemID(at: ItemPath(section: 0, item: index)) else { return }
    if index == 0 { try list.remove(item) } else { try list.update(item, "\(revision)") }
  }
}
