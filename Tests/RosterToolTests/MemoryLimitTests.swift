#if os(Linux)
  import Foundation
  import GRDB
  import RosterTestKit
  import Testing

  /// Commands in little memory, as under `ulimit -d`.
  struct MemoryLimitTests {
    @Test func aSalvageHoldsNoModels() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "list.sqlite")
      let items = (0..<1_500).map { #"[[0,\#($0)],"m"]"# }.joined(separator: ",")
      let log = try folder.write(
        """
        {"changesetLog":1}
        {"changeset":{"insertedSections":[0],"insertedItems":[\(items)]}}

        """, to: "log.jsonl")
      let made = try await RosterProgram.run("replay", log, "--db", path, "--output", "none")
      #expect(made.exitCode == 0, "\(made.errors)")
      // Models of 50 megabytes, of which nothing tells how they were.
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: "UPDATE item SET model = '\"' || hex(zeroblob(16384)) || '\"'")
        try database.execute(sql: "DELETE FROM journal; DELETE FROM leaf")
      }
      let saved = try await RosterProgram.shell(
        "cd '\(folder.path)'; ulimit -d 80000; exec \"$roster\" salvage list.sqlite --into new.sqlite"
      )
      #expect(saved.exitCode == 1, "\(saved.errors)")
      let check = try await RosterProgram.run("check", folder.path(of: "new.sqlite"))
      #expect(check.exitCode == 0, "\(check.output)")
      #expect(check.output.contains("all is well"))
    }
  }
#endif
