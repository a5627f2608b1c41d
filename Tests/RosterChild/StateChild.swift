import Roster
import RosterComponentLists

/// A process for the tests to kill: it changes the states of rows, and the rows, without pause, and
/// tells of what it was told is done.
enum StateChild {
  static let usage = "RosterChild states PATH DURABILITY"

  static let writerCount = 3
  private static let rowCount = 12

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2,
      let durability = SQLiteConfiguration.Durability(rawValue: arguments[1])
    else { throw WrongArguments(usage: usage) }
    let list = try CounterRow.list(arguments[0], durability)
    if list.snapshot.state.sectionCount == 0 {
      try await list.apply(
        Changeset {
          $0.insertSection(at: 0, "rows")
          $0.insertItems((0..<rowCount).map { "row \($0)" }, at: ItemPath(section: 0, item: 0))
        })
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<writerCount { group.addTask { try await add(in: list) } }
      group.addTask { try await exchangeRows(in: list) }
      group.addTask { try await raise(in: list) }
      try await group.waitForAll()
    }
  }

  /// Adds to one counter after the other, and prints each addition once it is acknowledged.
  private static func add(in list: ComponentList<String, String, Never>) async throws {
    while true {
      let items = try list.snapshot.state.itemIDs(inSection: 0)
      guard let item = items.randomElement(), let counter = CounterRow.counters.randomElement()
      else { continue }
      let update = try list.enqueue(
        .update(Counter.path(counter), of: Counter.self, in: .id(item)) {
          $0.count += 1
        })
      do {
        _ = try await update.value
        say("added \(item.rawValue) \(counter)")
      } catch DataSourceError.noSuchItem {
        // The row was removed in the meantime.
      }
    }
  }

  /// Removes a row and inserts another, again and again, and prints their numbers.
  private static func exchangeRows(in list: ComponentList<String, String, Never>) async throws {
    while true {
      let items = try list.snapshot.state.itemIDs(inSection: 0)
      let source = ItemPath(section: 0, item: Int.random(in: 0..<items.count))
      let target = ItemPath(section: 0, item: Int.random(in: 0..<items.count))
      let batch = try await list.apply(
        Changeset {
          $0.removeItem(at: source)
          $0.insertItem("a new row", at: target)
        })
      guard let inserted = try batch.target.state.itemID(at: target) else { continue }
      say("exchanged \(items[source.item].rawValue) \(inserted.rawValue)")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Adds to the counter in the header, and prints each addition once it is acknowledged.
  private static func raise(in list: ComponentList<String, String, Never>) async throws {
    while true {
      let update = try list.enqueue(
        .update(Counter.headerPath, of: Counter.self, in: .header(of: .index(0))) { $0.count += 1 })
      _ = try await update.value
      say("raised")
    }
  }
}
