import RosterCore
import RosterRows
import RosterStore
import RosterTestSupport
import Testing

@Suite("Models in another form")
struct RewritingTests {
  private static let kinds = StorageKind.persistent

  /// Rewrites texts that begin with "old" to ones that begin with "new", and all others to nothing.
  private func rewrite(
    _ list: any JournalStorage, _ kind: RewrittenModels.Kind, after number: Int = 0,
    limit: Int = 100
  ) throws -> RewrittenModels {
    let storage = try #require(list as? any RewritableStorage)
    return try storage.rewriteModels(kind, after: number, limit: limit, Self.isOld) {
      .text("new\(Self.text($1))")
    }
  }

  private static func isOld(_ value: StoredValue) -> Bool {
    if case .text(let text) = value { text.hasPrefix("old") } else { false }
  }

  private static func text(_ value: StoredValue) -> Substring {
    if case .text(let text) = value { text.dropFirst(3) } else { "" }
  }

  /// Two sections, the second one of which comes with the second revision; the third one updates it and an item.
  private func fill(_ list: any JournalStorage) throws -> ListState {
    func section(_ index: Int, _ model: String, _ items: [String]) -> Changeset<String, String> {
      Changeset {
        $0.insertSection(at: index, model)
        $0.insertItems(items, at: ItemPath(section: index, item: 0))
      }
    }
    var state = try list.commit(
      section(0, "old first", (0..<5).map { "old \($0)" }), on: list.load())
    state = try list.commit(section(1, "old second", ["other", "old 6"]), on: state)
    return try list.commit(
      Changeset {
        $0.updateItem(at: ItemPath(section: 1, item: 1), "old again")
        $0.updateSection(at: 1, "old third")
      }, on: state)
  }

  private func models(_ list: any JournalStorage) throws -> [StoredValue?] {
    let state = try list.load()
    return try list.models(of: state.sectionIDs, at: state.revision)
      + list.models(
        of: (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) },
        at: state.revision)
  }

  @Test(arguments: kinds)
  func onlyWhatNoKeptRevisionHasWritten(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let state = try fill(list)
      let before = try models(list)
      let none = try rewrite(list, .items)
      #expect(none.rewrittenCount == 0 && none.remainingCount == 7 && none.last == nil)
      #expect(try models(list) == before)

      _ = try list.compact(JournalRetention(revisionCountMax: 1), keeping: nil)
      let other = try temporary.listOfAnotherWriter("main")
      let opened = try other.load()
      var (last, numbers) = (0 as Int?, [Int?]())
      while let number = last {
        let part = try rewrite(list, .items, after: number, limit: 2)
        (last, numbers) = (part.last, numbers + [part.rewrittenCount, part.last])
        #expect(try temporary.findings() == [])
        #expect(try findings(list) == [])
      }
      #expect(numbers == [2, 2, 2, 4, 1, 6, 0, nil])
      let sections = try rewrite(list, .sections)
      #expect(sections.rewrittenCount == 1 && sections.remainingCount == 2)
      let expected =
        ["new first", "old third"] + (0..<5).map { "new \($0)" } + ["other", "old again"]
      #expect(try models(list) == expected.map { .text($0) })
      #expect(try list.load().revision == state.revision)
      // Another writer goes on from where it is.
      _ = try other.commit(
        Changeset { $0.updateItem(at: ItemPath(section: 0, item: 0), "next") }, on: opened)
      #expect(try list.models(of: [ItemID(rawValue: 1)], at: state.revision) == [.text("new 0")])
      _ = try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
      #expect(try rewrite(list, .items).rewrittenCount == 1)
      #expect(try rewrite(list, .sections).rewrittenCount == 1)
      try temporary.reopen()
      #expect(try temporary.list().load().revision == state.revision + 1)
    }
  }

  /// What is wrong with the digests of a list.
  private func findings(_ list: any JournalStorage) throws -> [String] {
    let address = try #require(list.address)
    let name = try #require(try address.store.name(ofList: address.number))
    let store = try #require(address.store as? any CopiedStore)
    let staged = try StagedLists([name], of: store)
    return try withExtendedLifetime(staged) { try staged.store.check().map(\.description) }
  }

  @Test(arguments: kinds)
  func nothingIsWrittenIfAModelCannotBe(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      _ = try fill(list)
      _ = try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
      let before = try models(list)
      let storage = try #require(list as? any RewritableStorage)
      let code = storageErrorCode {
        _ = try storage.rewriteModels(.items, after: 0, limit: 100, Self.isOld) {
          (_, value) throws(StorageError) in
          if Self.text(value) == " 3" { throw StorageError(.undecodable, "three") }
          return .text("x")
        }
      }
      #expect(code == .undecodable)
      #expect(try models(list) == before)
    }
  }

  @Test(arguments: kinds)
  func aRemovedListIsNotRewritten(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      _ = try fill(list)
      let address = try #require(list.address)
      try address.store.removeLists([address.number])
      #expect(storageErrorCode { _ = try rewrite(list, .items) } == .replaced)
    }
  }

  /// A row that was altered is not made right by that.
  @Test(arguments: [false, true])
  func damageIsNotHidden(isRewrittenItself: Bool) throws {
    let temporary = try TemporaryFile(nil)
    let list = try temporary.list()
    _ = try fill(list)
    _ = try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
    try temporary.execute(
      "UPDATE item SET model = '\(isRewrittenItself ? "old" : "very old") 9' WHERE model = 'old 3'")
    #expect(try rewrite(list, .items).rewrittenCount > 0)
    #expect(try temporary.findings() != [])
  }
}
