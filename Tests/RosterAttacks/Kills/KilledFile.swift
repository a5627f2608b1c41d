import Foundation
import Migrations
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A file that processes write which are killed, and what they must have left in it.
struct KilledFile {
  private let kind: KillAttack.Kind
  private let folder: TemporaryFolder
  private var model: NumberedHistoryModel
  /// What was in the file before, list by list.
  private let former: [String: StoredContents]
  /// The last revision that was acknowledged.
  private var acknowledged: Revision = 0

  init(_ kind: KillAttack.Kind, seed: UInt64) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    model = NumberedHistoryModel(NumberedHistory(kind == .states ? .states : .lists, seed: seed))
    former = try kind == .migration ? Self.makeOldFile(folder.path(of: Self.name), seed: seed) : [:]
  }

  private static let name = "list.sqlite"
  private var path: String { folder.path(of: Self.name) }

  /// Makes a file of an older format.
  ///
  /// - Returns: Its contents, read from an undisturbed twin.
  private static func makeOldFile(
    _ path: String, seed: UInt64
  ) throws -> [String: StoredContents] {
    // Each format but the newest, in turn.
    let format = 1 + Int(seed % UInt64(Migration.all.count - 1))
    try ReleasedFile.make(format: format, at: path)
    let folder = try TemporaryFolder()
    try ReleasedFile.make(format: format, at: folder.path(of: name))
    let twin = try SQLiteStore(path: folder.path(of: name))
    defer { try? twin.close() }
    var contents: [String: StoredContents] = [:]
    for list in try twin.lists() {
      contents[list.name] = try twin.list(named: list.name).map { try StoredContents($0) }
    }
    return contents
  }

  /// How long a process takes from its start to its first commit, in seconds.
  static func startingTime() throws -> Double {
    let file = try KilledFile(.lists, seed: 0)
    let start = ContinuousClock.now
    let child = try file.child()
    child.wait(forLines: 1)
    let time = (ContinuousClock.now - start) / .seconds(1)
    child.kill()
    _ = try child.lines()
    return time
  }

  // MARK: Killing

  private func child() throws -> ChildProgram {
    let history = [model.history.kind.rawValue, "\(model.history.seed)"]
    let arguments: [String] =
      switch kind {
      case .compaction: ["compact", path] + history
      case .vacuum: ["vacuum", path] + history
      case .boasting: ["boast", path] + history
      default: ["write", path, "normal"] + history
      }
    return try ChildProgram(.store, arguments)
  }

  /// Starts a process and kills it.
  ///
  /// - Parameters:
  ///   - lineCount: How many commits are waited for first.
  ///   - seconds: How long then.
  /// - Returns: Whether it had acknowledged anything.
  /// - Throws: If it ended by itself.
  mutating func kill(afterLines lineCount: Int, seconds: Double) throws -> Bool {
    let told = try Self.kill(child(), afterLines: lineCount, seconds: seconds)
    acknowledged = max(acknowledged, told ?? 0)
    return told != nil
  }

  /// Kills a process that prints each revision that it was told is committed.
  ///
  /// - Returns: The last one; `nil` if there is none.
  static func kill(
    _ child: ChildProgram, afterLines lineCount: Int, seconds: Double
  ) throws -> Revision? {
    child.wait(forLines: lineCount)
    Thread.sleep(forTimeInterval: seconds)
    child.kill()
    return try child.lines().last.flatMap { Int($0) }
  }

  // MARK: Looking

  /// Opens the file as the next process would.
  ///
  /// - Returns: What is not as it must be.
  mutating func problems() throws -> [String] {
    let store = try SQLiteStore(path: path)
    var problems = try store.check(journalTail: 30).map(\.description)
    for (name, contents) in former.sorted(by: { $0.key < $1.key }) {
      guard let list = try store.list(named: name, create: false) else {
        problems.append("the list \"\(name)\" is gone")
        continue
      }
      if let difference = try StoredContents(list).difference(from: contents) {
        problems.append("the list \"\(name)\": \(difference)")
      }
    }
    if let list = try store.list(named: "main", create: false) {
      problems += try self.problems(in: list)
    } else if acknowledged > 0 {
      problems.append("the list is gone, and revision \(acknowledged) was acknowledged")
    }
    try store.close()
    return problems
  }

  private mutating func problems(in list: SQLiteList) throws -> [String] {
    let state = try list.load()
    guard state.revision >= acknowledged, state.revision >= model.naive.revision else {
      let expected = max(acknowledged, model.naive.revision)
      return ["the list is at revision \(state.revision), and \(expected) was there"]
    }
    try model.advance(to: state.revision)
    // What was seen once must stay.
    acknowledged = state.revision
    let contents = try StoredContents(state, in: list)
    let expected = StoredContents(model.naive, model.states)
    if let difference = contents.difference(from: expected) { return [difference] }
    let former = max(try list.oldestRevision(), state.revision / 2)
    return try model.difference(from: list, at: [former]).map { [$0] } ?? []
  }
}
