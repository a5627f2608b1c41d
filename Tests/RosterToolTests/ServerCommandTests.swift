import RosterTestSupport
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
        ["copy", file, address], ["lists", address], ["show", address], ["log", address],
        ["check", address], ["undo", address], ["redo", address], ["copy", address, copy],
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
    @Test(arguments: ["lists", "show", "log", "check"])
    func aProgramWithoutTheTraitNamesIt(command: String) async throws {
      let outcome = try await RosterProgram.run(command, "postgres://me:secret@db.example/app")
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("trait Postgres") && !outcome.errors.contains("secret"))
    }
  #endif
}
