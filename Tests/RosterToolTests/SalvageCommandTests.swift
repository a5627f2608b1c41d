import Foundation
import GRDB
import RosterJSON
import RosterTestKit
import Testing

/// What the commands do with a damaged file: check, compact and salvage.
struct SalvageCommandTests {
  private let folder: TemporaryFolder
  private let path: String
  private var saved: String { folder.path(of: "saved.sqlite") }

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}
      {"changeset":{"insertedItems":[[[0,2],"c"]]}}
      {"changeset":{"updatedItems":[[[0,0],"d"]]}}
      """
    let file = try folder.write(log, to: "log.jsonl")
    let outcome = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func alter(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// What a compaction could remove. The bytes of the file may differ, since opening it for writing
  /// makes its log, and a page for that.
  private func rows() async throws -> [String: [String]] {
    let queue = try DatabaseQueue(path: path)
    let rows = try await queue.read { database in
      try Dictionary(
        uniqueKeysWithValues: ["item", "item_history", "section_history", "journal", "list"].map {
          ($0, try Row.fetchAll(database, sql: "SELECT * FROM \($0)").map(\.debugDescription))
        })
    }
    try queue.close()
    #expect(rows["journal"]?.count == 3)
    return rows
  }

  @Test func aListWithAnAlteredModelIsNotLogged() async throws {
    try await alter("UPDATE item_history SET model = '\"x\"'")
    let outcome = try await RosterProgram.run("log", path)
    #expect(outcome.exitCode == 4)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("written by revision: 1; a damaged list is not passed on"))
  }

  @Test func aModelThatWasAlteredAndIsThereIsNamed() async throws {
    try await alter("UPDATE item SET model = '\"x\"' WHERE version = 3")
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 1)
    #expect(check.output.contains("no revision is known to be intact"))
    #expect(check.errors.contains("; checked with SQLite 3."))
    let outcome = try await RosterProgram.run("salvage", path, "--into", saved, "--output", "json")
    #expect(outcome.exitCode == 1)
    let report = try JSONParser().parse(outcome.output)
    let list = try #require(report["lists"]?.arrayValue?.first)
    #expect(list["doubtfulItems"] == [1])
    #expect(list["doubtfulSections"] == [])
    #expect(try await RosterProgram.run("check", saved).exitCode == 0)
  }

  @Test func everythingOfASoundFileIsSaved() async throws {
    let outcome = try await RosterProgram.run("salvage", path, "--into", saved)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        list "main": revisions 0 to 3, 3 items in 1 section are saved
        \(saved): everything is saved

        """)
    #expect(try await RosterProgram.run("check", saved).exitCode == 0)
    let log = try await RosterProgram.run("log", saved)
    #expect(try await RosterProgram.run("log", path).output == log.output)
  }

  @Test func whatWasLostIsReported() async throws {
    try await alter("UPDATE journal SET origin = 'x' WHERE id & 3 = 2")
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 1)
    // The digest covers the row and the model that revision 2 wrote, which is still there.
    #expect(
      check.lines.last
        == "list \"main\": 3 of 3 items in 1 section can be read; no revision is known to be intact"
    )
    #expect(check.errors.contains("roster salvage"))
    let outcome = try await RosterProgram.run("salvage", path, "--into", saved, "--output", "json")
    #expect(outcome.exitCode == 1)
    let report = try JSONParser().parse(outcome.output)
    #expect(report["complete"] == false)
    let list = try #require(report["lists"]?.arrayValue?.first)
    #expect(list["oldest"]?.intValue == 2)
    #expect(list["doubtfulItems"] == [3])
    #expect(list["items"]?.intValue == 3)
    #expect(list["losses"]?.arrayValue?.isEmpty == false)
    #expect(try await RosterProgram.run("check", saved).exitCode == 0)
    #expect(
      try await RosterProgram.run("show", saved).output
        == RosterProgram.run("show", path).output)
  }

  @Test func aDamagedFileIsNotCompacted() async throws {
    try await alter("UPDATE item SET model = '\"x\"' WHERE id & 3 = 3")
    let before = try await rows()
    let outcome = try await RosterProgram.run("compact", path, "--keep-revisions", "1")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("nothing was removed"))
    #expect(try await rows() == before)
  }

  @Test func modelsThatAreNoJSONAreFoundIfTheyMustBe() async throws {
    try await alter("UPDATE item SET model = '{broken' WHERE id & 3 = 3")
    let outcome = try await RosterProgram.run("check", path, "--json-models")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("the model of an item is not one that the list can have: 3"))
  }

  @Test func whatCannotBeSavedHasItsExitCode() async throws {
    let missing = try await RosterProgram.run("salvage", folder.path(of: "no"), "--into", saved)
    #expect(missing.exitCode == 3)
    #expect(try await RosterProgram.run("salvage", path, "--into", path).exitCode == 3)
    let text = try folder.write("no database", to: "text")
    #expect(try await RosterProgram.run("salvage", text, "--into", saved).exitCode == 4)
    #expect(!FileManager.default.fileExists(atPath: saved))
    #expect(try await RosterProgram.run("salvage", path).exitCode == 2)
  }
}
