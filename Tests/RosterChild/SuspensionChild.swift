import Dispatch
import Foundation
import GRDB
import Roster
import RosterGRDB

/// A process that a test suspends and stops: it writes lists without pause, in a file or in the database of an
/// application, by calls that wait and calls that do not, and reads beside it.
///
/// SIGUSR1 suspends its store, of which it tells; SIGUSR2 resumes it; at SIGTERM it says what it has done, and ends.
enum SuspensionChild {
  static let usage = "RosterChild suspension file|application PATH"

  private typealias List = ListDataSource<Int64, String, Never>

  /// The number of items and rows that are kept.
  private static let itemCount = 50

  private struct Item: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var title: String
  }

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, ["file", "application"].contains(arguments[0]) else {
      throw WrongArguments(usage: usage)
    }
    let path = arguments[1]
    let isApplication = arguments[0] == "application"
    let roster = isApplication ? try Self.application(path) : nil
    let store = try roster?.store ?? SQLiteStore(path: path)
    let (one, other, shared) = (
      try list("one", store), try list("other", store), try list("shared", store, isShared: true)
    )
    let rows = try roster?.table(Item.self, list: "rows")
    let signals = observeSignals(store)
    defer { withExtendedLifetime(signals) {} }
    let ending = Ending()

    let synchronous = Thread {
      while !ending.isDue {
        do {
          _ = try other.changeSynchronously { _, other in try add(0, to: &other) }
          ending.count(\.others)
        } catch DataSourceError.storage(let error) where error.code == .busy {
          Thread.sleep(forTimeInterval: 0.001)
        } catch {
          say("\(error)")
          exit(1)
        }
      }
      ending.end()
    }
    let reading = Thread {
      while !ending.isDue {
        do {
          _ = try store.check(journalTail: 10)
          _ = try other.snapshot.models()
        } catch let error as StorageError where error.code == .busy {
          Thread.sleep(forTimeInterval: 0.001)
        } catch {
          say("\(error)")
          exit(1)
        }
      }
      ending.end()
    }
    say("begun")
    synchronous.start()
    reading.start()
    while !ending.isDue {
      if let roster {
        try await roster.write(one, shared) { db, one, shared in
          try db.execute(sql: "INSERT INTO item (title) VALUES ('row')")
          let id = db.lastInsertedRowID
          try db.execute(sql: "DELETE FROM item WHERE id <= ?", arguments: [id - Int64(itemCount)])
          try add(id, to: &one)
          try add(0, to: &shared)
        }
      } else {
        try await store.change(one, shared) { one, shared in
          try add(0, to: &one)
          try add(0, to: &shared)
        }
      }
      ending.count(\.ones)
    }
    ending.waitForThreads(2)
    try await rows?.bringUpToDate()
    try await shared.change { _, shared in _ = try shared.append(-1) }
    let counts = ending.counts
    let shown = try rows.map { rows in try rows.list.snapshot.models().map(\.id) }
    let expected = try one.snapshot.models()
    say(
      "\(counts.ones) \(one.snapshot.revision) \(counts.others) \(other.snapshot.revision) "
        + "\(shared.snapshot.revision) \(shown.map { $0 == expected ? 1 : 0 } ?? 1)")
    try store.close()
  }

  /// Appends an item, and removes the first one of a list that has become long.
  private static func add(_ model: Int64, to list: inout ListDraft<Int64, String>) throws {
    try list.append(model)
    if list.state.itemCount > itemCount,
      let first = try list.state.itemID(at: ItemPath(section: 0, item: 0))
    {
      try list.remove(first)
    }
  }

  private static func application(_ path: String) throws -> RosterDatabase {
    let pool = try DatabasePool(path: path)
    try pool.write { db in
      try db.execute(
        sql: "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    }
    return try RosterDatabase(pool)
  }

  private static func list(
    _ name: String, _ store: SQLiteStore, isShared: Bool = false
  ) throws -> List {
    guard let list = try store.list(named: name) else { throw CocoaError(.fileReadUnknown) }
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try List(.stored(list), configuration: configuration)
  }

  private static func observeSignals(_ store: SQLiteStore) -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "signals")
    return [(SIGUSR1, true), (SIGUSR2, false)].map { number, suspends in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if suspends { store.suspend() } else { store.resume() }
        say(suspends ? "suspended" : "resumed")
      }
      source.resume()
      return source
    }
  }

  /// What the process has done, and whether it is to end.
  ///
  /// Unchecked because of the variables, which the condition guards.
  private final class Ending: @unchecked Sendable {
    struct Counts {
      var ones = 0
      var others = 0
    }

    private let condition = NSCondition()
    private var done = Counts()
    private var endedCount = 0
    private var isTold = false
    private let source: any DispatchSourceSignal

    init() {
      signal(SIGTERM, SIG_IGN)
      source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: DispatchQueue(label: "end"))
      source.setEventHandler { [weak self] in self?.condition.withLock { self?.isTold = true } }
      source.resume()
    }

    var isDue: Bool { condition.withLock { isTold } }
    var counts: Counts { condition.withLock { done } }

    func count(_ path: WritableKeyPath<Counts, Int>) {
      condition.withLock { done[keyPath: path] += 1 }
    }

    func end() {
      condition.withLock {
        endedCount += 1
        condition.broadcast()
      }
    }

    func waitForThreads(_ count: Int) {
      condition.withLock { while endedCount < count { condition.wait() } }
    }
  }
}
