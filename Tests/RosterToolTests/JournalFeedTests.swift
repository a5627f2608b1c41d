#if Postgres
  import Foundation
  import RosterTestKit
  import Testing

  /// `Tools/journal-feed`, which `ListsOnPostgreSQL.md` describes.
  @Suite(
    "Feeding another system",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct JournalFeedTests {
    /// Where the feed is killed.
    enum Step: String, CaseIterable {
      case reading = "peek"
      case feeding = "single-transaction"
      case advancing = "advance"
    }

    /// Stands for psql: kills the feed before or after one of its steps.
    private static func psql(killing step: Step, isAfter: Bool) -> String {
      """
      #!/bin/sh
      case "$*" in *\(step.rawValue)*)
        \(isAfter ? "/usr/bin/env PATH=\"$PLAIN\" psql \"$@\" >/dev/null" : ":")
        kill -KILL $FEED; exit 9;;
      esac
      PATH="$PLAIN" exec psql "$@"
      """
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardized.path(percentEncoded: false)

    /// Shell that names the server, the other database, and the list on the server.
    ///
    /// - Parameter other: The server of the other database, `nil` if it is the same.
    private static func names(_ server: PostgresServer, _ other: PostgresServer? = nil) -> String {
      """
      set -e
      cd '\(root)'
      source='\(server.connection)'; target='\((other ?? server).connection) dbname=other'
      host=${source#host=}; address="postgres://roster@/postgres?host=${host%% *}"
      revision() { "$roster" lists "$address" | sed 's/.*revision \\([0-9]*\\).*/\\1/'; }
      slot() {
        psql -q "$source" -o /dev/null \
          -c "SELECT pg_create_logical_replication_slot('search', 'pgoutput')"
      }
      """
    }

    /// Shell that makes the list, with a slot that has what comes, and prints its revision.
    private static func beginning(_ folder: TemporaryFolder) -> String {
      """
      file='\(folder.path(of: "a.sqlite"))'
      "$roster" replay '\(LogFixture.statesRandom.path)' --db "$file" --output none
      "$roster" copy "$file" "$address" >/dev/null
      revision
      psql -q "${target% *}" -c 'CREATE DATABASE other'
      psql -q "$source" -c "CREATE PUBLICATION roster_journal
        FOR TABLE roster.journal (id, digest) WITH (publish = 'insert')"
      slot
      """
    }

    @Test(arguments: Step.allCases, [false, true])
    func eachRevisionIsFedOnceThoughTheFeedIsKilled(at step: Step, isAfter: Bool) async throws {
      let server = try PostgresServer(["wal_level=logical"])
      let folder = try TemporaryFolder()
      let tools = folder.url.path(percentEncoded: false)
      try folder.write(Self.psql(killing: step, isAfter: isAfter), to: "psql")
      let outcome = try await RosterProgram.shell(
        """
        \(Self.names(server))
        chmod +x '\(tools)/psql'
        \(Self.beginning(folder))
        "$roster" undo "$address" --output none
        "$roster" redo "$address" --output none
        Tools/journal-feed "$source" "$target" search
        "$roster" undo "$address" --times 3 --output none
        PLAIN="$PATH" PATH='\(tools)':"$PATH" sh -c \
          'FEED=$$ exec Tools/journal-feed "$@"' sh "$source" "$target" search && exit 97
        "$roster" redo "$address" --output none
        Tools/journal-feed "$source" "$target" search
        Tools/journal-feed "$source" "$target" search
        revision
        psql -At "$target" -c 'SELECT revision FROM fed'
        """)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let numbers = outcome.lines.compactMap { Int($0) }
      try #require(numbers.count > 2 && numbers[0] < numbers[1])
      #expect(Array(numbers.dropFirst(2)) == Array(numbers[0] + 1...numbers[1]))
    }

    /// The server comes back from a backup, and goes another way: the numbers of what was fed are those of
    /// other revisions.
    @Test(arguments: [1, 2, 3], [false, true])
    func aServerThatHasLostCommitsFeedsNothing(laterCount: Int, hasNewSlot: Bool) async throws {
      let server = try PostgresServer(["wal_level=logical"])
      let folder = try TemporaryFolder()
      let other = try PostgresServer()
      let data = "'\(server.folder)/data'"
      let copy = "'\(server.folder)/backup'"
      func run(_ lines: String) async throws -> RosterProgram.Outcome {
        try await RosterProgram.shell("\(Self.names(server, other))\n\(lines)")
      }
      var outcome = try await run(
        """
        \(Self.beginning(folder))
        "$roster" undo "$address" --output none
        Tools/journal-feed "$source" "$target" search
        revision
        """)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      let revision = try #require(outcome.lines.last.flatMap { Int($0) })
      try server.kill()
      outcome = try await run("cp -a \(data) \(copy)")
      try server.start()
      outcome = try await run(
        """
        "$roster" undo "$address" --times 2 --output none
        Tools/journal-feed "$source" "$target" search
        psql -At "$target" -c 'TABLE fed' -c 'TABLE place'
        """)
      let fed = outcome.output
      try #require(outcome.exitCode == 0 && !fed.isEmpty, "\(outcome.errors)")
      try server.kill()
      outcome = try await run("rm -r \(data); mv \(copy) \(data)")
      try server.start()
      let later = #""$roster" undo "$address" --origin other --output none"#
      outcome = try await run(
        """
        for change in $(seq \(laterCount)); do \(later); done
        if \(hasNewSlot); then
          psql -q "$source" -o /dev/null -c "SELECT pg_drop_replication_slot('search')"
          slot; \(later)
        fi
        set +e
        for time in 1 2; do Tools/journal-feed "$source" "$target" search; echo $?; done
        psql -At "$target" -c 'TABLE fed' -c 'TABLE place'
        """)
      #expect(outcome.output == "1\n1\n" + fed)
      #expect(
        outcome.errors.contains(
          "list \"main\": revision \(revision + 2) is no longer the one that was fed"),
        "\(outcome.errors)")
    }
  }
#endif
