import Roster
import RosterTestKit
import RosterTestSupport

/// One of several processes that write one list, for the tests to kill.
///
/// It goes on where the process of its name before it was killed, applies changesets until there are
/// COUNT of its name, and prints the number of each once it is acknowledged. When it has seen the list
/// come to revision TOTAL it prints what it has seen, and ends.
enum WriterChild {
  typealias List = ListDataSource<String, String, Never>

  static let usage = "RosterChild writer PATH NAME COUNT SEED TOTAL"

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 5, let count = Int(arguments[2]), let seed = UInt64(arguments[3]),
      let total = Int(arguments[4])
    else { throw WrongArguments(usage: usage) }
    let (path, name) = (arguments[0], arguments[1])
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let list = try List(.file(path, list: "main"), configuration: configuration)
    let start = list.snapshot
    let batches = try list.batches(after: start.revision)
    let reader = Task { try await read(batches, from: start, upTo: total) }
    let last = try await lastNumber(of: name, in: list, upTo: start.revision)
    try await write(last..<count, as: name, seed, to: list)
    let seen = try await reader.value
    say("end \(total) \(fingerprint(seen)) \(fingerprint(try rows(list.snapshot)))")
  }

  // MARK: Writing

  /// Applies changesets, each rebased for as long as others come first.
  private static func write(
    _ numbers: Range<Int>, as name: String, _ seed: UInt64, to list: List
  ) async throws {
    for number in numbers {
      var base = list.snapshot
      var changeset = self.changeset(number, name, seed, for: base)
      let annotation = ChangeAnnotation(origin: name, at: "\(number + 1)")
      while true {
        do {
          try await list.apply(.changeset(changeset, basedOn: base.revision), annotation)
          break
        } catch DataSourceError.conflict(let conflict) {
          try await waitForRevision(conflict.current, of: list)
          (changeset, _, base) = try list.rebased(changeset, from: base)
        }
      }
      say("\(number + 1)")
    }
  }

  private static func changeset(
    _ number: Int, _ name: String, _ seed: UInt64, for snapshot: List.Snapshot
  ) -> Changeset<String, String> {
    let counts = snapshot.state.itemCounts
    // Now and then the longest section is emptied, so that the list stays short.
    if snapshot.state.itemCount > 300,
      let section = counts.indices.max(by: { counts[$0] < counts[$1] })
    {
      return Changeset { $0.removeItems(inSection: section, at: 0..<counts[section]) }
    }
    var changesets = RandomChangesets(seed: seed &* 1_000_003 &+ UInt64(number))
    return changesets.valid(for: counts).changeset(models: "\(name) \(number):")
  }

  private static func waitForRevision(_ revision: Revision, of list: List) async throws {
    let batches = try list.batches()
    if list.snapshot.revision >= revision { return }
    for try await batch in batches where batch.target.revision >= revision { return }
  }

  /// The number of the last changeset of a name.
  private static func lastNumber(
    of name: String, in list: List, upTo revision: Revision
  ) async throws -> Int {
    var last = 0
    if revision == 0 { return last }
    for try await batch in try list.batches(after: 0) {
      let annotation = batch.changes.annotation
      if annotation.origin == name, let number = annotation.at.flatMap({ Int($0) }) {
        last = number
      }
      if batch.target.revision >= revision { break }
    }
    return last
  }

  // MARK: Reading

  private struct Misfit: Error {
    var batch: String
  }

  /// Applies the operations of every batch, as a renderer does; each must go on from the last one.
  private static func read(
    _ batches: BatchSequence<String, String, Never>, from start: List.Snapshot, upTo total: Revision
  ) async throws -> ListRows<String, String> {
    var rows = try rows(start)
    var revision = start.revision
    if revision == total { return rows }
    for try await batch in batches {
      guard batch.source.revision == revision, batch.target.revision == revision + 1 else {
        throw Misfit(
          batch: "\(batch.source.revision) to \(batch.target.revision) after \(revision)")
      }
      rows = try rows.applying(batch.changes.operations)
      revision += 1
      if revision == total { break }
    }
    return rows
  }

  private static func rows(_ snapshot: List.Snapshot) throws -> ListRows<String, String> {
    ListRows(
      try snapshot.sectionModels().enumerated().map { section, model in
        .init(model: model, items: try snapshot.models(inSection: section))
      })
  }

  private static func fingerprint(_ rows: ListRows<String, String>) -> UInt64 {
    "\(rows)".utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
