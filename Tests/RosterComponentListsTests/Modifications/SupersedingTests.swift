import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Waiting modifications that a later one includes.
@Suite("Modifications: superseding", .fileOnly) struct SupersedingTests {
  private typealias PendingModification = Pending<RefreshOutcome<RowList.Batch>>

  /// Runs a test while a change is stopped before its commit, so that everything else waits.
  private func withBusyList(
    _ kind: TreeKind = .item, _ enqueue: (RowList) throws -> Void,
    then body: (RowList) async throws -> Void
  ) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("abc"))
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.update(0, "x"))
      await gate.arrival()
      try enqueue(list)
      gate.open()
      try await body(list)
    }
  }

  private func isSuperseded(_ pending: PendingModification, by later: PendingModification)
    async throws -> Bool
  {
    guard case .superseded(let other) = try await pending.value else { return false }
    return other === later
  }

  private func reference(_ origin: String) -> ChangeAnnotation { ChangeAnnotation(origin: origin) }

  @Test func asynchronousReloadsThatWaitMerge() async throws {
    var pending: [PendingModification] = []
    var batches: BatchSequence<String, String, RowTree>?
    try await withBusyList { list in
      batches = try list.batches()
      for number in 0..<3 {
        pending.append(try list.enqueue(.reload(.all), reference("\(number)")))
      }
    } then: { list async throws in
      #expect(try await isSuperseded(pending[0], by: pending[1]))
      #expect(try await isSuperseded(pending[1], by: pending[2]))
      #expect(try await pending[2].value.batch?.changes.annotation.origin == "2")
      await list.close()
      let causes = try await batches?.collect().map { $0.causes }
      #expect(causes == [.change, .reload])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func reloadsOfTreesMergeIntoOneOfAllOfThem(kind: TreeKind) async throws {
    var pending: [PendingModification] = []
    try await withBusyList(kind) { list in
      pending.append(try list.enqueue(.reload(.trees([kind.id(3)]))))
      pending.append(try list.enqueue(.reload(.trees([kind.id(1)]))))
    } then: { _ async throws in
      #expect(try await isSuperseded(pending[0], by: pending[1]))
      #expect(try await pending[1].value.batch?.outputs.numbers == [1, 3])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func pathsOnBothSidesOfAChangeAreNotMerged(kind: TreeKind) async throws {
    var pending: [PendingModification] = []
    try await withBusyList(kind) { list in
      pending.append(try list.enqueue(.reload(.trees([kind.at(0)]))))
      _ = try list.enqueue(kind.insert("new"))
      pending.append(try list.enqueue(.reload(.trees([kind.at(0)]))))
    } then: { _ async throws in
      #expect(try await pending[0].value.batch?.outputs.numbers == [1])
      #expect(try await pending[1].value.batch?.outputs.numbers == [4])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aReloadDoesNotFailForWhatOnlyAnEarlierOneNamed(kind: TreeKind) async throws {
    var pending: [PendingModification] = []
    try await withBusyList(kind) { list in
      pending.append(try list.enqueue(.reload(.trees([kind.id(7), kind.id(3)]))))
      pending.append(try list.enqueue(.reload(.trees([kind.id(1)]))))
      _ = try list.enqueue(kind.remove(2))
      pending.append(try list.enqueue(.reload(.trees([kind.id(2)]))))
    } then: { _ async throws in
      #expect(try await isSuperseded(pending[0], by: pending[1]))
      #expect(try await isSuperseded(pending[1], by: pending[2]))
      #expect(try await pending[2].value.batch?.outputs.numbers == [1, 2])
    }
  }

  /// Modifications by path fail with the change, and no others do.
  @Test(arguments: TreeKind.allCases, [true, false])
  func aReloadByIdentityOutlivesAFailureThatOneByPathGoesWith(
    kind: TreeKind, isFirst: Bool
  ) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("abc"))
      let gate = storage.stop(.commit)
      _ = try list.enqueue(TextChange())
      await gate.arrival()
      let change = try list.enqueue(kind.update(0, "x"), states: [.of(99, .row, "nobody's")])
      let targets: [ReloadTarget] = [.trees([kind.id(1)]), .trees([kind.at(1)])]
      let pending = try (isFirst ? targets : targets.reversed()).map {
        try list.enqueue(.reload($0))
      }
      gate.open()
      await #expect(throws: DataSourceError.self) { try await change.value }
      let byIdentity = pending[isFirst ? 0 : 1]
      #expect(try await byIdentity.value.batch?.outputs.numbers == [1])
      await #expect(throws: DataSourceError.self) { try await pending[isFirst ? 1 : 0].value }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aReloadOfSomeTreesDoesNotStandForOneOfAll(kind: TreeKind) async throws {
    var pending: [PendingModification] = []
    try await withBusyList(kind) { list in
      pending.append(try list.enqueue(.reload()))
      _ = try list.enqueue(kind.insert("new"))
      pending.append(try list.enqueue(.reload(.trees([kind.id(1)]))))
    } then: { _ async throws in
      #expect(try await pending[0].value.batch?.outputs(kind).count == 3)
      #expect(try await pending[1].value.batch?.outputs(kind).count == 1)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aConfigurationIsSupersededByOneOfTheSameParts(kind: TreeKind) async throws {
    var pending: [PendingModification] = []
    var blue = ComponentEnvironment()
    blue[Colour.self] = "blue"
    var red = ComponentEnvironment()
    red[Colour.self] = "red"
    try await withBusyList(kind) { [blue, red] list in
      pending.append(try list.enqueue(.configuration(.environment(blue))))
      pending.append(try list.enqueue(.configuration(.layout(.width(3)))))
      pending.append(try list.enqueue(.configuration(kind.components { Row(text: $0 + "y") })))
      pending.append(try list.enqueue(.configuration(.environment(red))))
      pending.append(
        try list.enqueue(
          .configuration(kind.components { Row(text: $0 + "z") }, .layout(.width(4)))))
    } then: { list async throws in
      #expect(try await isSuperseded(pending[0], by: pending[3]))
      for earlier in pending[1...2] { #expect(try await isSuperseded(earlier, by: pending[4])) }
      #expect(try await pending[3].value.batch?.outputs(kind).counts("y") == [nil, nil, nil])
      #expect(try await pending[4].value.batch?.outputs(kind).counts("z") == [0, 0, 0])
      #expect(list.environment() == red)
      #expect(list.layoutConstraints() == .width(4))
    }
  }

  /// Behaviour 51: of an asynchronous reload, a synchronous one and another asynchronous one, the
  /// first is not announced; but its caller is told (D15).
  @Test func aSynchronousReloadCancelsAnAsynchronousOneThatWaits() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("a"))
      let batches = try list.batches()
      let gate = storage.stop(.commit)
      let change = try list.enqueue(.update(0, "x"))
      await gate.arrival()
      let first = try list.enqueue(.reload(.all), reference("1"))
      let second = Task.detached {
        try list.applySynchronously(.reload(.all), ChangeAnnotation(origin: "2"))
      }
      // When the first has its outcome, the second is queued.
      guard case .superseded(let later) = try await first.value else {
        Issue.record("the first reload is superseded")
        gate.open()
        return
      }
      let third = try list.enqueue(.reload(.all), reference("3"))
      gate.open()
      _ = try await change.value
      let batch = try #require(try await second.value.batch)
      #expect(batch.changes.annotation.origin == "2")
      #expect(try await later.value.batch?.changes.annotation.origin == "2")
      #expect(try await third.value.batch?.changes.annotation.origin == "3")
      await list.close()
      let reloads = try await batches.collect().filter { $0.causes == .reload }
      #expect(reloads.map { $0.changes.annotation.origin } == ["2", "3"])
    }
  }
}
