import Foundation
import RosterTestKit
import Testing

/// The commands with `postgres://user@host/database` in the place of a file.
@Suite("Lists on a server in the command line")
struct ServerCommandTests {
  #if Postgres
    /// A server of its own, as an address.
    private func address(_ server: PostgresServer) throws -> String {
      // "host=FOLDER dbname=postgres user=roster"
      let parts = server.connection.split(separator: " ").map { $0.split(separator: "=")[1] }
      return "postgres://\(parts[2]):secret@/\(parts[1])?host=\(parts[0])"
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func listsAreCopiedShownTakenBackAndChecked() async throws {
      let server = try PostgresServer()
      let address = try address(server)
      let folder = try TemporaryFolder()
      let file = folder.path(of: "a.sqlite")
      let copy = folder.path(of: "b.sqlite")
      let replayed = try await RosterProgram.run(
        "replay", LogFixture.statesRandom.path, "--db", file, "--output", "none")
      #expect(replayed.exitCode == 0, "\(replayed.errors)")
      let commands = [
        ["copy", file, address], ["lists", address], ["largest", address], ["show", address],
        ["log", address], ["check", address], ["undo", address], ["redo", address],
        ["copy", address, copy],
      ]
      for command in commands {
        let outcome = try await RosterProgram.run(command)
        #expect(outcome.exitCode == 0, "\(command): \(outcome.errors)")
        #expect(!(outcome.output + outcome.errors).contains("secret"))
      }
      let (before, after) = (
        try await RosterProgram.run("show", file), try await RosterProgram.run("show", copy)
      )
      #expect(before.lines.dropFirst() == after.lines.dropFirst())
      #expect(try await RosterProgram.run("check", copy).exitCode == 0)
      let again = try await RosterProgram.run("copy", file, address)
      #expect(again.exitCode == 2)
      #expect(again.errors.contains("already") && !again.errors.contains("secret"))
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func keysThatNoItemHasHadAreTakenBack() async throws {
      let server = try PostgresServer()
      let (address, folder) = (try address(server), try TemporaryFolder())
      let empty = try folder.write("{\"changesetLog\":1}\n", to: "empty.jsonl")
      let log = try folder.write(
        """
        {"changesetLog":1}
        {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"text":"a"}]]}}

        """, to: "log.jsonl")
      func run(_ exitCode: Int32, _ arguments: String...) async throws {
        let outcome = try await RosterProgram.run(arguments)
        #expect(outcome.exitCode == exitCode, "\(arguments): \(outcome.errors)")
      }
      try await run(0, "replay", empty, "--db", address)
      try await run(1, "replay", log, "--db", address, "--model-key", "id")
      try await run(0, "check", address)
      // With keys, the list would take no model without one.
      try await run(0, "replay", log, "--db", address)
      try await run(0, "undo", address)
      try await run(1, "replay", log, "--db", address, "--model-key", "id")
      try await run(0, "check", address)
      try await run(0, "redo", address)
    }

    /// A server with the lists of a log, and the file that they were copied from.
    private func filled(
      _ server: PostgresServer, _ folder: TemporaryFolder
    ) async throws -> (address: String, file: String) {
      let (address, file) = (try address(server), folder.path(of: "a.sqlite"))
      for command in [
        ["replay", LogFixture.statesRandom.path, "--db", file, "--output", "none"],
        ["copy", file, address],
      ] {
        let outcome = try await RosterProgram.run(command)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
      }
      return (address, file)
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func theOldestRevisionsAreRemovedAsInAFile() async throws {
      let server = try PostgresServer()
      let folder = try TemporaryFolder()
      let (address, file) = try await filled(server, folder)
      var removed: [[String]] = []
      for place in [address, file] {
        let outcome = try await RosterProgram.run("compact", place, "--keep-revisions", "5")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        removed.append(outcome.lines.prefix(1).map(String.init))
      }
      #expect(removed[0] == removed[1] && removed[0].first?.hasPrefix("0 ") == false)
      #expect(try await RosterProgram.run("check", address).exitCode == 0)
      let unknown = try await RosterProgram.run("compact", address, "--forget", "index")
      #expect(unknown.exitCode == 2 && unknown.errors.contains("no subscriber \"index\""))
      let vacuum = try await RosterProgram.run("compact", address, "--vacuum")
      #expect(vacuum.exitCode == 2 && vacuum.errors.contains("--vacuum is for files"))
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func alteredRowOfAListIsFoundAsInAFile() async throws {
      let server = try PostgresServer()
      let folder = try TemporaryFolder()
      let (address, file) = try await filled(server, folder)
      let altered = "UPDATE SCHEMAlist SET base = base + 1"
      try await shell(
        """
        psql -q "\(server.connection)" -c "\(altered.replacing("SCHEMA", with: "roster."))"
        python3 -c 'import sqlite3, sys; file = sqlite3.connect(sys.argv[1])
        file.execute(sys.argv[2]); file.commit()' \
          '\(file)' "\(altered.replacing("SCHEMA", with: ""))"
        """)
      let onServer = try await RosterProgram.run("check", address)
      let inFile = try await RosterProgram.run("check", file)
      #expect(onServer.exitCode == 1 && inFile.exitCode == 1)
      #expect(onServer.output == inFile.output)
      #expect(onServer.output.contains("the row of the list was altered"))
      #expect(onServer.errors.contains("restore the database from a copy"))
      for command in [
        ["compact", address, "--keep-revisions", "5"], ["copy", address, folder.path(of: "b")],
      ] {
        let outcome = try await RosterProgram.run(command)
        #expect(outcome.exitCode == (command[0] == "compact" ? 1 : 4), "\(outcome.errors)")
      }
    }

    @Test(
      .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"),
      arguments: ["revision", "mark"])
    func alteredHeadOfAListIsFound(column: String) async throws {
      let server = try PostgresServer()
      let (address, _) = try await filled(server, TemporaryFolder())
      try await shell(
        """
        psql -q "\(server.connection)" -c "UPDATE roster.list SET \(column) = \(column) + 1"
        """)
      let outcome = try await RosterProgram.run("check", address)
      #expect(outcome.exitCode == 1)
      #expect(outcome.output.contains("the row of the list was altered: its \(column) is"))
    }

    @Test(
      .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"),
      arguments: [
        ("DELETE FROM roster.list", "table journal has rows of a list that does not exist"),
        ("DROP INDEX roster.section_of_list", "index section_of_list is missing"),
        ("DROP TABLE roster.journal CASCADE", "table journal is missing"),
        (
          "CREATE RULE lost AS ON INSERT TO roster.item DO INSTEAD NOTHING",
          "rule lost on table item is not one of Roster's"
        ),
      ])
    func whatIsWrongBesideTheRowsIsFound(change: String, finding: String) async throws {
      let server = try PostgresServer()
      let (address, _) = try await filled(server, TemporaryFolder())
      try await shell("psql -q \"\(server.connection)\" -c '\(change)' 2>&1")
      let outcome = try await RosterProgram.run("check", address)
      #expect(outcome.exitCode == 1)
      #expect(outcome.lines.contains { $0 == finding }, "\(outcome.output)")
      #expect(outcome.errors.contains("restore the database from a copy"))
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func followEndsWhenTheSchemaIsRemoved() async throws {
      let server = try PostgresServer()
      let folder = try TemporaryFolder()
      let (address, _) = try await filled(server, folder)
      let outcome = try await RosterProgram.shell(
        """
        cd '\(folder.url.path(percentEncoded: false))' || exit 99
        \(RosterProgram.startShell)
        start "$roster" follow '\(address)' --after 0
        # The server may end one of two that wait for each other.
        for attempt in 1 2 3 4 5; do
          psql -q "\(server.connection)" -c 'DROP SCHEMA roster CASCADE' 2>/dev/null && break
        done
        rest >/dev/null; wait $server
        """)
      #expect(outcome.exitCode == 4, "\(outcome.errors)")
      #expect(outcome.errors.contains("removed or replaced while"), "\(outcome.errors)")
    }

    private func shell(_ line: String) async throws {
      let outcome = try await RosterProgram.shell("set -e\n\(line)")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func listIsViewedAsTheFileIs() async throws {
      let server = try PostgresServer()
      let folder = try TemporaryFolder()
      let (address, file) = try await filled(server, folder)
      let onServer = try await RosterProgram.run("view", address)
      #expect(onServer.exitCode == 0, "\(onServer.errors)")
      #expect(!onServer.output.isEmpty)
      #expect(try await RosterProgram.run("view", file).output == onServer.output)
    }

    @Test(
      .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"),
      .enabled(if: TerminalWalk.isPossible, TerminalWalk.need))
    func listIsTakenBackAndSeenAsItWasInATerminal() async throws {
      let server = try PostgresServer()
      let folder = try TemporaryFolder()
      let address = try address(server)
      let log = try folder.write(
        """
        {"changesetLog":1}
        {"changeset":{"insertedSections":[[0,"one"]],"insertedItems":[[[0,0],"apple"]]}}
        {"changeset":{"insertedItems":[[[0,1],"pear"]]}}

        """, to: "log.jsonl")
      let file = folder.path(of: "a.sqlite")
      try await shell(
        """
        "$roster" replay '\(log)' --db '\(file)' --output none
        "$roster" copy '\(file)' '\(address)'
        """)
      let walk = TerminalWalk(
        command: "'\(RosterProgram.path)' view '\(address)'", columns: 100)
      let screens = try await walk.screens(
        """
        --wait 'of 2 items' --type '[' --wait 'revision 1 of 2' --print \
        --type ']' --wait 'of 2 items' --type u --wait 'revision 3' --print --type q
        """)
      #expect(screens.count == 2)
      for screen in screens {
        #expect(screen.line(with: "apple") != nil && screen.line(with: "pear") == nil)
        #expect(screen.line(with: "secret") == nil)
      }
      #expect(try await RosterProgram.run("show", address).output.contains("revision 3"))
    }

    #if Web
      @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
      func listsAreServedWithTheInspector() async throws {
        let server = try PostgresServer()
        let folder = try TemporaryFolder()
        let (address, _) = try await filled(server, folder)
        let outcome = try await RosterProgram.shell(
          """
          cd '\(folder.url.path(percentEncoded: false))' || exit 99
          \(RosterProgram.servingShell)
          serve "$roster" serve '\(address)' 2>errors
          get /; get /lists/main; get /inspect
          for question in revisions revision/1 list tables 'row?key=i9999'; do
            get "/inspect/main/api/$question" | tail -1 | cut -c-2000; echo
          done
          kill -INT $server 2>/dev/null; wait $server; code=$?
          cat errors >&2; exit $code
          """)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("<title>main</title>"))
        #expect(outcome.output.contains("/inspect/main"))
        for part in [
          #""kind":"change""#, #""digestState":"intact""#, #""rows":["#, #""postgres":"1"#,
          #""error":"no revision that is kept knows"#,
        ] { #expect(outcome.output.contains(part), "\(part): \(outcome.output)") }
        #expect(!(outcome.output + outcome.errors).contains("secret"))
      }
    #endif

    @Test func salvageTakesAFile() async throws {
      let address = "postgres://me:secret@127.0.0.1:1/app"
      let outcome = try await RosterProgram.run("salvage", address, "--into", "b")
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors.contains("postgres://...: roster salvage takes a file"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("secret"))
    }

    @Test(arguments: [
      (["salvage", "a.sqlite", "--into"], "--into names a file; roster copy"),
      (["check", "--recover"], "--recover is for files; a server"),
      (["compact", "--vacuum"], "--vacuum is for files; a server"),
    ])
    func whatIsOnlyForFilesIsRefused(command: [String], message: String) async throws {
      let address = "postgres://me:secret@127.0.0.1:1/app"
      let outcome = try await RosterProgram.run(command + [address])
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains(message) && outcome.output.isEmpty, "\(outcome.errors)")
      #expect(!outcome.errors.contains("secret"))
    }

    @Test(arguments: [
      ["lists", "postgres://me:secret@127.0.0.1:1/app"],
      ["show", "postgres://me:sec/ret@127.0.0.1:1/app"],
      ["lists", "a", "postgres://me:secret@127.0.0.1:1/app"],
      ["compact", "postgres://me:secret@127.0.0.1:1/app", "--vacuum"],
      ["copy", "postgres://me:secret@127.0.0.1:1/app", "b"],
    ])
    func noMessageHasThePassword(command: [String]) async throws {
      let outcome = try await RosterProgram.run(command)
      #expect(outcome.exitCode != 0)
      #expect(!outcome.errors.contains("sec"), "\(outcome.errors)")
    }
  #else
    @Test(arguments: ["lists", "largest", "show", "log", "check"])
    func aProgramWithoutTheTraitNamesIt(command: String) async throws {
      let outcome = try await RosterProgram.run(command, "postgres://me:secret@db.example/app")
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("trait Postgres") && !outcome.errors.contains("secret"))
    }
  #endif
}
