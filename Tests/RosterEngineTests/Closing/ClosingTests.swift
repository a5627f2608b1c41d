import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What happens when a list is closed or released.
@Suite struct ClosingTests {
  @Test func closeWorksOnEverythingThatIsPending() async throws {
    try await ListFile.withList { list, file in
      let pending =
        try [list.enqueue(.section("A"))]
        + (0..<200).map { try list.enqueue(.insert("\($0)")) }
      await list.close()
      #expect(pending.allSatisfy { $0.outcome != nil })
      #expect(list.pendingCount == 0)
      #expect(try file.storedRevision() == 201)
    }
  }

  @Test func nothingIsTakenAfterwards() async throws {
    try await ListFile.withList { list, _ in
      await list.close()
      func expectClosed(_ body: () async throws -> Void) async {
        let error = await #expect(throws: DataSourceError.self) { try await body() }
        guard case .closed = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      await expectClosed { _ = try list.enqueue(.section("A")) }
      await expectClosed { _ = try list.applySynchronously(.section("A")) }
      await expectClosed { _ = try await list.apply(.section("A")) }
      #expect(list.snapshot.revision == 0)
    }
  }

  @Test func closingTwiceAndAtTheSameTimeIsHarmless() async throws {
    try await ListFile.withList { list, _ in
      _ = try list.enqueue(.section("A"))
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { await list.close() } }
      }
      await list.close()
      #expect(list.snapshot.revision == 1)
    }
  }

  @Test func aClosedListCanStillBeRead() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("A"))
      _ = try await list.apply(.insert("X"))
      await list.close()
      #expect(try list.snapshot.rows.drawing == "XA")
      #expect(try list.snapshot(at: 1).rows.drawing == "A")
    }
  }

  @Test func aListThatIsLetGoStillAppliesWhatItTook() async throws {
    try await ListFile.with { file in
      var list: TextList? = try file.openList()
      let first = try list?.enqueue(.section("A"))
      let last = try list?.enqueue(.insert("X"))
      list = nil
      _ = try await first?.value
      #expect(try await last?.value.target.rows.drawing == "XA")
      #expect(try file.storedRevision() == 2)
    }
  }
}
