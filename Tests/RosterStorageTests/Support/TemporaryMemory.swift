import RosterCore
import RosterTestSupport
import Testing

/// Lists in memory.
final class TemporaryMemory: TemporaryStorage {
  private let clock: (@Sendable () -> Int)?
  private var lists: [String: MemoryList] = [:]

  init(_ clock: (@Sendable () -> Int)?) { self.clock = clock }

  func list(_ name: String, _: PageSizes) throws -> any JournalStorage { place(name).openedAgain() }

  func reopen() {}

  func listOfAnotherWriter(_ name: String) throws -> any JournalStorage { try list(name) }

  func rowCount(_ table: StateRows, of name: String) throws -> Int {
    let counts = place(name).itemStateCounts
    return table == .state ? counts.current : counts.earlier
  }

  func findings() throws -> [String] {
    try lists.sorted { $0.key < $1.key }.flatMap { name, list in
      try list.findings().map { "\(name): \($0)" }
    }
  }

  private func place(_ name: String) -> MemoryList {
    if let list = lists[name] { return list }
    let list = clock.map { MemoryList(clock: $0) } ?? MemoryList()
    lists[name] = list
    return list
  }
}
