import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Opening and reading: damaged files")
struct DamagedFileTests {
  /// The bytes of a file with a list of some pages, and the rows and states of the list.
  private struct Original {
    let bytes: Data
    let rows: ListRows<String, String>
    let journal: [ChangeAnnotation]
    let states: [[[ScopePath: StoredState]]]

    init() throws {
      let temporary = try TemporaryStore()
      var generator = RandomChangesets(seed: 5)
      var list = try CommittedList(temporary.list())
      try list.commit([newSection((0..<500).map { "item \($0)" }), newSection(at: 1, ["x"])])
      try list.commitStates(8, seed: 5)
      for _ in 0..<10 { try list.commit(1, from: &generator) }
      try list.commit(newSection((0..<20).map { "item \($0)" }))
      try list.commitStates(4, seed: 6)
      rows = list.naive.rows
      states = try Self.states(of: list.storage)
      #expect(states.allSatisfy { !$0.allSatisfy(\.isEmpty) })
      journal = try list.storage.journal(after: 0, limit: 99).map(\.annotation)
      try temporary.store.close()
      bytes = try #require(contents(temporary.path))
    }

    /// The states of all items, as they are and as they were at some revisions.
    static func states(of list: any ListStorage) throws -> [[[ScopePath: StoredState]]] {
      let items = (1...700).map { ItemID(rawValue: $0) }
      return try [6, 8, 10, 25].map { try list.states(of: items, at: $0) }
    }
  }

  private enum Outcome {
    /// The list, its states and its journal are what they were.
    case right
    /// Opening, checking or reading says that something is wrong.
    case found
    /// The list, its states or its journal differ, and no error says so.
    case wrong
  }

  /// Reads a file as far as it can be read.
  private func outcome(_ path: String, _ original: Original, isReadOnly: Bool) throws -> Outcome {
    do {
      let store = try SQLiteStore(
        path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      defer { try? store.close() }
      guard try store.check() == [] else { return .found }
      guard let list = try store.list(named: "main", create: false) else { return .found }
      let rows = try list.rows(of: list.load())
      let journal = try list.journal(after: 0, limit: 99).map(\.annotation)
      let states = try Original.states(of: list)
      return rows == original.rows && journal == original.journal && states == original.states
        ? .right : .wrong
    } catch let error as StorageError {
      #expect(error.message.contains(path), "\(error.code)")
      let codes: [StorageError.Code] = [.corrupt, .notADatabase, .newerFormat]
      #expect(codes.contains(error.code), "\(error.code): \(error.message)")
      return .found
    }
  }

  /// Writes bytes to a file and reads it: what is read is right, or something is found.
  private func expectIsFound(
    _ bytes: Data, _ original: Original, isReadOnly: Bool, _ what: Comment
  ) throws {
    let folder = try TemporaryFolder()
    try bytes.write(to: folder.url.appendingPathComponent("list.sqlite"))
    #expect(try outcome(folder.path(), original, isReadOnly: isReadOnly) != .wrong, what)
    if isReadOnly { #expect(contents(folder.path()) == bytes, what) }
  }

  @Test func flippedBytesAreFoundOrDoNoHarm() throws {
    let original = try Original()
    for seed in 0..<120 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var bytes = original.bytes
      for _ in 0...random.index(below: 3) {
        bytes[random.index(below: bytes.count)] ^= 1 << random.index(below: 8)
      }
      try expectIsFound(bytes, original, isReadOnly: seed % 3 > 0, "seed \(seed)")
    }
  }

  @Test func pagesOfRubbishAreFound() throws {
    let original = try Original()
    for page in 1..<original.bytes.count / 4_096 {
      var random = SplitMix64(seed: UInt64(page))
      var bytes = original.bytes
      for offset in 0..<4_096 { bytes[page * 4_096 + offset] = UInt8(random.index(below: 256)) }
      try expectIsFound(bytes, original, isReadOnly: page % 2 == 0, "page \(page)")
    }
  }

  @Test func filesThatWereCutOffAreFound() throws {
    let original = try Original()
    for length in stride(from: 0, to: original.bytes.count, by: 4_096 * 3 + 999) {
      try expectIsFound(
        original.bytes.prefix(length), original, isReadOnly: true, "\(length) bytes are left")
    }
  }

  @Test func theHeaderAloneIsNotEnough() throws {
    let original = try Original()
    let folder = try TemporaryFolder()
    try original.bytes.prefix(100).write(to: folder.url.appendingPathComponent("list.sqlite"))
    #expect(try outcome(folder.path(), original, isReadOnly: false) == .found)
    #expect(contents(folder.path()) == original.bytes.prefix(100))
  }
}
