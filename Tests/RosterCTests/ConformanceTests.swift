import RosterCore
import RosterJSON
import RosterLog
import RosterTestKit
import RosterTestSupport
import Testing

/// The recorded cases of other lists, through C.
@Suite("Conformance through C")
struct ConformanceTests {
  /// What the cases call the part that offends, and what the log does.
  private static let parts = [
    "update": "updatedItems", "removeRow": "removedItems", "removeSection": "removedSections",
    "insertSection": "insertedSections", "insertRow": "insertedItems", "moveRow": "movedItems",
  ]

  /// Applies changesets to an empty list, and returns what came of the last one.
  private func lastStep(_ list: ListOfC, _ changesets: [String]) throws -> ReplayedStep {
    var last = ReplayedStep.batches([])
    for line in changesets {
      #expect(last.refusal == nil)
      last = try list.take(ReplayedLog.entry(line), line)
    }
    return last
  }

  /// What the one batch of a step says was changed.
  private func changes(of step: ReplayedStep) throws -> JSONValue {
    guard case .batches(let lines) = step else {
      Issue.record("refused: \(step)")
      return .null
    }
    try #require(lines.count == 1)
    return try #require(try JSONParser().parse(lines[0])["batch"]?["changes"])
  }

  @Test(arguments: try VerificationCase.all)
  func theVerdictIsTheExpectedOne(of testCase: VerificationCase) async throws {
    try await onThread {
      let step = try lastStep(
        ListOfC(),
        [ListRows(counts: testCase.initial).logLine] + testCase.pending.map(\.changeset.logLine)
          + [testCase.changeset.changeset.logLine])
      #expect(
        step.refusal?.part == Self.parts[testCase.expected].map { "entry.changeset.\($0)" },
        "\(step)")
      #expect(step.refusal != nil || testCase.expected == "valid")
      if let section = testCase.expectedSection { #expect(step.refusal?.section == section) }
      if let item = testCase.expectedItem, item >= 0 { #expect(step.refusal?.item == item) }
    }
  }

  @Test(arguments: try IndexValidationCase.all)
  func theFirstInvalidIndexIsTheExpectedOne(of testCase: IndexValidationCase) async throws {
    try await onThread {
      let expected = testCase.expectedInvalid.first
      let items = try lastStep(
        ListOfC(),
        [
          ListRows(counts: testCase.itemCounts).logLine,
          ChangesetParts(testCase.ofItems).changeset().logLine,
        ])
      #expect(items.refusal?.item == expected)
      let sections = try lastStep(
        ListOfC(),
        [
          ListRows(counts: testCase.sectionCounts).logLine,
          ChangesetParts(testCase.ofSections).changeset().logLine,
        ])
      #expect(sections.refusal?.section == expected)
    }
  }

  @Test(arguments: try AppliedChangesCase.all)
  func updatedPathsAreTheExpectedOnes(of testCase: AppliedChangesCase) async throws {
    try await onThread {
      let step = try lastStep(
        ListOfC(), [ListRows(counts: testCase.initial).logLine, testCase.changes.changeset.logLine])
      #expect(
        try changes(of: step).paths("updatedItems") == testCase.expectedFinalUpdated.sorted().json)
    }
  }

  @Test(arguments: try ModificationCase.ofChangesets)
  func theRendererShowsTheExpectedSections(of testCase: ModificationCase) async throws {
    try await onThread {
      let list = try ListOfC()
      let step = try lastStep(
        list, [ListRows(items: testCase.initial).logLine, testCase.changeset.logLine])
      #expect(
        list.rows.sections.map { $0.items.map(\.model) }
          == testCase.expectedSections.map { $0.map { JSONValue.string($0) } })
      let changes = try changes(of: step)
      let expected = testCase.expectedApplied
      #expect(changes.paths("updatedItems") == expected.finalUpdatedIndexPaths.json)
      #expect(changes.paths("removedItems") == expected.removedIndexPaths.json)
      #expect(changes.paths("movedItems") == expected.movedIndexPaths.json)
      #expect(changes.paths("insertedItems") == expected.insertedIndexPaths.json)
      #expect(changes.paths("removedSections") == expected.removedSections.json)
      #expect(changes.paths("insertedSections") == expected.insertedSections.json)
    }
  }

  @Test(arguments: ["thrash-101", "thrash-102", "history-small", "states-small", "states-random"])
  func aLogMeetsItsExpectations(name: String) async throws {
    try await onThread {
      let list = try ListOfC()
      var count = 0
      _ = try list.replay(
        ReplayedLog(fixture: name),
        expected: { number, expectation, step in
          count += 1
          try check(expectation, after: step, list, "\(name) line \(number)")
        })
      #expect(count > 0)
    }
  }

  /// Compares a list with what a log expects; states, which C does not read, are left out.
  private func check(
    _ expectation: RosterLog.Expectation, after step: ReplayedStep, _ list: ListOfC,
    _ place: Comment
  ) throws {
    if let error = expectation.error {
      let refusal = try #require(step.refusal, place)
      if case .changeset(let kind) = error.kind {
        #expect(refusal.part == "entry.changeset.\(kind.partKey)", place)
        if let section = error.section { #expect(refusal.section == max(-1, section), place) }
        if let item = error.item { #expect(refusal.item == max(-1, item), place) }
      }
    }
    if let revision = expectation.revision { #expect(try list.revision == revision, place) }
    if let fingerprint = expectation.fingerprint {
      #expect(try list.fingerprint() == fingerprint, place)
    }
    // What the renderer shows is what snapshots have.
    let rows = list.rows
    #expect(try list.contents() == rows, place)
    if let counts = expectation.counts { #expect(rows.counts == counts, place) }
    if let sections = expectation.sections {
      #expect(rows.sections.map { $0.items.map(\.model) } == sections, place)
    }
    if let models = expectation.sectionModels {
      #expect(rows.sections.map { $0.model?.model } == models.map { $0 ?? JSONValue.null }, place)
    }
  }
}

extension JSONValue {
  /// A part of the changes, which may be left out if it is empty.
  fileprivate func paths(_ part: String) -> JSONValue { self[part] ?? [] }
}

extension ItemPath {
  fileprivate var json: JSONValue { [.integer(section), .integer(item)] }
}

extension [ItemPath] {
  fileprivate var json: JSONValue { .array(map(\.json)) }
}

extension [ItemMove] {
  fileprivate var json: JSONValue { .array(map { [$0.source.json, $0.target.json] }) }
}

extension [Int] {
  fileprivate var json: JSONValue { .array(map { .integer($0) }) }
}
