import Roster
import RosterTesting
import Testing

@Suite("Seeded changes") struct SeededChangesTests {
  struct Message: Codable, Equatable, Sendable {
    var id: String
    var text: String
  }

  private static func changes(_ seed: UInt64) -> SeededChanges<Message, String> {
    SeededChanges(seed: seed) { number, random in
      Message(id: "m\(number)", text: random.happens(percent: 50) ? "hi" : "bye")
    } section: { number, random in
      random.happens(percent: 75) ? "section \(number)" : nil
    } update: { message, _ in
      message.text += "!"
    }
  }

  /// A list with keys takes each, and its batches lead to what it is.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func aListTakesThem(seed: UInt64) async throws {
    let list = try ListDataSource<Message, String, Never>(.memory(list: "inbox"), key: \.id)
    var changes = Self.changes(seed)
    var checker = try ListChecker(list.snapshot)
    for _ in 0..<60 {
      let changeset = try changes.next(for: list.snapshot)
      let batch = try list.applySynchronously(changeset)
      try checker.check(batch)
      // An update is of the model that is there.
      for move in batch.changes.updatedPaths {
        let former = try batch.source.model(at: move.source)
        let updated = try batch.target.model(at: move.target)
        #expect(updated?.id == former?.id && updated?.text.hasSuffix("!") == true)
      }
    }
    try checker.check(list.snapshot)
    await list.close()
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func aFlatListStaysFlat(seed: UInt64) async throws {
    let list = try ListDataSource<Message, String, Never>(.memory(list: "inbox"), key: \.id)
    var changes = SeededChanges<Message, String>(seed: seed) { number, _ in
      Message(id: "m\(number)", text: "hi")
    } update: { message, _ in
      message.text += "!"
    }
    for _ in 0..<60 {
      try list.applySynchronously(changes.next(for: list.snapshot))
      #expect(list.snapshot.sectionCount == 1)
    }
    #expect(try list.snapshot.sectionModel(at: 0) == nil)
    await list.close()
  }

  @Test func aSeedIsOneRowOfChangesets() throws {
    func row(_ seed: UInt64) throws -> [Changeset<Message, String>] {
      let list = try ListDataSource<Message, String, Never>(.memory(list: "inbox"))
      var changes = Self.changes(seed)
      return try (0..<20).map { _ in
        let changeset = try changes.next(for: list.snapshot)
        try list.applySynchronously(changeset)
        return changeset
      }
    }
    #expect(try row(1) == row(1))
    #expect(try row(1) != row(2))
  }

  /// Each kind of change comes, and often.
  @Test func allKindsOfChangesCome() throws {
    let list = try ListDataSource<Message, String, Never>(.memory(list: "inbox"))
    var changes = Self.changes(1)
    var counts = [Int](repeating: 0, count: 8)
    for _ in 0..<300 {
      let changeset = try changes.next(for: list.snapshot)
      let outline = changeset.outline
      let parts = [
        outline.insertedItems.count, outline.removedItems.count, outline.movedItems.count,
        outline.updatedItems.count, outline.insertedSections.count, outline.removedSections.count,
        outline.movedSections.count, outline.updatedSections.count,
      ]
      for (index, part) in parts.enumerated() where part > 0 { counts[index] += 1 }
      try list.applySynchronously(changeset)
    }
    #expect(counts.allSatisfy { $0 > 10 }, "\(counts)")
  }
}
