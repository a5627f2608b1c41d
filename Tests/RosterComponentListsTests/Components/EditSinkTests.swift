import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import Testing

/// The way from controllers to the list.
@Suite("Components: edits of controllers") struct EditSinkTests {
  @Test(arguments: TreeKind.allCases)
  func anEditIsQueuedAndAppliedInOrder(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      let sink: any TreeEditSink = list.editSink()
      for number in 1...20 {
        let edit = TreeEdit.update(.counter("b"), of: Counter.self) { $0.add(number) }
        sink.enqueue(edit, to: kind.tree(2))
      }
      sink.enqueue(.perform(.toggle), to: kind.tree(9))
      await list.close()
      #expect(try list.tree(2, kind)?.history("b") == Array(1...20))
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anEditThatCannotBeQueuedIsTold(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let refusals = Recorder<String>()
      let sink = list.editSink { tree, error in refusals.record("\(tree): \(error)") }
      await list.close()
      sink.enqueue(.perform(.toggle), to: kind.tree(1))
      #expect(refusals.values == ["\(kind.tree(1)): \(DataSourceError.closed)"])
    }
  }
}
