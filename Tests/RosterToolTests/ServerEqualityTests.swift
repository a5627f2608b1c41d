#if Postgres
  import Foundation
  import RosterTestKit
  import Testing

  /// The commands say the same of a list on a server as of the same list in a file.
  @Suite(
    "Commands of a list on a server and in a file",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct ServerEqualityTests {
    /// Runs a line of shell beside a list of its own in a file, and then on a server, and expects the
    /// same outcomes.
    ///
    /// In the line `$place` is the file or the server, in which the list `main` is at revision 7. Behind
    /// it the list is printed with its journal, and checked.
    private func expectEqualOutcomes(
      of line: String, _ exitCode: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let server = try #require(PostgresServer.shared)
      let database = server.newSchema().replacing(" ", with: "_")
      let address = server.address.replacing("@/postgres", with: ":secret@/\(database)")
      let created = try await RosterProgram.shell(
        "psql -q '\(server.connection)' -c 'CREATE DATABASE \(database)'")
      #expect(created.exitCode == 0, "\(created.errors)", sourceLocation: sourceLocation)
      var outcomes: [RosterProgram.Outcome] = []
      for place in ["list.sqlite", address] {
        var outcome = try await RosterProgram.shell(
          """
          cd "$(mktemp -d)" || exit 99
          set -o pipefail
          roster() { "$roster" "$@"; }
          place='\(place)'
          roster replay '\(LogFixture.statesSmall.path)' --db "$place" --output none || exit 98
          \(line)
          code=$?
          # The notes of a device have keys that are made at random.
          roster log "$place" | sed 's/,"userInfo":{"sync":.*//'; roster lists "$place"; roster check "$place"
          rm -r "$PWD"; exit $code
          """)
        // A server is not named in messages, since its address may hold a password.
        for shown in [place, "postgres://..."] {
          outcome.output.replace(shown, with: "PLACE")
          outcome.errors.replace(shown, with: "PLACE")
        }
        outcomes.append(outcome)
      }
      let (inFile, onServer) = (outcomes[0], outcomes[1])
      #expect(inFile.exitCode == exitCode, "\(inFile.errors)", sourceLocation: sourceLocation)
      #expect(onServer.exitCode == exitCode, "\(onServer.errors)", sourceLocation: sourceLocation)
      #expect(onServer.output == inFile.output, sourceLocation: sourceLocation)
      #expect(onServer.errors == inFile.errors, sourceLocation: sourceLocation)
      #expect(inFile.output.contains("PLACE: all is well with"), sourceLocation: sourceLocation)
      #expect(
        !(onServer.output + onServer.errors).contains("secret"), sourceLocation: sourceLocation)
    }

    @Test(arguments: [
      #"roster show "$place" --state"#, #"roster show "$place" --at 2 --state --output ndjson"#,
      #"roster show "$place" --range 0:1-2"#, #"roster at "$place" --revision 3"#,
      #"roster at "$place" --revision 0"#, #"roster at "$place" --revision 5 --output ndjson"#,
      #"roster diff "$place@2" "$place@5""#, #"roster diff "$place@0" "$place@7" --output ndjson"#,
      #"roster diff "$place@4" "$place@4""#, #"roster follow "$place" --after 0 --until 7"#,
      #"roster follow "$place" --after 3 --until 5 --output ndjson"#,
      #"roster follow "$place" --until 7"#, #"roster view "$place" --print-templates"#,
    ])
    func whatIsReadIsTheSame(line: String) async throws {
      try await expectEqualOutcomes(of: line)
    }

    @Test(arguments: [
      #"roster undo "$place" --times 2 --origin menu"#,
      #"roster undo "$place" --output ndjson && roster redo "$place" --output ndjson"#,
      #"roster compact "$place" --keep-revisions 2 | sed -n 1p"#,
    ])
    func whatIsWrittenIsTheSame(line: String) async throws {
      try await expectEqualOutcomes(of: line)
    }

    @Test(arguments: ["sync", "async"])
    func aLogIsReplayedIntoAListThatExists(mode: String) async throws {
      try await expectEqualOutcomes(
        of: """
          for line in '{"changesetLog":1}' '{"changeset":{"insertedItems":[[[0,4],"Hail"]]}}' \\
            '{"state":{"item":[0,4],"scope":"Post/Like","value":true}}' '{"reopen":true}' \\
            '{"undo":true}' '{"changeset":{"movedItems":[[[0,0],[0,4]]]},"group":"sorting"}' \\
            '{"expect":{"sections":[["Fog","Rain","Sun","Hail","Snow!"]],"revision":11}}'; do
            echo "$line"
          done | roster replay - --db "$place" --mode \(mode) --output ndjson
          """)
    }

    @Test func aReplayMakesAListBesideOthers() async throws {
      try await expectEqualOutcomes(
        of: """
          roster replay '\(LogFixture.statesSmall.path)' --db "$place" --list other
          roster show "$place" --list other; roster show "$place"
          roster copy "$place" copy --list other --as main; roster log copy
          """)
    }

    @Test(arguments: [
      (#"roster at "$place" --revision 8"#, 2), (#"roster show "$place" --at 9"#, 2),
      (#"roster show "$place" --list other"#, 2), (#"roster diff "$place@5" "$place@2""#, 2),
      (#"roster diff "$place@1" "$place@8""#, 2),
      (#"roster follow "$place" --after 8 --until 9"#, 2), (#"roster redo "$place""#, 1),
      (#"roster compact "$place" --keep-revisions 2 >all && roster at "$place" --revision 2"#, 2),
      (
        """
        printf '%s\\n' '{"changesetLog":1}' '{"changeset":{"removedItems":[[0,9]]}}' |
          roster replay - --db "$place"
        """, 1
      ),
    ])
    func whatIsRefusedIsRefusedForTheSameReason(line: String, exitCode: Int32) async throws {
      try await expectEqualOutcomes(of: line, exitCode)
    }

    /// Whenever the follower begins, it prints the revisions after 5: those that are there, and the
    /// others when they come.
    @Test func whatOtherProcessesCommitIsPrinted() async throws {
      try await expectEqualOutcomes(
        of: """
          roster follow "$place" --after 5 --until 9 --output ndjson & follower=$!
          for step in undo redo; do roster $step "$place" --output none || exit 97; done
          wait $follower
          """)
    }

    #if Web
      /// A device whose own list is on a server, beside another one and a hub with files.
      @Test func aDeviceSynchronizesItsList() async throws {
        try await expectEqualOutcomes(
          of: #"""
            \#(RosterProgram.servingShell)
            serve "$roster" hub hub.sqlite --list main --create
            change() {
              printf '{"changesetLog":1}\n{"changeset":{"insertedItems":[[[0,%s],"%s"]]}}\n' "$2" "$3" |
                roster replay - --db "$1" --list main --output none
            }
            roster sync "$place" "$url" --list main --output ndjson; echo $?
            roster sync other "$url" --list main --create; echo $?
            change other 0 Hail; roster sync other "$url"
            change "$place" 4 Storm; roster sync "$place" "$url"; echo $?
            roster sync other "$url"
            roster show "$place" | tail -n +2 >shown
            for file in other hub.sqlite; do roster show $file | tail -n +2 | cmp - shown; done
            grep -c -e Hail -e Storm shown
            kill -INT $server; wait $server
            """#)
      }
    #endif
  }
#endif
