import RosterCore
import RosterJSON
import Testing

@testable import RosterLog

struct LogAnonymizerTests {
  private func anonymized(_ log: ChangesetLog, seed: UInt64? = 1) throws -> ChangesetLog {
    var anonymizer = LogAnonymizer(seed: seed)
    return try anonymizer.anonymized(log)
  }

  /// What becomes of each entry: applied, refused and why, met or not.
  private func outcomes(of log: ChangesetLog) throws -> [LoggedList.Outcome] {
    try replay(log).outcomes
  }

  private func replay(
    _ log: ChangesetLog
  ) throws -> (outcomes: [LoggedList.Outcome], list: LoggedList) {
    var list = LoggedList(remembersHistory: log.entries.takeBack)
    let outcomes = try log.entries.map { try list.take($0) }
    return (outcomes, list)
  }

  @Test(arguments: ChangesetLog.fixtures)
  func fixtureReplaysAsBefore(_ name: String) throws {
    let log = try ChangesetLog(fixture: name)
    let result = try anonymized(log, seed: nil)
    let (before, after) = (try replay(log), try replay(result))
    #expect(after.outcomes == before.outcomes)
    #expect(after.list.list.revision == before.list.list.revision)
    #expect(after.list.list.itemCounts == before.list.list.itemCounts)
    #expect(result.bytes.count == log.bytes.count, "everything is as long as before")
  }

  @Test(arguments: ["thrash-101", "states-small", "history-small"])
  func equalModelsAreReplacedByEqualOnes(_ name: String) throws {
    let log = try ChangesetLog(fixture: name)
    let models = try log.list().contents.models
    let replaced = try anonymized(log).list().contents.models
    #expect(replaced.count == models.count)
    var pairs: [JSONValue: JSONValue] = [:]
    for (id, model) in models {
      #expect(pairs[model] ?? replaced[id] == replaced[id])
      pairs[model] = replaced[id]
    }
    #expect(Set(pairs.values).count == pairs.count, "different ones by different ones")
  }

  @Test(arguments: [UInt64](1...30))
  func randomLogReplaysAsBefore(_ seed: UInt64) throws {
    let log = try ChangesetLog(seed: seed, entryCount: 30)
    let result = try anonymized(log, seed: seed)
    #expect(try LogFlaw(of: result.entries) == nil, "seed \(seed)")
    #expect(try outcomes(of: result) == outcomes(of: log), "seed \(seed)")
  }

  @Test func nothingOfTheContentsIsLeft() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[[0,{"heading":"Groceries"}]],"insertedItems":[[[0,0],"Buy milk"],[[0,1],{"price":17.25,"größe":[4711,"XL"]}]]},"state":{"item":[0,0],"scope":"Shopping.Row[\"milk\"]/Counter[815]","value":"opened"},"origin":"telephone","at":"2026-01-31","userInfo":{"session":"abcdef"},"group":"weekend"}"#,
      #"{"expect":{"sections":[["Buy milk",{"price":17.25,"größe":[4711,"XL"]}]],"fingerprint":"cafe"}}"#
    )
    let result = try anonymized(log)
    let text = String(decoding: result.bytes, as: UTF8.self)
    for word in [
      "Groceries", "heading", "Buy", "milk", "price", "17.25", "größe", "4711", "XL", "Shopping",
      "Row", "Counter", "815", "opened", "telephone", "2026", "session", "abcdef", "weekend",
      "cafe",
    ] {
      #expect(!text.contains(word), "\(word) in \(text)")
    }
    #expect(try outcomes(of: result) == outcomes(of: log), "the wrong fingerprint is still wrong")
  }

  @Test func sameSeedGivesTheSameLogAndNoSeedAnother() throws {
    let log = try ChangesetLog(fixture: "states-small")
    #expect(try anonymized(log, seed: 5) == anonymized(log, seed: 5))
    #expect(try anonymized(log, seed: 5) != anonymized(log, seed: 6))
    #expect(try anonymized(log, seed: nil) != anonymized(log, seed: nil))
  }
}
