import Foundation
import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport

@testable import RosterLog

extension ChangesetLog {
  /// A log of these lines, below a header.
  init(_ lines: String...) throws { try self.init(lines) }

  init(_ lines: [String]) throws {
    try self.init(Array(([#"{"changesetLog":1}"#] + lines).joined(separator: "\n").utf8))
  }

  /// The lines below the header.
  var lines: [String] { entries.map(ChangesetLogWriter.line) }

  /// A log in `Tests/Fixtures/logs`.
  init(fixture name: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/logs/\(name).jsonl").standardized
    try self.init([UInt8](Data(contentsOf: path)))
  }

  static let fixtures = [
    "history-small", "history-large", "states-random", "states-small", "thrash-101", "thrash-102",
    "typing",
  ]

  /// Random changesets, states and undos that fit, with expectations of everything that hold.
  init(seed: UInt64, entryCount: Int) throws {
    var changesets = RandomChangesets(seed: seed)
    var list = LoggedList(remembersHistory: true)
    self.init(entries: [])
    for number in 0..<entryCount {
      let dice = changesets.random.index(below: 10)
      let entry: ChangesetLogEntry =
        dice == 0
        ? .undo
        : dice == 1
          ? .redo
          : .changeset(
            LoggedChangeset(
              changesets.valid(for: list.list.itemCounts).changeset(models: "\(number)-").asJSON,
              group: changesets.random.index(below: 3) == 0 ? "g" : nil))
      guard try list.take(entry) == .done else { continue }
      entries.append(entry)
      try list.setState(number, &changesets.random, &entries)
      if changesets.random.index(below: 4) == 0 { entries.append(try list.expectation()) }
    }
    entries.append(try list.expectation())
  }

  /// What the list is like in the end.
  func list() throws -> LoggedList {
    var list = LoggedList(remembersHistory: entries.takeBack)
    for entry in entries { _ = try list.take(entry) }
    return list
  }
}

extension Changeset<String, String> {
  /// The same changeset with the texts as JSON.
  fileprivate var asJSON: Changeset<JSONValue, JSONValue> {
    Changeset<JSONValue, JSONValue>(
      validating: outline, updatedModels: updatedModels.map(JSONValue.string),
      insertedModels: insertedModels.map(JSONValue.string),
      updatedSectionModels: updatedSectionModels.map { $0.map(JSONValue.string) },
      insertedSectionModels: insertedSectionModels.map { $0.map(JSONValue.string) })
      ?? Changeset<JSONValue, JSONValue>()
  }
}

extension LoggedList {
  /// Writes the state of some item, if there is any.
  fileprivate mutating func setState(
    _ number: Int, _ random: inout SplitMix64, _ entries: inout [ChangesetLogEntry]
  ) throws {
    let sections = list.itemCounts.indices.filter { list.itemCounts[$0] > 0 }
    guard random.index(below: 3) == 0, let section = sections.first else { return }
    let item = random.index(below: list.itemCounts[section])
    let state = LoggedState(
      item: ItemPath(section: section, item: item), scope: try scope("Row"),
      JSONState(.number(Double(number))))
    let entry = ChangesetLogEntry.changeset(LoggedChangeset(Changeset(), states: [state]))
    _ = try take(entry)
    entries.append(entry)
  }

  private func scope(_ text: String) throws -> ScopePath {
    guard let scope = ScopePath(text) else { throw CocoaError(.formatting) }
    return scope
  }

  /// Everything that can be expected of the list.
  fileprivate func expectation() throws -> ChangesetLogEntry {
    var expectation = Expectation()
    expectation.revision = 0
    expectation.counts = []
    expectation.sections = []
    expectation.sectionModels = []
    expectation.fingerprint = ""
    for (tree, states) in contents.states {
      guard let place = try list.place(of: tree) else { continue }
      for (scope, state) in states {
        expectation.states.append(LoggedState(place, scope: scope, state))
      }
    }
    for part in ExpectedPart.allCases {
      expectation = try part.rewritten(expectation, for: self)
    }
    return .expect(expectation)
  }
}
