#if Postgres
  import Foundation
  import RosterTestSupport
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

    @Test(arguments: Step.allCases, [false, true])
    func eachRevisionIsFedOnceThoughTheFeedIsKilled(at step: Step, isAfter: Bool) async throws {
      let server = try PostgresServer(["wal_level=logical"])
      let folder = try TemporaryFolder()
      let tools = folder.url.path(percentEncoded: false)
      try folder.write(Self.psql(killing: step, isAfter: isAfter), to: "psql")
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardized.path(percentEncoded: false)
      let outcome = try await RosterProgram.shell(
        """
        set -e
        cd '\(root)'
        source='\(server.connection)'; target="$source dbname=other"
        host=${source#host=}; address="postgres://roster@/postgres?host=${host%% *}"
        file='\(folder.path(of: "a.sqlite"))'
        chmod +x '\(tools)/psql'
        "$roster" replay '\(LogFixture.statesRandom.path)' --db "$file" --output none
        "$roster" copy "$file" "$address" >/dev/null
        revision() { "$roster" lists "$address" | sed 's/.*revision \\([0-9]*\\).*/\\1/'; }
        revision
        psql -q "$source" -c 'CREATE DATABASE other'
        psql -q "$source" \
          -c "CREATE PUBLICATION roster_journal FOR TABLE roster.journal (id) WITH (publish = 'insert')"
        psql -q "$source" -o /dev/null \
          -c "SELECT pg_create_logical_replication_slot('search', 'pgoutput')"
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
  }
#endif
