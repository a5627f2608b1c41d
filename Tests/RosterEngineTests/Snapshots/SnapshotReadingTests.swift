import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What a snapshot tells about its items and sections.
@Suite("Snapshots: reading") struct SnapshotReadingTests {
  private static let names = ListRows<String, String>([
    .init(model: "A", items: ["a", "b"]), .init(items: []), .init(model: "C", items: ["c"]),
  ])

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test func itemsAreVisitedSectionBySectionWithTheirPaths() async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(Self.names.asInsertion).target
      var found: [String] = []
      try snapshot.forEachItem { item in
        found.append("\(item.path) \(item.id.rawValue) \(item.model)")
        return true
      }
      #expect(found == ["[0, 0] 1 a", "[0, 1] 2 b", "[2, 0] 3 c"])
    }
  }

  @Test func theItemsOfOneSectionAreVisitedWithTheirFullPaths() async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(Self.names.asInsertion).target
      var found: [ItemPath] = []
      try snapshot.forEachItem(inSection: 2) { item in
        found.append(item.path)
        return true
      }
      #expect(found == [path(2, 0)])
      try snapshot.forEachItem(inSection: 7) { _ in
        Issue.record("there is no such section")
        return true
      }
    }
  }

  @Test func nobodyIsVisitedAfterTheVisitorHasStopped() async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(ListRows("ab|cd").asInsertion).target
      for stop in 1...4 {
        var visited = 0
        try snapshot.forEachItem { _ in
          visited += 1
          return visited < stop
        }
        #expect(visited == stop)
      }
    }
  }

  /// Models are read in growing chunks, which must fit together.
  @Test(arguments: [0, 1, 15, 16, 17, 48, 49, 3_000])
  func everyRangeIsVisitedInOrder(count: Int) async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(ListRows(counts: [1, count]).asInsertion).target
      for range in [0..<Int.max, 0..<count, 3..<20, -5..<2, count..<count + 9] {
        var found: [String] = []
        try snapshot.forEachItem(inSection: 1, range) { item in
          found.append(item.model)
          return true
        }
        #expect(found == range.clamped(to: 0..<count).map { "1.\($0)" })
        #expect(try snapshot.items(inSection: 1, range).map(\.model) == found)
      }
    }
  }

  @Test func stoppingEarlyReadsFewModels() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let codec = ReadCounter()
      let list = try TextList(
        storage: storage, codec: codec, sectionCodec: TextCodec(),
        configuration: DataSourceConfiguration(cachedModelCountMax: 0)
      ) { text, _ in text }
      let snapshot = try await list.apply(ListRows(counts: [5_000]).asInsertion).target
      codec.read.removeAll()
      #expect(try snapshot.firstItem { $0 == "0.3" }?.path == path(0, 3))
      #expect(codec.read.values.count == 16)
      await list.close()
    }
  }

  @Test func theFirstItemThatFitsIsFound() async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(ListRows("ab|cb").asInsertion).target
      let item = try #require(try snapshot.firstItem { $0 == "b" })
      #expect(item == (try snapshot.item(at: path(0, 1))))
      #expect(try snapshot.firstItem { $0 == "x" } == nil)
    }
  }

  @Test func anItemIsFoundByItsPathAndItsPathByItsID() async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(Self.names.asInsertion).target
      let item = try #require(try snapshot.item(at: path(2, 0)))
      #expect(item.model == "c")
      #expect(try snapshot.path(of: item.id) == path(2, 0))
      #expect(try snapshot.item(at: path(1, 0)) == nil)
      #expect(try snapshot.path(of: ItemID(rawValue: 4)) == nil)
    }
  }

  @Test func sectionsAreToldWithModelsAndCounts() async throws {
    try await ListFile.withList { list, _ in
      let snapshot = try await list.apply(Self.names.asInsertion).target
      let sections = try snapshot.sections()
      #expect(sections.map(\.index) == [0, 1, 2])
      #expect(sections.map(\.id.rawValue) == [1, 2, 3])
      #expect(sections.map(\.model) == ["A", nil, "C"])
      #expect(sections.map(\.itemCount) == [2, 0, 1])
      #expect(snapshot.sectionCount == 3 && snapshot.itemCount == 3)
      #expect(snapshot.itemCount(inSection: 0) == 2 && snapshot.itemCount(inSection: 9) == 0)
    }
  }

  // MARK: Contents

  @Test func contentsAreAllModelsInOrder() async throws {
    try await ListFile.withList { list, _ in
      #expect(try list.snapshot.contents() == TextContents())
      let snapshot = try await list.apply(Self.names.asInsertion).target
      #expect(try snapshot.contents().rows == Self.names)
    }
  }

  @Test func snapshotsWithEqualModelsHaveTheSameContentsWhoeverTheirItemsAre() async throws {
    try await ListFile.withList { list, _ in
      let first = try await list.apply(.section("ab|c")).target
      let other = try await list.apply(
        TextChange {
          $0.removeItem(at: path(0, 0))
          $0.insertItem("a", at: path(0, 0))
        }
      ).target
      #expect(try first.itemIDs != other.itemIDs)
      #expect(try first.hasSameContents(as: other))
      #expect(try first.hasSameContents(as: first))
    }
  }

  @Test func snapshotsWithAnotherModelHaveOtherContents() async throws {
    try await ListFile.withList { list, _ in
      let first = try await list.apply(.section("ab|c")).target
      let changes = [
        TextChange.update(1, "x"), .update(1, "b").with { $0.updateSection(at: 1, "S") },
        TextChange { $0.moveItem(from: path(1, 0), to: path(0, 0)) },
      ]
      for change in changes {
        let other = try await list.apply(change).target
        #expect(try !first.hasSameContents(as: other))
        #expect(try !other.hasSameContents(as: first))
      }
    }
  }

  @Test func theCompactDescriptionHasALineAnItem() async throws {
    try await ListFile.withList { list, _ in
      #expect(try list.snapshot.compactDescription() == "{}")
      let snapshot = try await list.apply(Self.names.asInsertion).target
      #expect(
        try snapshot.compactDescription() == "{\n  [0, 0]: a,\n  [0, 1]: b,\n  [2, 0]: c\n}")
    }
  }

  // MARK: Fingerprint

  /// Returns the kind of a text: its first letter and its length, like the types of two parts.
  private func kind(_ text: String) -> String { "\(text.prefix(1)) \(text.count)" }

  @Test func theFingerprintOfAnEmptyListIsEmpty() async throws {
    try await ListFile.withList { list, _ in
      #expect(try list.snapshot.kindFingerprint() == "")
      _ = try await list.apply(.emptySection)
      #expect(try list.snapshot.kindFingerprint(kind) == "")
    }
  }

  @Test func theFingerprintDependsOnTheOrderInWhichKindsAppearAndNotOnCounts() async throws {
    func fingerprint(_ models: [String]) async throws -> String {
      var found = ""
      try await ListFile.withList { list, _ in
        _ = try await list.apply(ListRows([.init(items: models)]).asInsertion)
        found = try list.snapshot.kindFingerprint(self.kind)
      }
      return found
    }
    let first = try await fingerprint(["a1", "b1", "a2", "b2", "b3"])
    #expect(first == (try await fingerprint(["a7", "b8"])))
    #expect(first != (try await fingerprint(["b1", "a1"])))
    #expect(first != (try await fingerprint(["a1"])))
    #expect(first != (try await fingerprint(["a1", "b"])))
    #expect(first.count == 16)
  }

  @Test func aPartThatIsMissingIsAKindOfItsOwn() async throws {
    /// Returns the kind of a title with or without a subtitle.
    func kind(_ text: String) -> String {
      let parts: [Any?] = [text.first, text.dropFirst().first]
      return parts.map { $0.map { "\(type(of: $0))" } ?? "nil" }.joined(separator: " ")
    }
    func fingerprint(_ models: [String]) async throws -> String {
      var found = ""
      try await ListFile.withList { list, _ in
        _ = try await list.apply(ListRows([.init(items: models)]).asInsertion)
        found = try list.snapshot.kindFingerprint(kind)
      }
      return found
    }
    let mixed = try await fingerprint(["ab", "a"])
    #expect(mixed == (try await fingerprint(["cd", "c", "ef", "e", "f"])))
    #expect(mixed != (try await fingerprint(["a", "ab"])))
    #expect(mixed != (try await fingerprint(["ab"])))
    #expect(mixed != (try await fingerprint(["a"])))
    #expect((try await fingerprint(["ab"])) != (try await fingerprint(["a"])))
  }

  @Test func modelsCountByTheirTypeIfNothingElseIsSaid() async throws {
    try await ListFile.with { file in
      let list = try ListDataSource<any Sendable, String, Never>(
        storage: file.openStorage(), codec: MixedCodec(), sectionCodec: TextCodec())
      let fingerprint = { (models: [any Sendable]) throws -> String in
        let rows = ListRows<any Sendable, String>([.init(items: models)])
        let count = list.snapshot.sectionCount
        return try list.applySynchronously(
          rows.asInsertion.with { change in
            for section in 0..<count { change.removeSection(at: section) }
          }
        ).target.kindFingerprint()
      }
      let mixed = try fingerprint(["a", 1, "b", 2])
      #expect(!mixed.isEmpty)
      #expect(try fingerprint(["x", 7]) == mixed)
      #expect(try fingerprint([7, "x"]) != mixed)
      #expect(try fingerprint(["x"]) != mixed)
      await list.close()
    }
  }

  private struct ReadCounter: ModelCodec {
    let read = Recorder<String>()

    func encode(_ model: String) throws -> StoredValue { .text(model) }

    func decode(_ value: StoredValue) throws -> String {
      let text = try TextCodec().decode(value)
      read.record(text)
      return text
    }
  }

  /// Encodes texts and numbers.
  private struct MixedCodec: ModelCodec {
    func encode(_ model: any Sendable) throws -> StoredValue { .text("\(model)") }

    func decode(_ value: StoredValue) throws -> any Sendable {
      let text = try TextCodec().decode(value)
      return Int(text).map { $0 as any Sendable } ?? text
    }
  }
}

extension Changeset {
  /// Returns the changeset with additions.
  fileprivate func with(_ more: (inout Builder) -> Void) -> Changeset {
    Changeset { builder in
      for (path, model) in updatedItems { builder.updateItem(at: path, model) }
      for (path, model) in insertedItems { builder.insertItem(model, at: path) }
      for (index, model) in insertedSections { builder.insertSection(at: index, model) }
      more(&builder)
    }
  }
}
