import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// A list takes every modification in three ways, which differ only in what the caller waits for.
@Suite("Modifications: ways") struct WayTests {
  typealias RowModification<Outcome: Sendable> = ListModification<String, String, RowTree, Outcome>

  enum Way: CaseIterable {
    case enqueue, apply, applySynchronously

    func take<Outcome>(_ modification: RowModification<Outcome>, _ list: RowList) async throws
      -> Outcome
    {
      let annotation = ChangeAnnotation(origin: "\(self)")
      return switch self {
      case .enqueue: try await list.enqueue(modification, annotation).value
      case .apply: try await list.apply(modification, annotation)
      case .applySynchronously: try list.applySynchronously(modification, annotation)
      }
    }
  }

  /// What is done to a list of the items a and b, which revisions 1 and 2 have inserted.
  enum Deed: CaseIterable {
    case changeset, basedChangeset, contents, precomputed, update, edits, action, actions, reload
    case configuration, undo, redo

    func take(_ way: Way, _ list: RowList) async throws -> [RowList.Batch] {
      let assignment = StateAssignment(
        item: .item(1), scope: .counter("a"), state: .counter([5]))
      let longer = TreeKind.item.components { Row(text: $0 + "z") }
      switch self {
      case .changeset:
        return [
          try await way.take(.changeset(.insert("c"), states: [assignment]), list)
        ]
      case .basedChangeset:
        return [try await way.take(.changeset(.insert("c"), basedOn: 2), list)]
      case .contents:
        return [try await way.take(.contents(TextContents("ca"), by: .byLetter), list)]
      case .precomputed:
        return [try await way.take(.precomputed(list.precompute(.insert("c"))), list)]
      case .update:
        let update = try await way.take(
          .update(.counter("a"), of: Counter.self, in: .id(1)) { $0.add(5) }, list)
        return [update.batch].compactMap(\.self)
      case .edits:
        let edit = TreeEdit.update(.counter("a"), of: Counter.self) { $0.add(5) }
        return [try await way.take(.edits([edit], in: .item(0)), list).batch].compactMap(\.self)
      case .action:
        let add = Action<Int>(named: "addAndTell", in: .counter("a"))
        let outcome = try await way.take(.action(add, 5, in: .id(1)), list)
        #expect(outcome.messageCount == 1)
        return [outcome.batch].compactMap(\.self)
      case .actions:
        let outcome = try await way.take(.actions([.add(5, to: "a")], in: .id(1)), list)
        return [outcome.batch].compactMap(\.self)
      case .reload:
        return [try await way.take(.reload(.items([.id(1)])), list).batch].compactMap(\.self)
      case .configuration:
        return [try await way.take(.configuration(longer), list).batch].compactMap(\.self)
      case .undo:
        return try await way.take(.undo(), list)
      case .redo:
        try await list.apply(.undo())
        return try await way.take(.redo(), list)
      }
    }

    /// The list afterwards, with what the row of a has counted.
    var expected: (revision: Revision, drawing: String, history: [Int]) {
      switch self {
      case .changeset: (3, "cab", [5])
      case .basedChangeset, .precomputed: (3, "cab", [])
      case .contents: (3, "ca", [])
      case .update, .edits, .action, .actions: (3, "ab", [5])
      case .reload: (2, "ab", [])
      // Each row has one counter more, whose state begins.
      case .configuration: (3, "ab", [])
      case .undo: (3, "a", [])
      case .redo: (4, "ab", [])
      }
    }
  }

  private func withRows(_ body: (RowList) async throws -> Void) async throws {
    try await ListFile.withRows { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("b", at: 1))
      try await body(list)
    }
  }

  @Test(arguments: Deed.allCases, Way.allCases)
  func aModificationHasItsOutcomeInEachWay(_ deed: Deed, _ way: Way) async throws {
    try await withRows { list in
      let batches = try await deed.take(way, list)
      let expected = deed.expected
      #expect(batches.map(\.target.revision) == [expected.revision])
      #expect(batches.map(\.changes.annotation.origin) == ["\(way)"])
      #expect(list.snapshot.revision == expected.revision)
      #expect(try list.snapshot.rows.drawing == expected.drawing)
      #expect(try list.tree(1)?.history("a") == expected.history)
      #expect(try (list.tree(1)?.history("z") != nil) == (deed == .configuration))
    }
  }

  @Test(arguments: Way.allCases)
  func aModificationThatIsRefusedChangesNothingInEachWay(_ way: Way) async throws {
    try await withRows { list in
      func error<Outcome>(of modification: RowModification<Outcome>) async -> String {
        do {
          _ = try await way.take(modification, list)
          return "none"
        } catch {
          return "\(error)"
        }
      }
      let missing = ItemPath(section: 0, item: 9)
      #expect(
        await error(of: .changeset(.insert("c"), basedOn: 1))
          == "\(DataSourceError.conflict(WriteConflict(base: 1, current: 2)))")
      #expect(await error(of: .changeset(.remove(9))).contains("there are 2 items"))
      #expect(
        await error(of: .contents(TextContents("cc"), by: .byLetter)).contains(
          "the identifier c is"))
      #expect(
        await error(of: .actions([.add(1, to: "a")], in: .path(missing)))
          == "\(DataSourceError.noSuchItem(.path(missing)))")
      #expect(
        await error(of: .reload(.section(1))) == "\(DataSourceError.noSuchSection(.index(1)))")
      #expect(await error(of: .undo(in: .other)) == "\(DataSourceError.nothingToUndo)")
      #expect(await error(of: .redo()) == "\(DataSourceError.nothingToRedo)")
      #expect(list.snapshot.revision == 2)
    }
  }

  @Test func aModificationMayBeTakenMoreThanOnceAndByOthers() async throws {
    try await withRows { list in
      try await withRows { other in
        let insertion = RowModification.changeset(.insert("c"))
        try list.enqueue(insertion)
        try await list.apply(insertion)
        try other.applySynchronously(insertion)
        #expect(try list.snapshot.rows.drawing == "ccab")
        #expect(try other.snapshot.rows.drawing == "cab")
      }
    }
  }
}

extension UndoScope {
  fileprivate static let other = UndoScope("other")
}
