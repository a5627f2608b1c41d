import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay
import RosterStore
import RosterTestKit
import Testing

/// Identifiers beyond 2⁵³ from a log into a file, and out of it.
@Suite struct LongNumberReplayTests {
  private struct Silence: ReplayObserver {
    mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Never>) {}
    mutating func refused(_ refusal: EntryRefusal, line: Int) {}
  }

  private typealias Replay = LogReplay<Silence>

  private static let items = ["738529527931269425", "738529527931269426", "0.10000000000000001"]

  private static let insertion =
    #"{"changeset":{"insertedSections":[0],"insertedItems":["#
    + items.enumerated().map { "[[0,\($0)],{\"id\":\($1)}]" }.joined(separator: ",") + "]}}"

  private static func expectation(_ items: [String]) -> String {
    let models = items.map { "{\"id\":\($0)}" }.joined(separator: ",")
    return "{\"expect\":{\"sections\":[[\(models)]]}}"
  }

  private static var fingerprint: String {
    var hash = FNV1a(of: "S null\n".utf8)
    for item in items { hash.add("I {\"id\":\(item)}\n".utf8) }
    return hash.hex
  }

  private static func open(_ path: String) throws -> Replay.DataSource {
    let storage = try SQLiteStore(path: path).list(named: "main")
    return try Replay.DataSource(
      storage: try #require(storage), codec: CanonicalJSONCodec(),
      sectionCodec: CanonicalJSONCodec())
  }

  private static func replay(_ lines: [String], into path: String) async throws {
    let text = (["{\"changesetLog\":1}"] + lines).joined(separator: "\n")
    var reader = try ChangesetLogReader(text.utf8)
    var replay = try Replay(mode: .sync, observer: Silence()) {
      try open(path)
    } closeStorage: {
    }
    while let line = try reader.next() { try await replay.take(line.entry, line: line.number) }
    try await replay.finish()
    await replay.close()
  }

  @Test func identifiersAreThoseOfTheLogInTheFileAndInASavedOne() async throws {
    let folder = try TemporaryFolder()
    let (path, saved) = (folder.path(of: "list.sqlite"), folder.path(of: "saved.sqlite"))
    try await Self.replay(
      [
        Self.insertion, Self.expectation(Self.items), #"{"reopen":true}"#,
        Self.expectation(Self.items),
        #"{"expect":{"fingerprint":"\#(Self.fingerprint)"}}"#,
      ], into: path)
    _ = try SQLiteStore.salvage(path, into: saved)
    for path in [path, saved] {
      let list = try Self.open(path)
      #expect(
        try list.snapshot.models(inSection: 0).map { $0["id"]?.canonicalText } == Self.items)
      #expect(try list.snapshot.fingerprint() == Self.fingerprint)
      await list.close()
    }
  }

  @Test(arguments: [
    ["738529527931269400", items[1], items[2]], [items[0], items[0], items[2]],
    [items[0], items[1], "0.1"], [items[0], "738529527931269426.5", items[2]],
  ])
  func anExpectationOfOtherNumbersFails(items: [String]) async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: ReplayFailure.self) {
      try await Self.replay(
        [Self.insertion, Self.expectation(items)], into: folder.path(of: "list.sqlite"))
    }
  }

  @Test func anEditLandsOnTheItemWithTheIdentifier() async throws {
    let folder = try TemporaryFolder()
    try await Self.replay(
      [
        Self.insertion,
        #"{"changeset":{"updatedItems":[[[0,1],{"id":738529527931269427}]]}}"#,
        Self.expectation([Self.items[0], "738529527931269427", Self.items[2]]),
        #"{"undo":true}"#, Self.expectation(Self.items),
      ], into: folder.path(of: "list.sqlite"))
  }
}
