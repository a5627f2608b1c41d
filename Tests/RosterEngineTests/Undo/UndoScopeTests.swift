import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

extension UndoScope {
  fileprivate static let user = UndoScope("user")
}

/// Undo and redo in scopes, each of which has a history of its own.
@Suite("Undo: scopes") struct UndoScopeTests {
  private static let user = ChangeAnnotation(undo: .user)

  private func words(_ list: TextList) throws -> [String] {
    try list.snapshot.models(inSection: 0)
  }

  @Test func eachScopeTakesBackItsOwnLastChange() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("b"), Self.user)
      try await list.apply(.insert("c"))
      let (canUndo, canRedo) = (try list.canUndo(in: .user), try list.canRedo(in: .user))
      #expect(canUndo && !canRedo)
      let undone = try await list.apply(.undo(in: .user))
      #expect(undone.map(\.changes.annotation.undo) == [.user])
      #expect(try words(list) == ["c", "a"])
      #expect(try list.canRedo() == false)
      try await list.apply(.undo())
      #expect(try words(list) == ["a"])
      _ = try list.applySynchronously(.redo(in: .user))
      #expect(try words(list) == ["b", "a"])
      try await list.apply(.redo())
      #expect(Set(try words(list)) == ["a", "b", "c"])
    }
  }

  @Test func aChangeEndsWhatCanBeRedoneOnlyInItsScope() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("b"), Self.user)
      try await list.apply(.undo(in: .user))
      try await list.apply(.insert("c"))
      #expect(try list.canRedo(in: .user))
      try await list.apply(.insert("d"), Self.user)
      #expect(try list.canRedo(in: .user) == false)
      #expect(try list.canUndo())
    }
  }

  @Test func whatOtherScopesHaveWrittenStays() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      try await list.apply(.update(0, "mine"), Self.user)
      try await list.apply(.update(0, "other's"))
      try await list.apply(.undo(in: .user))
      #expect(try words(list) == ["other's", "b"])
      try await list.apply(.undo())
      #expect(try words(list) == ["mine", "b"])
    }
  }

  @Test func groupsAreThoseOfTheScope() async throws {
    try await ListFile.withList { list, _ in
      let typing = ChangeAnnotation(group: "typing", undo: .user)
      try await list.apply(.section("a"))
      for text in ["ab", "abc", "abcd"] {
        try await list.apply(.update(0, text), typing)
        try await list.apply(.insert("x", at: 1), ChangeAnnotation(group: "typing"))
      }
      #expect(try await list.apply(.undo(in: .user)).count == 3)
      #expect(try words(list) == ["a", "x", "x", "x"])
      #expect(try await list.apply(.undo()).count == 3)
      #expect(try await list.apply(.redo(in: .user)).count == 3)
      #expect(try words(list) == ["abcd"])
    }
  }

  @Test func aScopeThatWasNotUsedHasNothingToUndo() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      for scope in [UndoScope.user, .none] {
        let error = await #expect(throws: DataSourceError.self) {
          try await list.apply(.undo(in: scope))
        }
        guard case .nothingToUndo = error else {
          Issue.record("\(scope): \(String(describing: error))")
          continue
        }
        #expect(try list.canUndo(in: scope) == false)
      }
      #expect(list.suspension == nil)
    }
  }

  /// Names are compared as storage compares them.
  @Test func scopesAreToldByTheBytesOfTheirNames() async throws {
    #expect(UndoScope("\u{e9}") != UndoScope("e\u{301}"))
    #expect(UndoScope("user") == .named("user"))
    #expect(UndoScope("") != .standard)
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      for name in ["", "\u{e9}", "e\u{301}", "a\0b"] {
        try await list.apply(.insert(name), ChangeAnnotation(undo: UndoScope(name)))
      }
      for name in ["\u{e9}", "a\0b", "", "e\u{301}"] {
        try await list.apply(.undo(in: UndoScope(name)))
        #expect(try list.canUndo(in: UndoScope(name)) == false)
      }
      #expect(try words(list) == ["a"])
    }
  }

  @Test func twoWritersHaveTheSameScopes() async throws {
    try await ListFile.with { file in
      let list = try file.openList(.shared)
      let other = try file.openList(.shared)
      try await list.apply(.section("a"))
      try await list.apply(.insert("b"), Self.user)
      try await other.publishes(2)
      try await other.apply(.insert("c"))
      #expect(try await other.apply(.undo(in: .user)).count == 1)
      try await list.publishes(4)
      #expect(try words(list) == ["c", "a"])
      try await list.apply(.redo(in: .user))
      try await other.publishes(5)
      #expect(Set(try words(other)) == ["a", "b", "c"])
      await list.close()
      await other.close()
    }
  }

  @Test func batchesNameTheScopeLiveAndFromTheJournal() async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      let live = try list.batches()
      try await list.apply(.section("ab"), Self.user)
      try await list.apply(TextChange(), states: [.at(0, .like, "1")], Self.user)
      try await list.apply(.undo(in: .user))
      try await list.apply(.redo(in: .user))
      await list.close()
      let again = try file.openList()
      let read = try again.batches(after: 0)
      await again.close()
      for batches in [try await live.collect(), try await read.collect()] {
        #expect(batches.allSatisfy { $0.changes.annotation.undo == .user })
      }
    }
  }

  // MARK: Model

  /// Histories of items begin with a section, those of sections with an empty list.
  @Test(
    arguments: [[UndoScope.standard, .none], [.standard, UndoScope("user")]],
    [NaivePlan.Kind.ofItems, NaivePlan.Kind.ofSections])
  func allShortHistoriesAreTakenBackAsTheModelSays(
    scopes: [UndoScope], kinds: [NaivePlan.Kind]
  ) async throws {
    let steps = NaiveStep.all(kinds, in: scopes)
    for first in steps {
      for second in steps {
        for third in steps {
          let list = try TextList.inMemory()
          var naive = NaiveUndo(list)
          if kinds == NaivePlan.Kind.ofItems { try await naive.begin() }
          for step in [first, second, third] { try await naive.take(step) }
          for direction in HistoryDirection.allCases {
            for scope in scopes.reversed() {
              while try await naive.step(direction, in: scope) {}
            }
          }
          await list.close()
        }
      }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func longHistoriesAreTakenBackAsTheModelSays(seed: UInt64) async throws {
    try await ListFile.with { file in
      var random = SplitMix64(seed: seed)
      var list = try file.openList()
      var naive = NaiveUndo(list, "seed \(seed)")
      try await naive.begin()
      let scopes = [UndoScope.standard, .user, UndoScope("other")]
      let steps = NaiveStep.all(NaivePlan.Kind.allCases, in: scopes + [.none])
      for _ in 0..<60 {
        let scope = scopes[random.index(below: scopes.count)]
        switch random.index(below: 10) {
        case 0..<5: try await naive.take(steps[random.index(below: steps.count)])
        case 5..<7: _ = try await naive.step(.undo, in: scope)
        case 7..<9: _ = try await naive.step(.redo, in: scope)
        default:
          await list.close()
          list = try file.openList()
          naive.list = list
        }
      }
      await list.close()
    }
  }
}
