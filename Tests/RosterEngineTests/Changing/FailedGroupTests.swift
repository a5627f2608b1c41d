import RosterCore
import RosterStore
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

  /// Queues changes while the pipeline commits its first, section A, so that they are one group.
  private func outcomes(
    of models: [String], _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    failingCommit: Bool = false
  ) async throws -> (outcomes: [String], drawing: String) {
    var result: (outcomes: [String], drawing: String) = ([], "")
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
      for change in pending { result.outcomes.append(await outcome(of: change)) }
      if failingCommit { try list.resume() }
      _ = try await list.apply(.insert("Z"))
      result.drawing = try list.snapshot.rows.drawing
      await list.close()
      #expect(try await batches.collect().revisions == Array(1...list.snapshot.revision))
      #expect(try file.openList().snapshot.rows.drawing == result.drawing)
    }
    return result
  }

  @Test func theChangesBeforeOneThatDoesNotEncodeAreCommitted() async throws {
    let result = try await outcomes(of: ["B", "C", "bad", "D", "E"])
    let taken = "after 4 of bad unencodable"
    #expect(result.outcomes == ["revision 2", "revision 3", "unencodable", taken, taken])
    #expect(result.drawing == "ZCBA")
  }

  @Test func nothingIsCommittedIfTheFirstDoesNotEncode() async throws {
    let result = try await outcomes(of: ["bad", "B"])
    #expect(result.outcomes == ["unencodable", "after 2 of bad unencodable"])
    #expect(result.drawing == "ZA")
  }

  @Test func whatWaitsBehindTheGroupFailsAsWell() async throws {
    let limits = DataSourceConfiguration(groupCountMax: 2)
    let result = try await outcomes(of: ["bad", "B", "C", "D"], limits)
    let taken = "after 2 of bad unencodable"
    #expect(result.outcomes == ["unencodable", taken, taken, taken])
  }

  @Test func aGroupWhoseCommitFailsFailsAsAWhole() async throws {
    let result = try await outcomes(of: ["B", "C", "D"], failingCommit: true)
    let taken = "suspended at 2 of B failed"
    #expect(result.outcomes == ["failed", taken, taken])
    #expect(result.drawing == "ZA")
  }

  /// The change that cannot be encoded was verified on top of one whose commit failed.
  @Test func aFailedCommitComesBeforeAChangeThatDoesNotEncode() async throws {
    let result = try await outcomes(of: ["B", "bad", "D"], failingCommit: true)
    let taken = "suspended at 2 of B failed"
    #expect(result.outcomes == ["failed", taken, taken])
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
