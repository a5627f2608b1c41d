import RosterCore
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// A change that fails also fails what was verified on top of it, and nothing else. A change that
/// storage fails also fails everything that waits.
@Suite("Changing: failed groups") struct FailedGroupTests {
  /// Returns the outcome of a change in a word.
  private func outcome(of change: Pending<TextList.Batch>) async -> String {
    do {
      return "revision \(try await change.value.changes.targetRevision)"
    } catch let error as DataSourceError {
      return word(for: error)
    } catch {
      return "\(error)"
    }
  }

  private func word(for error: DataSourceError) -> String {
    switch error {
    case .storage(let error): "\(error.code)"
    case .precedingFailed(let failure):
      "after \(failure.revision) \(failure.origin ?? "-") \(word(for: failure.cause))"
    case .suspended(let suspension):
      "suspended at \(suspension.revision) \(suspension.origin ?? "-") \(suspension.cause.code)"
    default: "\(error)"
    }
  }

  /// Queues changes while the pipeline commits its first, section A, so that they are one group;
  /// then compares what becomes of each.
  private func expectOutcomes(
    _ expected: [String], drawing: String, of models: [String],
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    failingCommit: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit, .after)
      let list = try TextList(
        storage: storage, codec: FussyCodec(), sectionCodec: TextCodec(),
        configuration: configuration
      ) { text, _ in text }
      let batches = try list.batches()
      _ = try list.enqueue(.section("A"))
      await gate.arrival()
      let pending = try models.map {
        try list.enqueue(.insert($0), ChangeAnnotation(origin: "of \($0)"))
      }
      if failingCommit { storage.faults.fail(.commit) }
      gate.open()
      var outcomes: [String] = []
      for change in pending { outcomes.append(await outcome(of: change)) }
      #expect(outcomes == expected, sourceLocation: sourceLocation)
      if failingCommit { try list.resume() }
      _ = try await list.apply(.insert("Z"))
      #expect(try list.snapshot.rows.drawing == drawing, sourceLocation: sourceLocation)
      await list.close()
      #expect(try await batches.collect().revisions == Array(1...list.snapshot.revision))
      #expect(try file.openList().snapshot.rows.drawing == drawing)
    }
  }

  @Test func theChangesBeforeOneThatDoesNotEncodeAreCommitted() async throws {
    let taken = "after 4 of bad unencodable"
    try await expectOutcomes(
      ["revision 2", "revision 3", "unencodable", taken, taken], drawing: "ZCBA",
      of: ["B", "C", "bad", "D", "E"])
  }

  @Test func nothingIsCommittedIfTheFirstDoesNotEncode() async throws {
    try await expectOutcomes(
      ["unencodable", "after 2 of bad unencodable"], drawing: "ZA", of: ["bad", "B"])
  }

  @Test func whatWaitsBehindTheGroupFailsAsWell() async throws {
    let taken = "after 2 of bad unencodable"
    try await expectOutcomes(
      ["unencodable", taken, taken, taken], drawing: "ZA", of: ["bad", "B", "C", "D"],
      DataSourceConfiguration(groupCountMax: 2))
  }

  @Test func aGroupWhoseCommitFailsFailsAsAWhole() async throws {
    let taken = "suspended at 2 of B failed"
    try await expectOutcomes(
      ["failed", taken, taken], drawing: "ZA", of: ["B", "C", "D"], failingCommit: true)
  }

  /// The change that cannot be encoded was verified on top of one whose commit failed.
  @Test func aFailedCommitComesBeforeAChangeThatDoesNotEncode() async throws {
    let taken = "suspended at 2 of B failed"
    try await expectOutcomes(
      ["failed", taken, taken], drawing: "ZA", of: ["B", "bad", "D"], failingCommit: true)
  }

  @Test func theErrorOfADependentNamesTheChangeThatFailed() {
    let cause = StorageError(.full, "no room left")
    let error = DataSourceError.precedingFailed(
      .init(revision: 7, origin: "importer", cause: .storage(cause)))
    #expect(
      "\(error)" == "the change to revision 7 (origin importer) failed, and this one was verified "
        + "on top of it: no room left")
  }
}
