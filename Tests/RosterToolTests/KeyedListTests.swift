import Foundation
import RosterCore
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The commands that write a list whose items have keys: undo, redo, replay; `HubCommandTests` have sync and hub.
struct KeyedListTests {
  private let folder: TemporaryFolder
  private let path: String

  /// Makes a list with the keys `author.id` of the models.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"author":{"id":"ada"},"n":1}],[[0,1],{"author":{"id":7},"n":2}]]}}
      {"changeset":{"updatedItems":[[[0,0],{"author":{"id":"bob"},"n":1}]]}}
      {"changeset":{"removedItems":[[0,1]]}}
      """
    let outcome = try await RosterProgram.run(
      "replay", folder.write(log, to: "log.jsonl"), "--db", path, "--model-key", "author.id",
      "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func replay(_ entries: String, _ options: String...) async throws
    -> RosterProgram.Outcome
  {
    let log = try folder.write("{\"changesetLog\":1}\n\(entries)\n", to: "more.jsonl")
    return try await RosterProgram.run(
      ["replay", log, "--db", path, "--output", "none"] + options)
  }

  /// The keys of the items that are found by them.
  private func keys(_ other: String? = nil) async throws -> [ModelKey] {
    let path = other ?? path
    let store = try SQLiteStore(path: path)
    defer { try? store.close() }
    let list = try #require(try store.list(named: "main", create: false))
    let items = try list.load().itemIDs(inSection: 0)
    let revision = try list.load().revision
    let keys = try list.keys(of: items, at: revision).compactMap(\.self)
    let found = try #require(try list.items(withKeys: keys, at: revision))
    #expect(found.map { $0?.id } == items)
    #expect(try await RosterProgram.run("check", path).exitCode == 0)
    return keys
  }

  @Test func anUndoNeedsNoKey() async throws {
    #expect(try await keys() == ["bob"])
    #expect(try await RosterProgram.run("undo", path).exitCode == 0)
    #expect(try await keys() == ["bob", 7])
    #expect(try await RosterProgram.run("undo", path).exitCode == 0)
    #expect(try await keys() == ["ada", 7])
    #expect(try await RosterProgram.run("redo", path, "--times", "2").exitCode == 0)
    #expect(try await keys() == ["bob"])
  }

  /// Earlier changes can be undone behind it.
  @Test func anUndoLeavesAnItemWhoseKeyAnotherOneHas() async throws {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "main", create: false))
    var builder = CommitGroupBuilder(try list.load(), key: { _ in 7 })
    try builder.add(
      Changeset {
        $0.insertItem(#"{"author":{"id":7},"n":3}"#, at: ItemPath(section: 0, item: 0))
      }, ChangeAnnotation(undo: UndoScope("other")))
    try list.commit(builder.group)
    try store.close()
    let outcome = try await RosterProgram.run("undo", path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("left as others have made it: 1 item\n"), "\(outcome.output)")
    #expect(try await keys() == [7, "bob"])
    #expect(try await RosterProgram.run("undo", path).exitCode == 0)
    #expect(try await keys() == [7, "ada"])
  }

  @Test func anUndoToBeforeTheListHadKeysNeedsTheirPlace() async throws {
    let log = #"""
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"id":1}]]}}
      {"changeset":{"updatedItems":[[[0,0],{"id":2}]]}}
      """#
    let other = folder.path(of: "other.sqlite")
    let file = try folder.write(log, to: "log.jsonl")
    #expect(try await RosterProgram.run("replay", file, "--db", other).exitCode == 0)
    let store = try SQLiteStore(path: other)
    let list = try #require(try store.list(named: "main", create: false))
    try list.addKeys { _, _ in 2 }
    try store.close()
    let without = try await RosterProgram.run("undo", other)
    #expect(without.exitCode == 2)
    #expect(without.errors.contains("--model-key id"), "\(without.errors)")
    #expect(try await RosterProgram.run("undo", other, "--model-key", "id").exitCode == 0)
    #expect(try await keys(other) == [1])
  }

  @Test func anUndoToBeforeTheListHadKeysLeavesAnItemWhoseKeyAnotherOneHas() async throws {
    let log = #"""
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"id":1}]]}}
      {"changeset":{"updatedItems":[[[0,0],{"id":2}]]}}
      """#
    let other = folder.path(of: "other.sqlite")
    let file = try folder.write(log, to: "log.jsonl")
    #expect(try await RosterProgram.run("replay", file, "--db", other).exitCode == 0)
    let store = try SQLiteStore(path: other)
    let list = try #require(try store.list(named: "main", create: false))
    try list.addKeys { _, _ in 2 }
    var builder = CommitGroupBuilder(try list.load(), key: { _ in 1 })
    try builder.add(
      Changeset { $0.insertItem(#"{"id":1}"#, at: ItemPath(section: 0, item: 0)) },
      ChangeAnnotation(undo: UndoScope("other")))
    try list.commit(builder.group)
    try store.close()
    let outcome = try await RosterProgram.run("undo", other, "--model-key", "id")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await keys(other) == [1, 2])
  }

  @Test func aReplayGoesOnWithTheKeys() async throws {
    let insertion = #"{"changeset":{"insertedItems":[[[0,1],{"author":{"id":"eve"}}]]}}"#
    let without = try await replay(insertion)
    #expect(without.exitCode == 2)
    #expect(without.errors.contains("--model-key id"), "\(without.errors)")
    #expect(try await replay(insertion, "--model-key", "author.id").exitCode == 0)
    #expect(try await keys() == ["bob", "eve"])
    let viewport = try await replay(insertion, "--viewport", "0,10")
    #expect(viewport.exitCode == 2)
    #expect(viewport.errors.contains("leave out --viewport"), "\(viewport.errors)")
  }

  @Test func aWrongPlaceOfTheKeyIsRefused() async throws {
    let insertion = #"{"changeset":{"insertedItems":[[[0,1],{"author":{"id":"eve"},"n":9}]]}}"#
    let number = try await replay(insertion, "--model-key", "n")
    #expect(number.exitCode == 2)
    #expect(
      number.errors.contains(#"item 1 at [0, 0] has the key "bob", and its model has 1 at n"#),
      "\(number.errors)")
    let absent = try await replay(insertion, "--model-key", "id")
    #expect(absent.exitCode == 2)
    #expect(
      absent.errors.contains("its model has neither a text nor an integer of 64 bits at id"),
      "\(absent.errors)")
    #expect(try await keys() == ["bob"])
  }

  @Test(arguments: ["sync", "async"])
  func aReplayNamesTheLineThatGivesAKeyTwice(mode: String) async throws {
    let twice = try await replay(
      #"""
      {"changeset":{"insertedItems":[[[0,1],{"author":{"id":"eve"}}]]}}
      {"changeset":{"insertedItems":[[[0,2],{"author":{"id":"bob"}}]]}}
      {"changeset":{"insertedItems":[[[0,0],{"author":{"id":"ned"}}]]}}
      """#, "--model-key", "author.id", "--mode", mode)
    #expect(twice.exitCode == 1)
    #expect(twice.errors.contains("line 3: the change was refused: "), "\(twice.errors)")
    #expect(twice.errors.contains(#"would both have the key "bob""#), "\(twice.errors)")
    #expect(try await keys() == ["bob", "eve"])
    let keyless = try await replay(
      #"{"changeset":{"insertedItems":[[[0,1],{"author":"eve"}]]}}"#, "--model-key", "author.id",
      "--mode", mode)
    #expect(keyless.exitCode == 1)
    #expect(
      keyless.errors.contains(
        "line 2: the change was refused: insertItem at target path [0, 1]: a model has neither a text"
      ), "\(keyless.errors)")
  }

  /// The removal wins, by itself or with the section, and the update has no effect.
  @Test(arguments: ["sync", "async"])
  func anUpdateOfARemovedItemNeedsNoKey(mode: String) async throws {
    func replay(_ entry: String) async throws -> RosterProgram.Outcome {
      try await self.replay(entry, "--model-key", "author.id", "--mode", mode)
    }
    let replaced = try await replay(
      #"{"changeset":{"updatedItems":[[[0,0],{}]],"removedItems":[[0,0]],"insertedItems":[[[0,0],{"author":{"id":"eve"}}]]}}"#
    )
    #expect(replaced.exitCode == 0, "\(replaced.errors)")
    #expect(try await keys() == ["eve"])
    // The model that has no effect is not the one that is named.
    let keyless = try await replay(
      #"{"changeset":{"updatedItems":[[[0,0],{}]],"removedSections":[0],"insertedSections":[0],"insertedItems":[[[0,0],{}]]}}"#
    )
    #expect(keyless.exitCode == 1)
    #expect(
      keyless.errors.contains(
        "line 2: the change was refused: insertItem at target path [0, 0]: a model has neither a text"
      ), "\(keyless.errors)")
    let removed = try await replay(
      #"{"changeset":{"updatedItems":[[[0,0],{}]],"removedSections":[0],"insertedSections":[0]}}"#)
    #expect(removed.exitCode == 0, "\(removed.errors)")
    #expect(try await keys() == [])
  }

  @Test(arguments: ["sync", "async"])
  func aLogMayExpectThatAModelIsRefusedForItsKey(mode: String) async throws {
    let log = try folder.write(
      #"""
      {"changesetLog":1}
      {"changeset":{"insertedItems":[[[0,1],{"author":{"id":"bob"}}]]}}
      {"expect":{"error":{}}}
      {"changeset":{"updatedItems":[[[0,0],{"n":2}]]}}
      {"expect":{"error":{"kind":"updateItem","section":0,"item":0}}}
      {"changeset":{"insertedItems":[[[0,1],{"author":{"id":"eve"}}]]}}
      {"changeset":{"updatedItems":[[[0,1],{"author":{"id":"bob"}}]],"insertedItems":[[[0,0],{"author":{"id":"ann"}}]]}}
      {"expect":{"error":{"reason":"duplicate"},"revision":4}}
      {"changeset":{"insertedItems":[[[0,9],{"author":{}}]]}}
      {"expect":{"error":{"kind":"insertItem","reason":"outOfBounds"}}}

      """#, to: "more.jsonl")
    let outcome = try await RosterProgram.run(
      "replay", log, "--db", path, "--model-key", "author.id", "--mode", mode, "--output",
      "ndjson")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let refused = try outcome.lines.compactMap { try JSONParser().parse($0)["refused"] }
    #expect(refused.map { $0["line"]?.intValue } == [2, 4, 7, 9])
    #expect(
      refused.map { $0["kind"]?.stringValue }
        == ["insertItem", "updateItem", "updateItem", "insertItem"])
    #expect(
      refused.map { $0["reason"]?.stringValue } == ["duplicate", nil, "duplicate", "outOfBounds"])
    #expect(refused.map { $0["item"]?.intValue } == [1, 0, 1, 9])
    #expect(try await keys() == ["bob", "eve"])
  }

  @Test(arguments: ["sync", "async"])
  func aReplayedUndoLeavesAnItemWhoseKeyAnotherOneHas(mode: String) async throws {
    let entries = #"""
      {"changeset":{"updatedItems":[[[0,0],{"author":{"id":"eve"}}]]}}
      {"changeset":{"insertedItems":[[[0,1],{"author":{"id":"bob"}}]]},"undo":false}
      {"undo":true}
      """#
    let expected = try folder.write(
      """
      {"changesetLog":1}
      \(entries)
      {"expect":{"sections":[[{"author":{"id":"eve"}},{"author":{"id":"bob"}}]],"revision":6}}
      {"undo":true}
      {"expect":{"sections":[[{"author":{"id":"eve"}},{"author":{"id":7},"n":2},{"author":{"id":"bob"}}]],"revision":7}}

      """, to: "expected.jsonl")
    let outcome = try await RosterProgram.run(
      "replay", expected, "--db", path, "--model-key", "author.id", "--mode", mode, "--output",
      "ndjson")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let refused = try outcome.lines.compactMap { try JSONParser().parse($0)["refused"] }
    #expect(refused.isEmpty)
    #expect(try await keys() == ["eve", 7, "bob"])
  }

  @Test func aReplayThatAppliesNothingLeavesNoListWithKeys() async throws {
    let other = folder.path(of: "other.sqlite")
    let log = try folder.write(
      """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"n":1}]]}}

      """, to: "log.jsonl")
    let keyed = try await RosterProgram.run("replay", log, "--db", other, "--model-key", "id")
    #expect(keyed.exitCode == 1, "\(keyed.errors)")
    #expect(try await RosterProgram.run("lists", other).output.isEmpty)
    let keyless = try await RosterProgram.run("replay", log, "--db", other, "--output", "none")
    #expect(keyless.exitCode == 0, "\(keyless.errors)")
    // A list that was there stays, without keys.
    let empty = try folder.write("{\"changesetLog\":1}\n", to: "empty.jsonl")
    let third = folder.path(of: "third.sqlite")
    #expect(try await RosterProgram.run("replay", empty, "--db", third).exitCode == 0)
    for place in ["id", "n.id"] {
      let keyed = try await RosterProgram.run("replay", log, "--db", third, "--model-key", place)
      #expect(keyed.exitCode == 1, "\(keyed.errors)")
      #expect(
        keyed.errors.contains("neither a text nor an integer of 64 bits at \(place)"),
        "\(keyed.errors)")
    }
    #expect(try await RosterProgram.run("check", third).exitCode == 0)
    #expect(try await RosterProgram.run("replay", log, "--db", third).exitCode == 0)
    // Also one that has had items.
    #expect(try await RosterProgram.run("undo", third).exitCode == 0)
    let emptied = try await RosterProgram.run("replay", log, "--db", third, "--model-key", "id")
    #expect(emptied.exitCode == 1, "\(emptied.errors)")
    #expect(try await RosterProgram.run("check", third).exitCode == 0)
    #expect(try await RosterProgram.run("redo", third).exitCode == 0)
    // A list with a revision stays, and so do its keys.
    let failed = try await replay(#"{"expect":{"revision":99}}"#, "--model-key", "author.id")
    #expect(failed.exitCode == 1, "\(failed.errors)")
    #expect(try await keys() == ["bob"])
  }

  @Test func aListWithoutKeysIsNotGivenAny() async throws {
    let log =
      #"{"changesetLog":1}"# + "\n"
      + #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"id":1}]]}}"#
    let other = folder.path(of: "other.sqlite")
    let file = try folder.write(log, to: "log.jsonl")
    #expect(try await RosterProgram.run("replay", file, "--db", other).exitCode == 0)
    let keyed = try await RosterProgram.run(
      "replay", file, "--db", other, "--model-key", "id")
    #expect(keyed.exitCode == 2)
    #expect(keyed.errors.contains("leave out --model-key"), "\(keyed.errors)")
  }
}
