import Foundation
import RosterCore
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The commands that walk the journal: undo, redo, at, diff, compact, follow.
struct HistoryCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}
      {"changeset":{"insertedItems":[[[0,2],"c"]]},"origin":"me"}
      {"changeset":{"removedItems":[[0,0]]}}
      {"changeset":{"movedItems":[[[0,1],[0,0]]]}}
      """
    let file = try folder.write(log, to: "log.jsonl")
    let outcome = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func models(_ revision: Int? = nil) async throws -> [String] {
    let at = revision.map { ["--at", "\($0)"] } ?? []
    let outcome = try await RosterProgram.run(["show", path, "--output", "ndjson"] + at)
    return try outcome.lines.compactMap {
      let line = try JSONParser().parse($0)
      return line["item"] == nil ? nil : line["model"]?.stringValue
    }
  }

  @Test func revisionsAreFoundByWhoMadeThemTheirGroupAndWhatTheySay() async throws {
    let file = try folder.write(
      #"""
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],"a"]]},"origin":"Ann","group":"import 1"}
      {"changeset":{"updatedItems":[[[0,0],"b"]]},"origin":"Ben","userInfo":{"reason":"new prices"}}
      {"changeset":{"updatedItems":[[[0,0],"c"]]},"origin":"Ann","group":"import\n2"}

      """#, to: "grouped.jsonl")
    let path = folder.path(of: "grouped.sqlite")
    let replayed = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    func found(_ arguments: String...) async throws -> [Substring] {
      let outcome = try await RosterProgram.run(["log", path] + arguments)
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.lines
    }
    let byAnn = try await found("--origin", "ann")
    #expect(byAnn.count == 2 && byAnn.last?.hasPrefix("revision 1, ") == true)
    #expect(
      byAnn.first?.hasSuffix(#"by "Ann": 1 item updated, of group "import\n2""#) == true, "\(byAnn)"
    )
    #expect(try await found("--group", "import").count == 2)
    #expect(try await found("--group", "import 1").map { $0.prefix(11) } == ["revision 1,"])
    #expect(try await found("--group", "import", "--origin", "Ben").isEmpty)
    #expect(try await found("--text", "price").map { $0.prefix(11) } == ["revision 2,"])
    for (wrong, message) in [
      (["--group", ""], "group has 1 to 1000 bytes"), (["--rows", "--origin", "a"], "--rows"),
    ] {
      let outcome = try await RosterProgram.run(["log", path] + wrong)
      #expect(outcome.exitCode == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func undoAndRedoPrintTheirBatches() async throws {
    let undone = try await RosterProgram.run(
      "undo", path, "--times", "2", "--origin", "menu", "--output", "ndjson")
    #expect(undone.exitCode == 0)
    let batches = try undone.lines.map { try JSONParser().parse($0)["batch"] }
    #expect(batches.map { $0?["to"]?.intValue } == [5, 6])
    #expect(batches.allSatisfy { $0?["origin"]?.stringValue == "menu" })
    #expect(try await models() == ["a", "b", "c"])
    let redone = try await RosterProgram.run("redo", path)
    #expect(redone.output.hasPrefix("revision 7  -1"))
    #expect(try await models() == ["b", "c"])
    #expect(try await RosterProgram.run("check", path).exitCode == 0)
  }

  @Test func aScopeIsUndoneByItsName() async throws {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: store.lists()[0].name, create: false))
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(
      Changeset { $0.insertItem(#""d""#, at: ItemPath(section: 0, item: 0)) },
      ChangeAnnotation(undo: UndoScope("drawing")))
    try list.commit(builder.group)
    try store.close()
    #expect(try await models() == ["d", "c", "b"])
    #expect(try await RosterProgram.run("undo", path).exitCode == 0)
    #expect(try await models() == ["d", "b", "c"])
    #expect(try await RosterProgram.run("undo", path, "--scope", "drawing").exitCode == 0)
    #expect(try await models() == ["b", "c"])
    #expect(try await RosterProgram.run("undo", path, "--scope", "drawing").exitCode == 1)
    #expect(try await RosterProgram.run("redo", path, "--scope", "drawing").exitCode == 0)
    #expect(try await models() == ["d", "b", "c"])
    #expect(try await RosterProgram.run("check", path).exitCode == 0)
  }

  @Test func scopesAreInLogsAndInBatches() async throws {
    let log = #"""
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}
      {"changeset":{"updatedItems":[[[0,0],"A"]]}}
      {"changeset":{"insertedItems":[[[0,0],"x"]]},"undo":"drawing"}
      {"changeset":{"removedItems":[[0,2]]},"undo":false}
      {"undo":true}
      {"expect":{"sections":[["x","a"]],"revision":5}}
      """#
    let other = folder.path(of: "other.sqlite")
    let replayed = try await RosterProgram.run(
      "replay", folder.write(log, to: "scopes.jsonl"), "--db", other, "--output", "ndjson")
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    let expected: [JSONValue?] = [nil, nil, "drawing", false, nil]
    func scopes(_ outcome: RosterProgram.Outcome, _ member: String) throws -> [JSONValue?] {
      try outcome.lines.map { try JSONParser().parse($0) }.filter { $0[member] != nil }
        .map { $0["batch"]?["undo"] ?? $0["undo"] }
    }
    #expect(try scopes(replayed, "batch") == expected)
    #expect(
      try await scopes(
        RosterProgram.run("follow", other, "--after", "0", "--until", "5", "--output", "ndjson"),
        "batch") == expected)
    let exported = try await RosterProgram.run("log", other)
    #expect(try scopes(exported, "changeset") == expected)
    // What is made of the log has the same histories.
    let again = folder.path(of: "again.sqlite")
    let file = try folder.write(exported.output, to: "exported.jsonl")
    #expect(try await RosterProgram.run("replay", file, "--db", again).exitCode == 0)
    let undone = try await RosterProgram.run("undo", again, "--scope", "drawing")
    #expect(undone.exitCode == 0, "\(undone.errors)")
    #expect(try await RosterProgram.run("undo", again, "--scope", "drawing").exitCode == 1)
    let wrong = try folder.write(
      #"{"changesetLog":1}"# + "\n" + #"{"changeset":{},"undo":7}"#, to: "wrong.jsonl")
    let refused = try await RosterProgram.run("replay", wrong)
    #expect(refused.exitCode == 3)
    #expect(
      refused.errors.contains("line 2: undo: expected the name of a scope, or false"),
      "\(refused.errors)")
  }

  @Test func aPartOfAChangeOfSeveralListsIsUndoneIfTheUserSaysSo() async throws {
    let store = try SQLiteStore(path: path)
    let name = try store.lists()[0].name
    let list = try #require(try store.list(named: name, create: false))
    let other = try #require(try store.list(named: "other"))
    var builder = CommitGroupBuilder(try list.load())
    builder.otherParts = [JournalPart(list: try #require(other.address).number, revision: 1)]
    try builder.add(Changeset { $0.insertItem(#""d""#, at: ItemPath(section: 0, item: 0)) })
    try list.commit(builder.group)
    try store.close()
    let refused = try await RosterProgram.run("undo", path, "--list", name)
    #expect(refused.exitCode == 1)
    #expect(refused.errors.contains("made in \"other\" as well; --part-only"))
    #expect(try await RosterProgram.run("undo", path, "--list", name, "--part-only").exitCode == 0)
    #expect(try await RosterProgram.run("check", path).exitCode == 0)
  }

  @Test(arguments: ["sync", "async"])
  func aLogMayUndoAndRedoWhatItGroups(mode: String) async throws {
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],"a"]]}}
      {"changeset":{"insertedItems":[[[0,1],"b"]]},"group":"typing"}
      {"changeset":{"insertedItems":[[[0,2],"c"]]},"group":"typing"}
      {"undo":true}
      {"expect":{"sections":[["a"]],"revision":5}}
      {"reopen":true}
      {"redo":true}
      {"expect":{"sections":[["a","b","c"]],"revision":7}}
      """
    let grouped = folder.path(of: "grouped.sqlite")
    let replayed = try await RosterProgram.run(
      "replay", try folder.write(log, to: "grouped.jsonl"), "--db", grouped, "--mode", mode,
      "--output", "ndjson")
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    let groups = try replayed.lines.dropLast().map {
      try JSONParser().parse($0)["batch"]?["group"]?.stringValue
    }
    #expect(groups == [nil] + Array(repeating: "typing", count: 6))
    // The journal as a log has the groups, and the steps as the changesets that they were.
    let printed = try await RosterProgram.run("log", grouped)
    #expect(printed.lines.count { $0.contains(#""group":"typing""#) } == 6)
    let copy = folder.path(of: "copy.sqlite")
    let copied = try await RosterProgram.run(
      "replay", try folder.write(printed.output, to: "copy.jsonl"), "--db", copy)
    #expect(copied.exitCode == 0, "\(copied.errors)")
  }

  @Test func aLogThatUndoesWhatIsNotThereFailsThere() async throws {
    let log = "{\"changesetLog\":1}\n{\"undo\":true}\n"
    let outcome = try await RosterProgram.run(
      "replay", try folder.write(log, to: "nothing.jsonl"), "--db", folder.path(of: "nothing"))
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("line 2"))
    #expect(outcome.errors.contains("nothing to undo"))
  }

  /// The list is "c" and "b". The first change updates both and their section, and the second one, which no undo takes back,
  /// updates one of them and the section.
  @Test func anUndoSaysWhatItLeavesAsOthersHaveMadeIt() async throws {
    let log = """
      {"changesetLog":1}
      {"changeset":{"updatedItems":[[[0,0],"1"],[[0,1],"1"]],"updatedSections":[[0,"1"]]}}
      {"changeset":{"updatedItems":[[[0,1],"2"]],"updatedSections":[[0,"2"]]},"undo":false}
      """
    let replayed = try await RosterProgram.run(
      "replay", try folder.write(log, to: "others.jsonl"), "--db", path)
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    let undone = try await RosterProgram.run("undo", path)
    #expect(undone.output.contains("  left as others have made it: 1 item, 1 section\n"))
    #expect(try await models() == ["c", "2"])
    let before = try await RosterProgram.run("undo", path)
    #expect(before.exitCode == 0 && !before.output.contains("left as"))
  }

  @Test func whenThereIsNothingToUndoOrRedoTheExitCodeIsOne() async throws {
    let redo = try await RosterProgram.run("redo", path)
    #expect(redo.exitCode == 1)
    #expect(redo.errors.contains("nothing to redo\n"), "\(redo.errors)")
    let undo = try await RosterProgram.run("undo", path, "--times", "9", "--output", "none")
    #expect(undo.exitCode == 1)
    #expect(
      undo.errors.contains("nothing to undo; 4 of 9 changes were undone\n"), "\(undo.errors)")
    #expect(try await models() == [])
    let redone = try await RosterProgram.run("redo", path, "--times", "5", "--output", "none")
    #expect(redone.exitCode == 1)
    #expect(
      redone.errors.contains("nothing to redo; 4 of 5 changes were redone\n"), "\(redone.errors)")
  }

  @Test func atPrintsAnyRevision() async throws {
    let outcome = try await RosterProgram.run("at", path, "--revision", "2")
    #expect(
      outcome.output == """
        list "main", revision 2: 1 section, 3 items
        0  "A"  3 items
          0:0  "a"
          0:1  "b"
          0:2  "c"

        """)
    let beyond = try await RosterProgram.run("at", path, "--revision", "5")
    #expect(beyond.exitCode == 2)
  }

  @Test func diffPrintsOneBatchBetweenTwoRevisions() async throws {
    let outcome = try await RosterProgram.run(
      "diff", "\(path)@1", "\(path)@4", "--output", "ndjson")
    #expect(outcome.lines.count == 1)
    let batch = try #require(try JSONParser().parse(outcome.output)["batch"])
    #expect(batch["from"]?.intValue == 1)
    #expect(batch["to"]?.intValue == 4)
    #expect(batch["changes"]?["removedItems"] == [[0, 0]])
    #expect(batch["changes"]?["insertedItems"] == [[0, 0]])
    let nothing = try await RosterProgram.run("diff", "\(path)@4", "\(path)@4")
    #expect(nothing.output.isEmpty)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let spelled = try await RosterProgram.run(
      "diff", "\(path)@1", "\(folder)/./list.sqlite@4", "--output", "ndjson")
    #expect(spelled.output == outcome.output)
    for arguments in [
      ["\(path)@4", "\(path)@1"], ["\(path)@1", "other@2"], ["\(path)@", path],
      ["\(path)@-1", path], [path, "\(path)@1"], ["\(path)@5"], ["@1"],
    ] {
      #expect(try await RosterProgram.run(["diff"] + arguments).exitCode == 2, "\(arguments)")
    }
    // Without a revision, it is the present one.
    for arguments in [["\(path)@1", path], ["\(path)@1"]] {
      let present = try await RosterProgram.run(["diff"] + arguments + ["--output", "ndjson"])
      #expect(present.output == outcome.output)
    }
    #expect(try await RosterProgram.run("diff", path, path).output.isEmpty)
  }

  @Test func diffNamesFieldsAndWhatIsRemoved() async throws {
    let items = (0..<30).map { #"[[0,\#($0)],{"title":"t\#($0)","price":{"amount":\#($0)}}]"# }
    // Their places have changed before: all but the last ones by one.
    let updates = (0..<6).map {
      #"[[0,\#(2 * $0 + 1)],{"title":"t\#(2 * $0 + 2)","price":{"amount":77},"new":true}]"#
    }
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,null]],"insertedItems":[\(items.joined(separator: ","))]}}
      {"changeset":{"removedItems":[[0,0],[0,26],[0,27],[0,28],[0,29]],"movedItems":[[[0,25],[0,12]]]}}
      {"changeset":{"updatedItems":[\(updates.joined(separator: ","))]}}
      """
    let file = try folder.write(log, to: "priced.jsonl")
    let other = folder.path(of: "priced.sqlite")
    let replay = try await RosterProgram.run("replay", file, "--db", other, "--output", "none")
    #expect(replay.exitCode == 0, "\(replay.errors)")
    let outcome = try await RosterProgram.run("diff", "\(other)@1")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.lines
    #expect(lines.first?.hasPrefix("revision 3  -5 ~6 >1") == true, "\(lines)")
    #expect(lines.contains("    -  0:26–29  t26, t27, t28, … 1 more"), "\(lines)")
    #expect(lines.contains("    -  0:0  t0"), "\(lines)")
    // In its place after everything, with the model from its place before.
    let first = try #require(lines.firstIndex { $0.hasPrefix("    ~  0:1  t2") }, "\(lines)")
    #expect(
      lines[(first + 1)...].prefix(2) == [
        "         new: nothing → true", "         price.amount: 2 → 77",
      ])
    #expect(lines.last == "    … 1 more operation; --all shows them", "\(lines)")
    let all = try await RosterProgram.run("diff", "\(other)@1", "--all").lines
    #expect(all.count { $0.contains("→ 77") } == 6)
    #expect(all.contains("    -  0:26–29  t26, t27, t28, t29"))
    #expect(!all.contains { $0.contains("more") })
  }

  @Test(arguments: [(9, false), (100, true)])
  func diffSaysHowManyFieldsAreNotShown(count: Int, isLarge: Bool) async throws {
    func model(_ value: Int) -> String {
      "{\((100..<100 + count).map { "\"f\($0)\":\(value)" }.joined(separator: ","))}"
    }
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,null]],"insertedItems":[[[0,0],\(model(1))]]}}
      {"changeset":{"updatedItems":[[[0,0],\(model(2))]]}}
      """
    let file = try folder.write(log, to: "wide.jsonl")
    let other = folder.path(of: "wide.sqlite")
    let replay = try await RosterProgram.run("replay", file, "--db", other, "--output", "none")
    #expect(replay.exitCode == 0, "\(replay.errors)")
    let first = try await RosterProgram.run("diff", "\(other)@1").lines
    #expect(first.count { $0.contains("1 → 2") } == 8)
    let way = isLarge ? "--output ndjson has them" : "--all shows them"
    #expect(first.last == "         … \(count - 8) more; \(way)", "\(first)")
    let all = try await RosterProgram.run("diff", "\(other)@1", "--all").lines
    #expect(all.count { $0.contains("1 → 2") } == min(count, 40))
    let last: Substring =
      isLarge ? "         … 60 more; --output ndjson has them" : "         f108: 1 → 2"
    #expect(all.last == last, "\(all)")
  }

  @Test func compactSaysWhatIsLeft() async throws {
    let outcome = try await RosterProgram.run(
      "compact", path, "--keep-revisions", "1", "--vacuum")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines.first == "3 revisions removed, the oldest one left is 3")
    let gone = try await RosterProgram.run("at", path, "--revision", "2")
    #expect(gone.exitCode == 2)
    #expect(gone.errors.contains("list.sqlite: revision 2 is no longer kept"))
    #expect(gone.errors.contains("the oldest one that is left is 3"))
    #expect(try await RosterProgram.run("diff", "\(path)@1", "\(path)@4").exitCode == 2)
    #expect(try await RosterProgram.run("follow", path, "--after", "1").exitCode == 2)
    #expect(try await models(3) == ["b", "c"])
    #expect(try await RosterProgram.run("compact", path).exitCode == 2)
    let again = try await RosterProgram.run(
      "compact", path, "--keep-age", "30d", "--output", "ndjson")
    let line = try JSONParser().parse(again.output)
    #expect(line["removed"]?.intValue == 0)
    #expect(line["oldest"]?.intValue == 3)
    #expect(try await RosterProgram.run("compact", path, "--keep-age", "30x").exitCode == 2)
  }

  @Test(arguments: [0, 1, 2, 3]) func logOfACompactedListBeginsWithTheOldestState(
    _ kept: Int
  ) async throws {
    let states = """
      {"changesetLog":1}
      {"state":[{"item":[0,0],"scope":"Row","value":1},{"footer":0,"scope":"Sum","value":[2]}]}
      {"changeset":{"insertedSections":[0,[2,"C"]],"insertedItems":[[[2,0],"x"]]}}
      {"state":{"item":[2,0],"scope":"Row","version":2,"value":{"a":null}}}
      """
    let file = try folder.write(states, to: "states.jsonl")
    _ = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    _ = try await RosterProgram.run("compact", path, "--keep-revisions", "\(kept)")
    let log = try await RosterProgram.run("log", path)
    #expect(log.exitCode == 0, "\(log.errors)")
    let header = try JSONParser().parse(#require(log.lines.first))
    // The journal keeps its last row in any case.
    let oldest = 7 - max(1, kept)
    #expect(header["firstRevision"]?.intValue == oldest)
    let copy = folder.path(of: "copy.sqlite")
    let taken = try await RosterProgram.run(
      "replay", "-", "--db", copy, "--output", "none", input: log.output)
    #expect(taken.exitCode == 0, "\(taken.errors)")
    for revision in oldest...7 {
      let original = try await RosterProgram.run("at", path, "--revision", "\(revision)")
      let replayed = try await RosterProgram.run(
        "at", copy, "--revision", "\(revision - oldest + 1)")
      #expect(original.lines.dropFirst() == replayed.lines.dropFirst())
      #expect(!original.lines.dropFirst().isEmpty)
    }
  }

  @Test func logOfAListThatWasNotCompactedHasNoFirstRevision() async throws {
    let log = try await RosterProgram.run("log", path)
    #expect(log.lines.first == #"{"changesetLog":1,"name":"main"}"#)
  }

  @Test func followSaysThatTheListIsPastItsEnd() async throws {
    for until in ["1", "4"] {
      let outcome = try await RosterProgram.run("follow", path, "--until", until)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("the list is at revision 4 already"))
      #expect(outcome.errors.contains("until \(until)"))
    }
    let past = try await RosterProgram.run("follow", path, "--after", "0", "--until", "2")
    #expect(past.exitCode == 0 && past.errors.isEmpty)
    #expect(past.output.contains("revision 2"))
    #expect(!past.output.contains("revision 3"))
    for until in ["1", "2"] {
      let wrong = try await RosterProgram.run("follow", path, "--after", "2", "--until", until)
      #expect(wrong.exitCode == 2)
    }
  }

  @Test func eraseLeavesNothingOfWhatWasRemoved() async throws {
    func hasCanary() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasPrefix("list.sqlite") }
        .contains { name in
          let bytes = FileManager.default.contents(atPath: folder.path(of: name)) ?? Data()
          return bytes.range(of: Data("zanzibarkanarie".utf8)) != nil
        }
    }
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedItems":[[[0,0],"zanzibarkanarie"]]}}
      {"changeset":{"removedItems":[[0,0]]}}
      """
    let file = try folder.write(log, to: "more.jsonl")
    _ = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    _ = try await RosterProgram.run("compact", path, "--keep-revisions", "0", "--vacuum")
    #expect(try hasCanary(), "the last revision can still be undone")
    let erased = try await RosterProgram.run("erase", path)
    #expect(erased.exitCode == 0, "\(erased.errors)")
    #expect(
      erased.output
        == "1 revision of 1 list removed; nothing is left of what is in no list\n")
    #expect(try !hasCanary())
    #expect(try await RosterProgram.run("check", path).exitCode == 0)
    #expect(try await models() == ["c", "b"])
    let again = try await RosterProgram.run("erase", path, "--output", "ndjson")
    #expect(again.output == "{\"lists\":1,\"removed\":0}\n")
    #expect(try await RosterProgram.run("erase", "postgres://nobody@nowhere/x").exitCode == 2)
  }

  @Test func compactForgetsWhoIsNamed() async throws {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "main", create: false))
    for name in ["index", "backup"] { try list.acknowledge(0, by: name) }
    try store.close()
    let held = try await RosterProgram.run("compact", path, "--keep-revisions", "0")
    #expect(held.lines.first?.hasSuffix("; held by subscriber \"backup\"") == true)
    let wrong = try await RosterProgram.run("compact", path, "--forget", "index", "--forget", "who")
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("there is no subscriber \"who\"; the list has backup, index"))
    let forgotten = try await RosterProgram.run(
      "compact", path, "--forget", "index", "--forget", "backup", "--keep-revisions", "1")
    #expect(forgotten.exitCode == 0, "\(forgotten.errors)")
    #expect(forgotten.lines.first == "3 revisions removed, the oldest one left is 3")
    let reading = try SQLiteStore(path: path)
    #expect(try reading.list(named: "main", create: false)?.subscribers() == [])
    try reading.close()
    let nobody = try await RosterProgram.run("compact", path, "--forget", "index")
    #expect(nobody.errors.contains("the list has none"))
  }

  @Test func undoEndsWhereTheJournalDoes() async throws {
    _ = try await RosterProgram.run("compact", path, "--keep-revisions", "1")
    let undone = try await RosterProgram.run("undo", path, "--times", "9")
    #expect(undone.exitCode == 1)
    #expect(undone.errors.contains("the oldest revision that is left is 3"))
    #expect(undone.lines.first?.hasPrefix("revision 5") == true)
  }

  @Test func whatWasUndoneIsInTheFileItself() async throws {
    _ = try await RosterProgram.run("undo", path, "--output", "none")
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    _ = try await RosterProgram.run("undo", path, "--times", "99", "--output", "none")
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func twoMayUndoAtOnce() async throws {
    let log = (0..<100).map { #"{"changeset":{"insertedItems":[[[0,0],"\#($0)"]]}}"# }
    let file = try folder.write(
      ([#"{"changesetLog":1}"#] + log).joined(separator: "\n"), to: "more.jsonl")
    _ = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    let outcome = try await RosterProgram.shell(
      """
      for name in a b; do
        $roster undo '\(path)' --times 40 --output none --origin $name & processes="$processes $!"
      done
      for process in $processes; do wait $process || exit; done
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await models() == (0..<20).reversed().map(String.init) + ["c", "b"])
    let lists = try await RosterProgram.run("lists", path)
    #expect(lists.output.contains("revision 184"))
  }

  @Test func followPrintsWhatAnotherProcessCommits() async throws {
    let outcome = try await RosterProgram.shell(
      """
      cd '\(folder.path)' || exit 99
      \(RosterProgram.startShell)
      start $roster follow '\(path)' --after 3 --until 6 --output ndjson
      $roster undo '\(path)' --times 2 --output none; echo "$line"; rest; wait $server
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let revisions = try outcome.lines.map {
      try JSONParser().parse($0)["batch"]?["to"]?.intValue
    }
    #expect(revisions == [4, 5, 6])
  }

  @Test func commandsThatWriteCreateNothing() async throws {
    let missing = folder.path(of: "missing.sqlite")
    for command in [["undo"], ["redo"], ["compact", "--vacuum"]] {
      let outcome = try await RosterProgram.run(command + [missing])
      #expect(outcome.exitCode == 4)
      #expect(!FileManager.default.fileExists(atPath: missing))
      let empty = try folder.write("", to: "empty.sqlite")
      #expect(try await RosterProgram.run(command + [empty]).exitCode == 4)
      #expect(try Data(contentsOf: URL(fileURLWithPath: empty)).isEmpty)
    }
  }
}
