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

  @Test func whatIsLargeIsInTheSourceOfADerivedList() async throws {
    let derived = try await RosterProgram.run("largest", path, "--list", "by day")
    #expect(derived.exitCode == 0 && derived.errors.isEmpty, "\(derived.errors)")
    #expect(
      derived.lines.prefix(3) == ["list \"by day\", revision 1", "largest rows", "  none"])
    #expect(derived.lines.contains { $0.contains(" changes  revision 1, ") })
    let source = try await RosterProgram.run(
      "largest", path, "--list", "inbox", "--count", "20", "--output", "ndjson")
    #expect(source.lines.count { $0.hasPrefix(#"{"largestRow":"#) } == 4, "\(source.output)")
  }

  @Test(
    .enabled(if: TerminalWalk.isPossible, TerminalWalk.need), arguments: [40, 80, 200])
  func theViewOfADerivedListSaysWhereItIsChanged(columns: Int) async throws {
    let walk = TerminalWalk(
      command: "'\(RosterProgram.path)' view '\(path)' --list 'by day'", columns: columns, rows: 24)
    let before = try await RosterProgram.run("lists", path)
    let screens = try await walk.screens(
      """
      --wait '1 of 3 items' --wait '/ search' --print --type u --wait 'undo in "inbox", which' --type r \
      --wait 'redo in "inbox", which' --type R --wait 'restore in "inbox", which' --type ? \
      --wait 'u, r, R: undo, redo and restore in' --keys Escape --wait '/ search'
      """)
    #expect(screens.first?.line(with: "undo") == nil)
    #expect(try await RosterProgram.run("lists", path).output == before.output)
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

  // MARK: Copying

  @Test func itIsNotCopiedWithoutItsSource() async throws {
    let copy = folder.path(of: "copy.sqlite")
    let alone = try await RosterProgram.run("copy", path, copy, "--list", "by day")
    #expect(alone.exitCode == 2)
    #expect(
      alone.errors.contains("\(path), list \"by day\": the list is derived from \"inbox\""),
      "\(alone.errors)")
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(try await RosterProgram.run("copy", path, copy).exitCode == 0)
    let check = try await RosterProgram.run("check", copy)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
  }

  // MARK: Erasing

  private typealias Inbox = ListDataSource<Mail, String, Never>

  private func expectSound(_ file: String, _ lists: [String]) async throws {
    let check = try await RosterProgram.run("check", file)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    for list in lists {
      for command in ["show", "log"] {
        let outcome = try await RosterProgram.run(command, file, "--list", list)
        #expect(outcome.exitCode == 0, "\(command) \(list): \(outcome.errors)")
      }
    }
  }

  /// A limited or searched list is derived from a derived one. The erased revisions of that have no note any more.
  @Test func listsOfDerivedListsAreSoundBehindAnErasing() async throws {
    let file = folder.path(of: "erased.sqlite")
    let inbox = try Inbox(.file(file, list: "inbox"))
    try await inbox.change { _, change in
      try change.append(contentsOf: (1...4).map { Mail(subject: "mail \($0)", day: $0) })
    }
    let start = { name in inbox.derived(name, version: "1").sorted { [.ascending($0.subject)] } }
    let derived = try [
      start("plain").where { $0.day < 9 }.open(), start("first").limit(1).open(),
      // What is removed does not concern it, so it has no revision for that.
      start("late").where { $0.day == 4 }.limit(2).open(),
      start("found").limit(2).search("mail") { [$0.subject] }.open(),
    ]
    try await inbox.change { _, change in
      try change.remove(try #require(try change.state.itemIDs(inSection: 0).first))
    }
    for list in derived { try await list.bringUpToDate() }
    for list in derived { await list.close() }
    await inbox.close()
    let lists = [
      "inbox", "plain", "first", "first (all)", "late", "late (all)", "found", "found (all)",
      "found (all) (texts)",
    ]
    try await expectSound(file, lists)

    let erased = try await RosterProgram.run("erase", file)
    #expect(erased.exitCode == 0, "\(erased.errors)")
    try await expectSound(file, lists)
    #expect(
      try await RosterProgram.run("show", file, "--list", "first").lines.last
        == #"  0:0  {"subject":"mail 2","day":2}"#)
    let again = try await RosterProgram.run("erase", file)
    #expect(again.output.hasPrefix("0 revisions of 9 lists removed"), "\(again.output)")
    let (copy, saved) = (folder.path(of: "copy.sqlite"), folder.path(of: "saved.sqlite"))
    #expect(try await RosterProgram.run("copy", file, copy).exitCode == 0)
    try await expectSound(copy, lists)
    let salvage = try await RosterProgram.run("salvage", file, "--into", saved)
    #expect(salvage.exitCode == 0, "\(salvage.output)")
    try await expectSound(saved, lists)

    // It goes on with the next change.
    let source = try Inbox(.file(file, list: "inbox"))
    let first = try source.derived("first", version: "1").sorted { [.ascending($0.subject)] }
      .limit(1).open()
    #expect(try first.list.snapshot.models().map(\.subject) == ["mail 2"])
    try await source.change { _, change in
      try change.remove(try #require(try change.state.itemIDs(inSection: 0).first))
    }
    try await first.bringUpToDate()
    #expect(try first.list.snapshot.models().map(\.subject) == ["mail 3"])
    await first.close()
    await source.close()
  }

  /// Of a derived list only the note of the newest revision would be left, which another one does not show yet.
  @Test func aListThatHasNotFollowedADerivedOneKeepsItFromBeingErased() async throws {
    let file = folder.path(of: "lagging.sqlite")
    let inbox = try Inbox(.file(file, list: "inbox"))
    try await inbox.change { _, change in try change.append(Mail(subject: "a", day: 2)) }
    let sorted = try inbox.derived("sorted", version: "1").sorted { [.ascending($0.subject)] }
      .open()
    let recent = sorted.list.derived("recent", version: "1").where { $0.day > 1 }
    await (try recent.open()).close()
    try await inbox.change { _, change in try change.append(Mail(subject: "b", day: 3)) }
    try await sorted.bringUpToDate()
    await sorted.close()
    await inbox.close()
    let refused = try await RosterProgram.run("erase", file)
    #expect(refused.exitCode == 4)
    #expect(
      refused.errors.contains("subscriber \"derived recent\" of the list \"sorted\""),
      "\(refused.errors)")
    try await expectSound(file, ["sorted", "recent"])
  }

  // MARK: Salvaging

  /// Writes a file with a list of which "late" shows the first revision, and "all" the newest one, and damages it.
  private func salvage(_ damage: String) async throws -> (saved: String, report: String) {
    let (file, saved) = (folder.path(of: "damaged.sqlite"), folder.path(of: "saved.sqlite"))
    let inbox = try Inbox(.file(file, list: "inbox"))
    try await inbox.change { _, change in
      try change.append(contentsOf: (1...3).map { Mail(subject: "mail \($0)", day: $0) })
    }
    let late = try inbox.derived("late", version: "1").where { $0.day > 2 }.open()
    await late.close()
    for day in 4...6 {
      try await inbox.change { _, change in
        try change.update(try #require(try change.state.itemIDs(inSection: 0).first)) {
          $0.day = day
        }
      }
    }
    let all = try inbox.derived("all", version: "1").sorted { [.descending($0.day)] }.limit(9)
      .open()
    await all.close()
    await inbox.close()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    try await queue.writeWithoutTransaction { try $0.execute(sql: damage) }
    try queue.close()
    let outcome = try await RosterProgram.run("salvage", file, "--into", saved)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let check = try await RosterProgram.run("check", saved)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    return (saved, outcome.output)
  }

  @Test func whatShowsARevisionThatIsNotSavedIsMadeAnew() async throws {
    let (saved, report) = try await salvage(
      """
      UPDATE journal SET origin = 'x'
      WHERE list = (SELECT id FROM list WHERE name = 'inbox') AND id & 255 = 2
      """)
    #expect(
      report.contains(
        "list \"late\": revision 1 of its source \"inbox\", which it shows, is not saved; the list is made anew when it is opened "
          + "with its definition\n"), "\(report)")
    #expect(!report.contains("list \"all\": revision "), "\(report)")
    try await expectSound(saved, ["inbox", "all", "all (all)"])
    let shown = try await RosterProgram.run("show", saved, "--list", "late")
    #expect(shown.exitCode == 4)
    #expect(
      shown.errors.hasPrefix(
        "roster: \(saved): the list \"late\" does not say what it is derived from"),
      "\(shown.errors)")

    let inbox = try Inbox(.file(saved, list: "inbox"))
    let late = try inbox.derived("late", version: "1").where { $0.day > 2 }.open()
    #expect(try late.list.snapshot.models().map(\.day) == [6, 3])
    await late.close()
    await inbox.close()
    try await expectSound(saved, ["inbox", "late", "all"])
  }

  @Test func whatShowsAListThatHasLostItsNameIsMadeAnew() async throws {
    let (_, report) = try await salvage("DELETE FROM list WHERE name = 'inbox'")
    for list in ["late", "all (all)"] {
      #expect(report.contains("list \"\(list)\": its source \"inbox\" is not saved;"), "\(report)")
    }
    #expect(report.contains("list \"all\": its source \"all (all)\" cannot be read;"), "\(report)")
  }

  @Test func derivedListsWithoutNamesAreLeftOut() async throws {
    let (saved, report) = try await salvage("DELETE FROM list")
    #expect(report.contains("whose name is lost, is left out; it is made anew"), "\(report)")
    let lists = try await RosterProgram.run("lists", saved)
    #expect(lists.output == "list 1  revision 4  1 section  3 items\n")
  }
}
