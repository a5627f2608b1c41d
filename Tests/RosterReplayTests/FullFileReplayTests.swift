import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay
import RosterStore
import RosterTestKit
import Testing

/// A replay into a file that must not grow stops at the first changeset that has no room, says so, and
/// leaves a revision of the log.
@Suite("Replay into a full file") struct FullFileReplayTests {
  private struct Silence: ReplayObserver {
    mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Never>) {}
    mutating func refused(_ refusal: EntryRefusal, line: Int) {}
  }

  private typealias Replay = LogReplay<Silence>

  private static let changesetCount = 400

  /// The fingerprint of the list after a revision of the log.
  private func fingerprint(at revision: Int) throws -> String {
    var fingerprint = Fingerprint()
    if revision > 0 { fingerprint.addSection(model: nil) }
    for number in (1..<max(revision, 1)).reversed() {
      fingerprint.addItem(model: try #require(model(number)))
    }
    return fingerprint.hex
  }

  private func model(_ number: Int) -> JSONValue? {
    .string("\(number) " + String(repeating: "x", count: 200 + number % 7 * 100))
  }

  /// Each changeset fits every list with a section, so that nothing but the order of the log tells
  /// that one is missing.
  private func entry(_ number: Int) throws -> ChangesetLogEntry {
    .changeset(
      LoggedChangeset(
        Changeset { changes in
          if number == 0 {
            changes.insertSection(at: 0)
          } else if let model = model(number) {
            changes.insertItem(model, at: ItemPath(section: 0, item: 0))
          }
        }))
  }

  private func replay(_ path: String, _ mode: ReplayMode, pageCountMax: Int?) async throws -> (
    applied: Int, error: (any Error)?
  ) {
    let store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(pageCountMax: pageCountMax))
    let storage = try #require(try store.list(named: "main"))
    var replay = try Replay(mode: mode, observer: Silence()) {
      try Replay.DataSource(
        storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
        configuration: DataSourceConfiguration(groupCountMax: 16))
    } closeStorage: {
    }
    var failure: (any Error)?
    do {
      for number in 0..<Self.changesetCount {
        try await replay.take(try entry(number), line: number + 2)
      }
      try await replay.finish()
    } catch {
      failure = error
    }
    await replay.close()
    try store.close()
    return (replay.appliedCount, failure)
  }

  @Test(arguments: [27, 30, 36, 42, 48, 54, 60, 66, 72, 78, 84], [ReplayMode.async, .sync])
  func stopsAtTheFirstFailureAndLeavesARevisionOfTheLog(
    pageCountMax: Int, mode: ReplayMode
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    let result = try await replay(path, mode, pageCountMax: pageCountMax)
    guard case DataSourceError.storage(let error)? = result.error else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(error.code == .full)
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "main"))
    let source = try Replay.DataSource(
      storage: list, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    let revision = source.snapshot.revision
    #expect(revision == result.applied)
    #expect(0..<Self.changesetCount ~= revision)
    #expect(try source.snapshot.fingerprint() == fingerprint(at: revision))
    #expect(try store.check() == [])
    await source.close()
  }

  @Test func theFingerprintsAreThoseOfAnUninterruptedReplay() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    let result = try await replay(path, .async, pageCountMax: nil)
    #expect(result.error == nil)
    #expect(result.applied == Self.changesetCount)
    let list = try #require(try SQLiteStore(path: path).list(named: "main"))
    let source = try Replay.DataSource(
      storage: list, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    for revision in stride(from: 0, through: Self.changesetCount, by: 50) {
      #expect(try source.snapshot(at: revision).fingerprint() == fingerprint(at: revision))
    }
    await source.close()
  }
}
