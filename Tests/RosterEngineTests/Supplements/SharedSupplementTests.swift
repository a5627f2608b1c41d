import RosterComponents
import RosterCore
import RosterEngine
import RosterStore
import RosterTestSupport
import Testing

/// Stored states of headers and footers across processes, revisions and restarts.
@Suite("Supplements: states in the file") struct SharedSupplementTests {
  /// Runs a test on two lists of one file with the sections "a" and "b.". The first list is behind
  /// gates.
  private func withTwo(
    _ body: (_ one: RowList, GatedStorage, _ other: RowList) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openHeadedRows(.shared, storage)
      try await one.apply(.headed("a", "b."))
      let other = try file.openHeadedRows(.shared)
      try await body(one, storage, other)
      await one.close()
      await other.close()
    }
  }

  private func tap(_ count: Int) -> TreeEdit {
    .update(.heading, of: Heading.self) { $0.taps += count }
  }

  /// As with edits of items.
  @Test func editsThatWaitInARowAreOneRevision() async throws {
    try await withTwo { one, storage, _ in
      let gate = storage.stop(.commit)
      let first = try one.enqueueEdits([tap(1)], in: .header(of: .index(0)))
      await gate.arrival()
      let row = [
        try one.enqueueEdits([tap(2)], in: .header(of: .index(0))),
        try one.enqueueEdits([tap(5)], in: .footer(of: .index(1))),
        try one.enqueueEdits([tap(3)], in: .header(of: .index(0))),
      ]
      gate.open()
      #expect(try await first.value.batch?.target.revision == 2)
      for edit in row { #expect(try await edit.value.batch?.target.revision == 3) }
      #expect(one.snapshot.revision == 3)
      #expect(
        try one.supplements().lines == [
          "header 0: a, tapped 6", "header 1: b.", "footer 1: end of b., tapped 5",
        ])
    }
  }

  @Test func aProcessThatFollowsKeepsTheHeadersThatItHasBuilt() async throws {
    try await withTwo { one, storage, other in
      var batches = try one.batches().makeAsyncIterator()
      _ = try await other.edit([tap(3)], in: .header(of: .index(0)))
      _ = try #require(try await batches.next())
      // The next model of a section cannot be read. The header does not need it.
      storage.faults.fail(.sectionModels)
      #expect(try one.supplement(.header(of: .index(0)))?.line == "header 0: a, tapped 3")
      #expect(throws: StorageError.self) { try one.snapshot.sectionModels() }
    }
  }

  @Test func theOtherProcessSeesTheNewStateInItsBatch() async throws {
    try await withTwo { one, _, other in
      var batches = try one.batches().makeAsyncIterator()
      let annotation = ChangeAnnotation(origin: "other")
      _ = try await other.edit([tap(3)], in: .footer(of: .index(1)), annotation)
      let batch = try #require(try await batches.next())
      #expect(batch.target.revision == 2 && batch.changes.annotation == annotation)
      #expect(batch.supplementStates.map(\.line) == ["footer of section 1 Heading {\"taps\":3}"])
      #expect(batch.supplements.lines == ["footer 1: end of b., tapped 3"])
      #expect(try one.supplement(.footer(of: .index(1)))?.line == "footer 1: end of b., tapped 3")
      _ = try await one.performActions([.tap], in: .footer(of: .index(1)))
      try await other.publishes(3)
      #expect(
        try other.supplement(.footer(of: .index(1)))?.line == "footer 1: end of b., tapped 4")
    }
  }

  @Test func anEditOfAHeaderThatNobodyTouchedIsCommittedAsItWasMade() async throws {
    try await withTwo { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let edit = try one.enqueueUpdate(
        .heading, of: Heading.self, in: .header(of: .id(SectionID(rawValue: 2)))
      ) { state in
        runs.record(1)
        state.taps += 5
      }
      await gate.arrival()
      _ = try await other.edit([tap(1)], in: .header(of: .index(0)))
      try await other.apply(TextChange { $0.insertSection(at: 0, "first") })
      gate.open()
      let batch = try #require(try await edit.value.batch)
      #expect(batch.target.revision == 4 && runs.values == [1])
      #expect(batch.supplements.lines == ["header 2: b., tapped 5"])
      try await other.publishes(4)
      #expect(try other.supplement(.header(of: .index(2)))?.line == "header 2: b., tapped 5")
    }
  }

  @Test func anEditThatWasRunOnAStateThatIsGoneFails() async throws {
    for isModel in [false, true] {
      try await withTwo { one, storage, other in
        let runs = Recorder<Int>()
        let gate = storage.stop(.commit)
        let edit = try one.enqueueUpdate(
          .heading, of: Heading.self, in: .header(of: .id(SectionID(rawValue: 1)))
        ) { state in
          runs.record(1)
          state.taps += 5
        }
        await gate.arrival()
        if isModel {
          try await other.apply(.updateSection(0, "other"))
        } else {
          _ = try await other.edit([tap(1)], in: .header(of: .index(0)))
        }
        gate.open()
        let error = await #expect(throws: DataSourceError.self) { _ = try await edit.value }
        #expect(conflict(error) == WriteConflict(base: 1, current: 2))
        #expect(runs.values == [1] && one.snapshot.revision == 2)
        #expect(
          try one.supplement(.header(of: .index(0)))?.line
            == (isModel ? "header 0: other" : "header 0: a, tapped 1"))
      }
    }
  }

  @Test func anEditThatCannotBeStoredChangesNothing() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openHeadedRows(DataSourceConfiguration(), storage)
      _ = try await list.apply(.headed("a"))
      let batches = try list.batches()
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.edit([tap(1)], in: .header(of: .index(0)))
      }
      #expect(try list.supplements().lines == ["header 0: a"])
      try list.resume()
      _ = try await list.edit([tap(2)], in: .header(of: .index(0)))
      #expect(try list.supplements().lines == ["header 0: a, tapped 2"])
      await list.close()
      #expect(try await batches.collect().map(\.target.revision) == [2])
    }
  }

  @Test func undoPassesEditsOverAndKeepsWhatTheyHaveChanged() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a"))
      _ = try await list.apply(.updateSection(0, "b"))
      _ = try await list.edit([tap(2)], in: .header(of: .index(0)))
      let undone = try await list.undo()
      #expect(undone.first?.supplements.first?.line == "header 0: a, tapped 2")
      _ = try await list.edit([tap(1)], in: .header(of: .index(0)))
      #expect(try await list.redo().first?.supplements.first?.line == "header 0: b, tapped 3")
      // The state that a change removed comes back with it.
      _ = try await list.apply(.updateSection(0, "-"))
      #expect(try list.snapshot.states(of: .header, ofSection: 0) == [:])
      #expect(try await list.undo().first?.supplements.first?.line == "header 0: b, tapped 3")
    }
  }

  @Test func snapshotsHaveTheStatesOfTheirRevision() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a"))
      for _ in 0..<3 { _ = try await list.edit([tap(1)], in: .header(of: .index(0))) }
      _ = try await list.apply(TextChange { $0.removeSection(at: 0) })
      let texts = try (1...4).map { revision in
        try list.snapshot(at: revision).states(of: .header, ofSection: 0)?[.heading]?.value
      }
      #expect(texts == (0..<4).map { .text("{\"taps\":\($0)}") })
      #expect(try list.snapshot.states(of: .header, ofSection: 0) == nil)
    }
  }

  @Test func whoeverMergesGetsTheLastStateOfEach() async throws {
    var configuration = DataSourceConfiguration()
    configuration.subscriberBufferCountMax = 2
    for lagsFar in [false, true] {
      try await ListFile.withHeadedRows(configuration) { list, _ in
        _ = try await list.apply(.headed("a", "b."))
        let batches = try list.batches(delivery: .merged)
        for count in 1...(lagsFar ? 5 : 1) {
          _ = try await list.edit([tap(count)], in: .header(of: .index(0)))
        }
        _ = try await list.edit([tap(7)], in: .footer(of: .index(1)))
        await list.close()
        let received = try await batches.collect()
        #expect(received.count == 1)
        #expect(
          received[0].supplementStates.map(\.line) == [
            "header of section 0 Heading {\"taps\":\(lagsFar ? 15 : 1)}",
            "footer of section 1 Heading {\"taps\":7}",
          ])
        #expect(
          received[0].supplements.lines == [
            "header 0: a, tapped \(lagsFar ? 15 : 1)", "footer 1: end of b., tapped 7",
          ])
      }
    }
  }

  @Test func statesAreAssignedWithAChangeset() async throws {
    try await ListFile.withHeadedRows { list, _ in
      let state = StoredState(value: .text("{\"taps\":4}"))
      let batch = try await list.apply(
        .headed("a", "b"),
        states: [
          StateAssignment(
            supplement: .header(of: .index(1)), scope: .heading, state: state)
        ])
      #expect(batch.supplements.lines == ["header 0: a", "header 1: b, tapped 4"])
      let alone = try await list.apply(
        TextChange(),
        states: [
          StateAssignment(
            supplement: .header(of: .id(SectionID(rawValue: 1))), scope: .heading, state: state)
        ])
      #expect(alone.supplements.lines == ["header 0: a, tapped 4"])
      #expect(alone.supplementStates.map(\.line) == ["header of section 0 Heading {\"taps\":4}"])
      #expect(try await list.undo().first?.supplements.lines == ["header 0: a"])
      #expect(throws: DataSourceError.self) {
        try list.enqueue(
          TextChange(),
          states: [
            StateAssignment(supplement: .header(of: .index(2)), scope: .heading, state: state)
          ])
      }
      await #expect(throws: DataSourceError.self) {
        try await list.apply(
          TextChange(),
          states: [
            StateAssignment(
              supplement: .header(of: .id(SectionID(rawValue: 9))), scope: .heading, state: state)
          ])
      }
    }
  }

  @Test func whatBeginsOnDemandIsStoredWithTheNextChange() async throws {
    try await ListFile.with { file in
      // This release of the application introduces headers.
      let before = try file.openRows()
      _ = try await before.apply(.headed("a"))
      await before.close()
      let list = try file.openHeadedRows()
      #expect(try list.supplements().lines == ["header 0: a"])
      let header = SupplementID(.header, of: SectionID(rawValue: 1))
      #expect(try list.states(of: header) == [:])
      let batch = try await list.apply(.updateSection(0, "b"))
      #expect(batch.supplementStates.map(\.line) == ["header of section 0 Heading {\"taps\":0}"])
      #expect(try list.states(of: header).count == 1)
      await list.close()
      #expect(try SQLiteStore(path: file.path).check() == [])
    }
  }
}
