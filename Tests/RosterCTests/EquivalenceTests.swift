import CRoster
import Foundation
import RosterC
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterRows
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The list is the same through C and through Swift.
@Suite("Lists through C")
struct EquivalenceTests {
  private typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

  /// A list that C has open.
  private final class ListOfC {
    private var file = roster_file()
    private var list = roster_list()
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.path(of: "c.sqlite").withRosterText { path in
        try #require(roster_open(path, nil, &file) == ROSTER_OK)
      }
      try "main".withRosterText { name in
        try #require(roster_list_open(file, name, nil, &list) == ROSTER_OK)
      }
    }

    deinit {
      roster_close(list)
      roster_close(file)
    }

    /// Applies a line of a log, and returns whether the list took it.
    func apply(_ line: String) -> Bool {
      line.withRosterText { roster_apply(list, $0, nil) == ROSTER_OK }
    }

    func undo() -> Bool { roster_undo(list, roster_text(), nil) == ROSTER_OK }

    func redo() -> Bool { roster_redo(list, roster_text(), nil) == ROSTER_OK }

    func fingerprint() throws -> String {
      var (snapshot, bytes) = (roster_snapshot(), roster_bytes())
      try #require(roster_snapshot_open(list, -1, &snapshot) == ROSTER_OK)
      defer { roster_close(snapshot) }
      try #require(roster_snapshot_fingerprint(snapshot, &bytes) == ROSTER_OK)
      defer { roster_free(&bytes) }
      return String(cString: bytes.bytes)
    }

    var revision: Int {
      get throws {
        var (snapshot, counts) = (roster_snapshot(), roster_counts())
        try #require(roster_snapshot_open(list, -1, &snapshot) == ROSTER_OK)
        defer { roster_close(snapshot) }
        try #require(roster_snapshot_counts(snapshot, &counts) == ROSTER_OK)
        return Int(counts.revision)
      }
    }
  }

  /// The fingerprint of a list in Swift.
  private func fingerprint(_ list: JSONList) throws -> String {
    var fingerprint = Fingerprint()
    for (section, model) in try list.snapshot.sectionModels().enumerated() {
      fingerprint.addSection(model: model)
      for model in try list.snapshot.models(inSection: section) {
        fingerprint.addItem(model: model)
      }
    }
    return fingerprint.hex
  }

  private func entry(_ line: some StringProtocol) throws -> ChangesetLogEntry {
    try JSONCursor.decode(try JSONParser().parse(line)) { cursor throws(JSONDecodingError) in
      try ChangesetLogEntry(cursor)
    }
  }

  private func listOfSwift() throws -> JSONList {
    let store = try SQLiteStore.inMemory()
    return try JSONList(
      storage: try #require(try store.list(named: "main")), codec: CanonicalJSONCodec(),
      sectionCodec: CanonicalJSONCodec())
  }

  @Test(arguments: ["thrash-101", "thrash-102", "history-small", "states-small", "states-random"])
  func aLogLeadsToTheSameList(name: String) async throws {
    try await onThread { try compare(logNamed: name) }
  }

  private func compare(logNamed name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/logs/\(name).jsonl").standardized
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let list = try listOfSwift()
    let other = try ListOfC()
    var count = 0
    for (number, line) in lines.dropFirst().enumerated() {
      let entry = try entry(line)
      let taken: (swift: Bool, c: Bool)
      switch entry {
      case .changeset(let logged):
        let states = logged.states.ascending().map {
          StateAssignment(tree: TreeReference($0.place), scope: $0.scope, state: $0.state?.stored)
        }
        let result = Result {
          try list.applySynchronously(
            .changeset(logged.changeset, states: states), logged.annotation)
        }
        taken = ((try? result.get()) != nil, other.apply(String(line)))
      case .undo: taken = ((try? list.applySynchronously(.undo())) != nil, other.undo())
      case .redo: taken = ((try? list.applySynchronously(.redo())) != nil, other.redo())
      case .expect, .reopen: continue
      }
      count += 1
      #expect(taken.swift == taken.c, "line \(number + 2)")
    }
    #expect(count >= 10)
    #expect(try fingerprint(list) == other.fingerprint())
    #expect(try list.snapshot.revision == other.revision)
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func randomChangesLeadToTheSameList(seed: UInt64) async throws {
    try await onThread { try compare(seed: seed) }
  }

  private func compare(seed: UInt64) throws {
    let list = try listOfSwift()
    let other = try ListOfC()
    var changesets = RandomChangesets(seed: seed)
    for number in 0..<40 {
      let counts = list.snapshot.state.itemCounts
      if number % 7 == 6 {
        #expect(other.undo() == ((try? list.applySynchronously(.undo())) != nil))
        continue
      }
      let line = changesets.valid(for: counts).changeset(models: "\(number) ").logLine
      guard case .changeset(let logged) = try entry(line) else {
        Issue.record("not a changeset: \(line)")
        return
      }
      try list.applySynchronously(.changeset(logged.changeset))
      #expect(other.apply(line), "seed \(seed): \(line)")
      #expect(try fingerprint(list) == other.fingerprint(), "seed \(seed): \(line)")
    }
  }
}

extension String {
  /// The text as C has it.
  fileprivate func withRosterText<Value>(_ body: (roster_text) throws -> Value) rethrows -> Value {
    try utf8CString.withUnsafeBufferPointer {
      try body(roster_text(bytes: $0.baseAddress, count: utf8.count))
    }
  }
}
