import Foundation
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The items for which the generator is called.
@Suite(.fileOnly) struct GenerationTests {
  private struct Call: Equatable, CustomStringConvertible {
    var text: String
    var id: Int
    var path: ItemPath

    init(_ text: String, _ id: Int, _ section: Int, _ item: Int) {
      self.text = text
      self.id = id
      path = ItemPath(section: section, item: item)
    }

    init(_ text: String, _ context: GenerationContext) {
      self.init(
        text, context.id.rawValue, context.targetPath.section, context.targetPath.item)
    }

    var description: String { "\(text) \(id) \(path)" }
  }

  /// Runs a test on two sections, A to D and E to F, with items 1 to 6.
  private func withRecordedCalls(
    _ body: (TextList, Recorder<Call>) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let calls = Recorder<Call>()
      let list = try file.openList { text, context in
        calls.record(Call(text, context))
        return text.lowercased()
      }
      _ = try await list.apply(.section("ABCD|EF"))
      calls.removeAll()
      try await body(list, calls)
      await list.close()
    }
  }

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test func isCalledForInsertedAndUpdatedItemsOnlyAndToldWhereTheyStand() async throws {
    try await withRecordedCalls { list, calls in
      let batch = try await list.apply(
        Changeset {
          $0.removeItem(at: path(0, 0))
          $0.updateItem(at: path(0, 2), "c2")
          $0.updateItem(at: path(1, 1), "f2")
          $0.moveItem(from: path(1, 0), to: path(0, 0))
          $0.moveItem(from: path(1, 1), to: path(0, 4))
          $0.insertItem("X", at: path(0, 2))
        })
      #expect(try batch.target.rows.drawing == "EBXc2f2D|")
      let expected = [Call("X", 7, 0, 2), Call("c2", 3, 0, 3), Call("f2", 6, 0, 4)]
      #expect(calls.values.sorted { $0.path < $1.path } == expected)
      #expect(batch.items.map { $0.output } == ["x", "c2", "f2"])
      #expect(batch.items.map { $0.id.rawValue } == [7, 3, 6])
      #expect(batch.items.map { $0.targetPath } == expected.map { $0.path })
    }
  }

  @Test func isNotCalledForUpdatesThatARemovalAbsorbs() async throws {
    try await withRecordedCalls { list, calls in
      let batch = try await list.apply(
        Changeset {
          $0.updateItem(at: path(0, 0), "a2")
          $0.removeItem(at: path(0, 0))
          $0.updateItem(at: path(1, 0), "e2")
          $0.updateItem(at: path(1, 1), "f2")
          $0.moveItem(from: path(1, 1), to: path(0, 0))
          $0.removeSection(at: 1)
        })
      #expect(calls.values == [Call("f2", 6, 0, 0)])
      #expect(batch.items.map { $0.output } == ["f2"])
    }
  }

  @Test func isNotCalledForWhatIsRefused() async throws {
    try await withRecordedCalls { list, calls in
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(
          Changeset {
            $0.insertItem("X", at: path(0, 0))
            $0.insertItem("Y", at: path(1, 9))
          })
      }
      #expect(calls.values == [])
    }
  }

  /// Both changes are in one group, and the item of the first is updated by the second.
  @Test func isCalledOnceForEachChangesetThatInsertsOrUpdatesAnItem() async throws {
    try await ListFile.with { file in
      let calls = Recorder<String>()
      let storage = try file.openGated()
      let gate = storage.stop(.commit)
      let list = try file.openList(DataSourceConfiguration(), storage) { text, _ in
        calls.record(text)
        return text
      }
      _ = try list.enqueue(.section("A"))
      await gate.arrival()
      let changes = [try list.enqueue(.insert("X")), try list.enqueue(.update(0, "X2"))]
      gate.open()
      for change in changes { _ = try await change.value }
      #expect(storage.commitCounts == [1, 2])
      #expect(calls.values.sorted() == ["A", "X", "X2"])
      await list.close()
    }
  }

  @Test(arguments: [1, 2, 31, 32, 33, 5_000])
  func outputsStandInTheOrderOfTheirPaths(itemCount: Int) async throws {
    try await ListFile.withList { list, _ in
      let batch = try await list.apply(ListRows(counts: [itemCount, 3]).asInsertion)
      let models = try batch.target.models(inSection: 0) + batch.target.models(inSection: 1)
      #expect(batch.items.map { $0.output } == models.map { "<\($0)>" })
      #expect(batch.items.map { $0.targetPath }.sorted() == batch.items.map { $0.targetPath })
      for item in batch.items {
        let standing = try batch.target.state.itemID(at: item.targetPath)
        #expect(standing == item.id)
      }
    }
  }

  /// Two calls wait for each other, so a single thread would wait forever.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.activeProcessorCount > 1,
      "on one core one call comes after the other, and two cannot meet"),
    .timeLimit(.minutes(10)))
  func itemsOfALargeChangesetAreGeneratedAtTheSameTime() async throws {
    try await ListFile.with { file in
      let meeting = Meeting(of: 2)
      let list = try file.openList { text, _ in
        meeting.attend()
        return text
      }
      let batch = try await list.apply(ListRows(counts: [1_000]).asInsertion)
      #expect(batch.items.count == 1_000)
      await list.close()
    }
  }

  @Test func aListThatGeneratesNothingHasNoOutputs() async throws {
    try await ListFile.with { file in
      let list = try ListDataSource<String, String, Never>(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec())
      let batch = try await list.apply(.section("AB"))
      #expect(batch.items.isEmpty)
      #expect(try batch.target.rows.drawing == "AB")
      await list.close()
    }
  }
}

/// Lets threads continue once enough of them have arrived.
///
/// Its mutable state is `missingCount`, which `condition` guards.
private final class Meeting: @unchecked Sendable {
  private let condition = NSCondition()
  private var missingCount: Int

  init(of count: Int) { missingCount = count }

  func attend() {
    condition.lock()
    defer { condition.unlock() }
    missingCount -= 1
    condition.broadcast()
    while missingCount > 0 { condition.wait() }
  }
}
