import RosterTestKit
import Testing

/// States of headers and footers in logs, in what is printed, and in the file.
struct SupplementStateTests {
  private static let log = #"""
    {"changesetLog":1}
    {"changeset":{"insertedSections":[[0,"a"],[1,"b"]],"insertedItems":[[[0,0],"x"]]},"state":{"header":0,"scope":"Day","value":{"isFolded":false}}}
    {"state":[{"header":0,"scope":"Day","value":{"isFolded":true}},{"footer":1,"scope":"Sum","version":2,"value":3},{"item":[0,0],"scope":"Row","value":1}]}
    {"expect":{"revision":2,"state":[{"header":0,"scope":"Day","value":{"isFolded":true}},{"footer":1,"scope":"Sum","version":2,"value":3},{"footer":0,"scope":"Sum"}]}}
    {"state":{"header":2,"scope":"Day","value":1}}
    {"expect":{"error":{"kind":"setState","reason":"outOfBounds","section":2},"revision":2}}
    {"reopen":true}
    {"changeset":{"movedSections":[[1,0]]}}
    {"expect":{"state":[{"header":1,"scope":"Day","value":{"isFolded":true}},{"footer":0,"scope":"Sum","version":2,"value":3}]}}
    {"changeset":{"removedSections":[1]}}
    {"undo":true}
    {"expect":{"revision":5,"state":{"header":1,"scope":"Day","value":{"isFolded":true}}}}
    {"state":{"header":1,"scope":"Day"}}
    {"expect":{"state":{"header":1,"scope":"Day"}}}
    """#

  private func replayed(
    _ folder: TemporaryFolder, _ arguments: String...
  ) async throws -> (RosterProgram.Outcome, path: String) {
    let log = try folder.write(Self.log, to: "log.jsonl")
    let path = folder.path(of: "list.sqlite")
    let outcome = try await RosterProgram.run(["replay", log, "--db", path] + arguments)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return (outcome, path)
  }

  @Test(arguments: ["sync", "async"])
  func aLogSetsAndExpectsThem(mode: String) async throws {
    let folder = try TemporaryFolder()
    let (outcome, path) = try await replayed(folder, "--mode", mode)
    #expect(outcome.output.contains("    =  0:header  Day  {\"isFolded\":true}\n"))
    #expect(outcome.output.contains("    =  1:footer  Sum  3  version 2\n"))
    #expect(
      outcome.output.contains("refused  line 5  setState at target section 2: it does not exist"))
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 0, "\(check.output)")
  }

  @Test func batchLinesNameThem() async throws {
    let folder = try TemporaryFolder()
    let (outcome, _) = try await replayed(folder, "--output", "ndjson")
    #expect(
      outcome.lines[1].contains(
        #""states":[{"header":0,"scope":"Day","value":{"isFolded":true}},"#
          + #"{"item":[0,0],"scope":"Row","value":1},"#
          + #"{"footer":1,"scope":"Sum","version":2,"value":3}]"#), "\(outcome.lines[1])")
  }

  @Test func showPrintsThemAtEveryRevision() async throws {
    let folder = try TemporaryFolder()
    let (_, path) = try await replayed(folder)
    let second = try await RosterProgram.run("show", path, "--state", "--at", "2")
    #expect(
      second.lines.dropFirst() == [
        #"0  "a"  1 item"#, #"  header  Day  {"isFolded":true}"#, #"  0:0  "x""#, "      Row  1",
        #"1  "b"  0 items"#, "  footer  Sum  3  version 2",
      ])
    let last = try await RosterProgram.run("show", path, "--state", "--output", "ndjson")
    #expect(
      last.lines[1]
        == #"{"footerStates":[{"scope":"Sum","value":3,"version":2}],"items":0,"model":"b","#
        + #""section":0}"#)
    #expect(!last.output.contains("headerStates"))
  }

  @Test func aLogThatIsMadeOfTheFileSaysThem() async throws {
    let folder = try TemporaryFolder()
    let (_, path) = try await replayed(folder)
    let log = try await RosterProgram.run("log", path)
    #expect(log.exitCode == 0, "\(log.errors)")
    let again = try folder.write(log.output, to: "again.jsonl")
    let copy = folder.path(of: "copy.sqlite")
    let replayed = try await RosterProgram.run("replay", again, "--db", copy, "--output", "none")
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    for revision in 1...6 {
      let shown = try await [path, copy].asyncMap { path in
        try await RosterProgram.run(
          "show", path, "--state", "--at", "\(revision)", "--output", "ndjson"
        ).output
      }
      #expect(shown[0] == shown[1], "revision \(revision)")
    }
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
    var mapped: [T] = []
    for element in self { mapped.append(try await body(element)) }
    return mapped
  }
}
