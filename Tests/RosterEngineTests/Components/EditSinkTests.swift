import RosterComponents
import RosterCore
import RosterEngine
import RosterTestSupport
import Testing

/// The way from controllers to the list.
@Suite("Components: edits of controllers") struct EditSinkTests {
  @Test func anEditIsQueuedAndAppliedInOrder() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      let sink: any TreeEditSink = list.editSink()
      for number in 1...20 {
        let edit = TreeEdit.update(.counter("b"), of: Counter.self) { $0.add(number) }
        sink.enqueue(edit, to: .item(ItemID(rawValue: 2)))
      }
      sink.enqueue(.perform(.toggle), to: .item(ItemID(rawValue: 9)))
      await list.close()
      #expect(try list.tree(2)?.history("b") == Array(1...20))
    }
  }

  @Test func anEditThatCannotBeQueuedIsTold() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let refusals = Recorder<String>()
      let sink = list.editSink { item, error in refusals.record("\(item): \(error)") }
      await list.close()
      sink.enqueue(.perform(.toggle), to: .item(ItemID(rawValue: 1)))
      #expect(refusals.values == ["item 1: \(DataSourceError.closed)"])
    }
  }
}
