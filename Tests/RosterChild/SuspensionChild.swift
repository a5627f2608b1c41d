import Dispatch
import Foundation
import GRDB
import Roster
import RosterGRDB
import RosterTestKit

/// A process that a test suspends and stops: it writes lists by a random program, in a file or in the database of an
/// application, by calls that wait and calls that do not, and reads beside it. An application also writes a row by itself
/// now and then, which the list of its table follows.
///
/// SIGUSR1 suspends its store, of which it tells; SIGUSR2 resumes it; at SIGTERM it says what it has done, and ends.
enum SuspensionChild {
  static let usage = "RosterChild suspension file|application|heedless PATH SEED"

  /// What the process writes, and whether it suspends its store or only says so.
  private enum Kind: String {
    case file, application, heedless
  }

  private typealias List = ListDataSource<Int64, String, Never>

  /// The number of items and rows that are kept.
  private static let itemCount = 50

  private struct Item: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var title: String
  }

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 3, let kind = Kind(rawValue: arguments[0]),
      let seed = UInt64(arguments[2])
    else { throw WrongArguments(usage: usage) }
    let path = arguments[1]
    let pool = kind == .application ? try Self.pool(path) : nil
    let roster = try pool.map { try RosterDatabase($0) }
    let store = try roster?.store ?? SQLiteStore(path: path)
    let (one, other, shared) = (
      try list("one", store), try list("other", store), try list("shared", store, isShared: true)
    )
    let rows = try roster?.table(Item.self, list: "rows")
    let ownWrites = DispatchSemaphore(value: 1)
    let ending = Ending()
    let signals = [
      observe(SIGUSR1) {
        if kind != .heedless {
          // An application ends its own statements first.
          ownWrites.wait()
          store.suspend()
        }
        say("suspended")
      },
      observe(SIGUSR2) {
        if kind != .heedless {
          store.resume()
          ownWrites.signal()
        }
        say("resumed")
      },
      observe(SIGTERM) { ending.tell() },
    ]
    defer { withExtendedLifetime(signals) {} }

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
    let renaming = pool.map { pool in
      Thread {
        var random = SplitMix64(seed: ~seed)
        while !ending.isDue {
          ownWrites.wait()
          do {
            try pool.write { try rename(random.index(below: 100), $0) }
          } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Another process writes.
          } catch {
            say("\(error)")
            exit(1)
          }
          ownWrites.signal()
          Thread.sleep(forTimeInterval: Double(random.index(below: 8)) / 1_000)
        }
        ending.end()
      }
    }
    let threads = [synchronous, reading, renaming].compactMap { $0 }
    say("begun")
    for thread in threads { thread.start() }
    var random = SplitMix64(seed: seed)
    while !ending.isDue {
      if random.happens(percent: 10) {
        try await Task.sleep(for: .microseconds(random.index(below: 5_000)))
      }
      let rowCount = 1 + random.index(below: 4)
      if random.happens(percent: 70) {
        if let roster {
          try await roster.write(one, shared) { db, one, shared in
            try addRows(rowCount, db, &one)
            try add(0, to: &shared)
          }
        } else {
          try await store.change(one, shared) { one, shared in
            for _ in 0..<rowCount { try add(0, to: &one) }
            try add(0, to: &shared)
          }
        }
        ending.count(\.shareds)
      } else if let roster {
        try await roster.write(one) { db, one in try addRows(rowCount, db, &one) }
      } else {
        try await one.change { _, one in for _ in 0..<rowCount { try add(0, to: &one) } }
      }
      ending.count(\.ones)
    }
    ending.waitForThreads(threads.count)
    try await rows?.bringUpToDate()
    try await shared.change { _, shared in _ = try shared.append(-1) }
    let counts = ending.counts
    let shown = try rows.map { rows in try rows.list.snapshot.models().map(\.id) }
    let expected = try one.snapshot.models()
    say(
      "\(counts.ones) \(one.snapshot.revision) \(counts.others) \(other.snapshot.revision) "
        + "\(counts.shareds) \(shared.snapshot.revision) \(shown.map { $0 == expected ? 1 : 0 } ?? 1)"
    )
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

  /// Writes rows, and appends their keys.
  private static func addRows(
    _ count: Int, _ db: Database, _ list: inout ListDraft<Int64, String>
  ) throws {
    for _ in 0..<count {
      try db.execute(sql: "INSERT INTO item (title) VALUES ('row')")
      let id = db.lastInsertedRowID
      try db.execute(sql: "DELETE FROM item WHERE id <= ?", arguments: [id - Int64(itemCount)])
      try add(id, to: &list)
    }
  }

  /// Writes a row of the application alone, the newest one.
  private static func rename(_ number: Int, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE item SET title = ? WHERE id = (SELECT max(id) FROM item)",
      arguments: ["row \(number)"])
  }

  private static func pool(_ path: String) throws -> DatabasePool {
    let pool = try DatabasePool(path: path)
    try pool.write { db in
      try db.execute(
        sql: "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    }
    return pool
  }

  private static func list(
    _ name: String, _ store: SQLiteStore, isShared: Bool = false
  ) throws -> List {
    guard let list = try store.list(named: name) else { throw CocoaError(.fileReadUnknown) }
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try List(.stored(list), configuration: configuration)
  }

  private static let signalQueue = DispatchQueue(label: "signals")

  /// Calls a closure at each signal of a kind. When it returns, none that is sent is lost.
  private static func observe(
    _ number: Int32, _ act: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: signalQueue)
    let registration = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registration.signal() }
    source.setEventHandler { act() }
    source.resume()
    registration.wait()
    return source
  }

  /// What the process has done, and whether it is to end.
  ///
  /// Unchecked because of the variables, which the condition guards.
  private final class Ending: @unchecked Sendable {
    struct Counts {
      var ones = 0
      var others = 0
      var shareds = 0
    }

    private let condition = NSCondition()
    private var done = Counts()
    private var endedCount = 0
    private var isTold = false

    func tell() { condition.withLock { isTold = true } }

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
