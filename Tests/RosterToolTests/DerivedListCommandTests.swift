import Foundation
import GRDB
import Roster
import RosterDerived
import RosterTestKit
import Testing

/// What the commands say of lists that are derived from others, without their definitions.
struct DerivedListCommandTests {
  private struct Mail: Codable, Sendable {
    var subject: String
    var day: Int
  }

  private let folder: TemporaryFolder
  private let path: String

  /// Makes a file with a list, and one that is derived from it and is not followed to its end.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "mail.sqlite")
    let inbox = try ListDataSource<Mail, String, Never>(.file(path, list: "inbox"))
    try await inbox.change { _, change in
      try change.append(contentsOf: [
        Mail(subject: "b", day: 2), Mail(subject: "a", day: 1), Mail(subject: "c", day: 2),
      ])
    }
    let byDay = try inbox.derived("by day", version: "1").sections { $0.day }
      .sorted { [.descending($0.subject)] }.open()
    await byDay.close()
    try await inbox.change { _, change in try change.append(Mail(subject: "d", day: 3)) }
    await inbox.close()
  }

  @Test func aDerivedListIsNamedWithItsSource() async throws {
    let text = try await RosterProgram.run("lists", path)
    #expect(
      text.lines == [
        "by day  revision 1  2 sections  3 items  from inbox at revision 1",
        "inbox  revision 2  1 section  4 items",
      ])
    let lines = try await RosterProgram.run("lists", path, "--output", "ndjson")
    let line = try JSONParser().parse(try #require(lines.lines.first))
    #expect(line["source"]?.stringValue == "inbox" && line["basis"]?.intValue == 1)
  }

  @Test func aListIsRemovedWithWhatIsDerivedFromIt() async throws {
    let other = try ListDataSource<String, String, Never>(.file(path, list: "other"))
    try await other.change { _, change in _ = try change.append("a") }
    await other.close()
    let wrong = try await RosterProgram.run("remove", path, "outbox")
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("there is no list \"outbox\", only: by day, inbox, other"))
    let removed = try await RosterProgram.run("remove", path, "inbox")
    #expect(removed.exitCode == 0, "\(removed.errors)")
    #expect(
      removed.lines == [
        "removed inbox, with 4 items at revision 2", "removed by day, with 3 items at revision 1",
      ])
    #expect(try await RosterProgram.run("remove", path, "inbox").exitCode == 2)
    let last = try await RosterProgram.run("remove", path, "other", "--output", "ndjson")
    #expect(last.output == "{\"items\":1,\"removed\":\"other\",\"revision\":1}\n")
    #expect(try await RosterProgram.run("lists", path).output == "")
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 0, "\(check.output)")
    let none = try await RosterProgram.run("remove", folder.path(of: "none.sqlite"), "a")
    #expect(none.exitCode == 4 && none.errors.contains("none.sqlite"), "\(none.errors)")
  }

  @Test func modelsAreCountedByVersion() async throws {
    let file = folder.path(of: "versions.sqlite")
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"s"]],"insertedItems":[[[0,0],{"id":1}],[[0,1],{"$version":3,"id":2}],\
      [[0,2],{"id":3}],[[0,3],"text"]]}}

      """
    let replayed = try await RosterProgram.run(
      "replay", "-", "--db", file, "--output", "none", input: log)
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    #expect(
      try await RosterProgram.run("lists", file, "--versions").output
        == "main  revision 1  1 section  4 items  version 1: 2, version 3: 1, no version: 2\n")
    let line = try JSONParser().parse(
      try await RosterProgram.run("lists", file, "--versions", "--output", "ndjson").output)
    #expect(line["versions"]?.description == #"{"1":2,"3":1,"none":2}"#)
    let lines = try await RosterProgram.run("lists", path, "--versions").lines
    #expect(
      lines == [
        "by day  revision 1  2 sections  3 items  from inbox at revision 1",
        "inbox  revision 2  1 section  4 items  version 1: 4",
      ])
  }

  @Test func aDerivedListIsShownWithTheModelsOfItsSource() async throws {
    let shown = try await RosterProgram.run("show", path, "--list", "by day")
    #expect(
      shown.output == """
        list "by day", revision 1: 2 sections, 3 items
        0  1  1 item
          0:0  {"subject":"a","day":1}
        1  2  2 items
          1:0  {"subject":"c","day":2}
          1:1  {"subject":"b","day":2}

        """)
    let check = try await RosterProgram.run("check", path, "--json-models")
    #expect(check.output == "\(path): all is well with 2 lists\n")
  }

  @Test func aListOfSeveralSourcesIsShownWithTheirModels() async throws {
    let file = folder.path(of: "several.sqlite")
    let store = try SQLiteStore(path: file)
    let sources = try [Mail(subject: "x", day: 1), Mail(subject: "y", day: 2)].map { mail in
      let list = try #require(try store.list(named: "mail of \(mail.subject)"))
      let source = try ListDataSource<Mail, String, Never>(.stored(list))
      try source.changeSynchronously { _, change in try change.append(mail) }
      return source
    }
    let all = try sources[0].derived("all", version: "1").union([sources[1]])
      .sections(bySource: ["first", "second"]).open()
    await all.close()
    for source in sources { await source.close() }
    try store.close()
    #expect(
      try await RosterProgram.run("lists", file).lines == [
        "all  revision 1  2 sections  2 items  from mail of x at revision 1, mail of y at revision 1",
        "mail of x  revision 1  1 section  1 item",
        "mail of y  revision 1  1 section  1 item",
      ])
    let lines = try await RosterProgram.run("lists", file, "--output", "ndjson").lines
    let line = try JSONParser().parse(try #require(lines.first))
    #expect(
      line["sources"]?.description
        == #"[{"basis":1,"source":"mail of x"},{"basis":1,"source":"mail of y"}]"#)
    let shown = try await RosterProgram.run("show", file, "--list", "all")
    #expect(
      shown.output == """
        list "all", revision 1: 2 sections, 2 items
        0  "first"  1 item
          0:0  {"subject":"x","day":1}
        1  "second"  1 item
          1:0  {"subject":"y","day":2}

        """)
    let check = try await RosterProgram.run("check", file, "--json-models")
    #expect(check.output == "\(file): all is well with 3 lists\n")
  }

  @Test func aListIsShownWithTheSectionsOfItsSource() async throws {
    let board = try ListDataSource<Mail, String, Never>(.file(path, list: "board"))
    try await board.change { _, change in
      for (index, name) in ["todo", "doing", "done"].enumerated() {
        let section = try change.insertSection(name)
        if index != 1 { try change.append(Mail(subject: name, day: index), toSection: section) }
      }
    }
    let late = try board.derived("late", version: "1").where { $0.day > 0 }
      .sections(of: board, keepingEmpty: true).open()
    await late.close()
    await board.close()
    let shown = try await RosterProgram.run("show", path, "--list", "late")
    #expect(
      shown.output == """
        list "late", revision 1: 3 sections, 1 item
        0  "todo"  0 items
        1  "doing"  0 items
        2  "done"  1 item
          2:0  {"subject":"done","day":2}

        """)
    let check = try await RosterProgram.run("check", path, "--json-models")
    #expect(check.output == "\(path): all is well with 4 lists\n")
  }

  @Test func keysThatDoNotAscendAreFound() async throws {
    // The last item of the last section gets the key of no text at all, which comes last in a descending order.
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(
        sql: """
          UPDATE item SET model = x'FFFFFF' WHERE id = (
            SELECT item.id FROM item JOIN list ON item.id >> 40 = list.id
            WHERE list.name = 'by day' ORDER BY item.id DESC LIMIT 1)
          """)
    }
    try queue.close()
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 1)
  }

  @Test func itIsNotWrittenWithoutItsDefinition() async throws {
    let log = folder.path(of: "log.jsonl")
    try """
    {"changesetLog":1,"name":"by day"}
    {"changeset":{"insertedItems":[[[0,0],{"day":1,"subject":"x"}]]}}
    """.write(toFile: log, atomically: true, encoding: .utf8)
    let replay = try await RosterProgram.run("replay", log, "--db", path, "--list", "by day")
    #expect(replay.exitCode == 2, "\(replay.errors)")
    #expect(
      replay.errors.contains("mail.sqlite, list \"by day\": it is derived from \"inbox\""),
      "\(replay.errors)")
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 0, "\(check.output)")
  }
}
