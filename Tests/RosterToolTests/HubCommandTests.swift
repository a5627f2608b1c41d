import Foundation
import RosterTestKit
import RosterTestSupport
import Testing

/// `roster hub` and `roster sync`, with the traits and without.
struct HubCommandTests {
  @Test(arguments: [
    ["hub", "a.sqlite", "--create"], ["hub", "a.sqlite", "--certificate", "a.pem"],
    ["hub", "a.sqlite", "--port", "70000"], ["hub", "a.sqlite", "--list-token", "token"],
    ["sync", "a.sqlite", "http://127.0.0.1:1", "--create"], ["sync", "a.sqlite"],
  ])
  func wrongUsageIsNamed(arguments: [String]) async throws {
    #expect(try await RosterProgram.run(arguments).exitCode == 2)
  }

  #if Web
    /// Commands of a device, as functions of the shell: `begin FILE` makes its list, `change FILE MODEL`
    /// inserts an item, `device FILE …` synchronizes it with the hub at `$url`.
    private static let deviceShell = #"""
      device() { file="$1"; shift; "$roster" sync "$file" "$url" --list notes "$@"; }
      change() {
        printf '{"changesetLog":1}\n{"changeset":{"insertedItems":[[[0,0],"%s"]]}}\n' "$2" |
          "$roster" replay - --db "$1" --list notes --output none
      }
      begin() {
        printf '{"changesetLog":1}\n{"changeset":{"insertedSections":[0]}}\n' |
          "$roster" replay - --db "$1" --list notes --output none
      }
      """#

    /// Runs lines of shell beside a hub of the list `notes`, which is new; `$url` is its address.
    private func shell(
      _ lines: String, before: String = ":", options: String = ""
    ) async throws -> RosterProgram.Outcome {
      try await RosterProgram.shell(
        #"""
        cd "$(mktemp -d)" || exit 99
        \#(Self.deviceShell)
        \#(RosterProgram.servingShell)
        \#(before)
        serve "$roster" hub hub.sqlite --list notes --create \#(options) 2>errors
        \#(lines)
        kill -INT $server 2>/dev/null; wait $server; code=$?
        cat errors >&2; rm -r "$PWD"; exit $code
        """#)
    }

    @Test func listsWhoseNamesAreWrittenAlikeAreNotServedTogether() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "hub.sqlite")
      let log = try folder.write("{\"changesetLog\":1}\n", to: "log.jsonl")
      for name in ["\u{E9}", "e\u{301}"] {
        let replay = try await RosterProgram.run("replay", log, "--db", path, "--list", name)
        #expect(replay.exitCode == 0, "\(replay.errors)")
      }
      let hub = try await RosterProgram.shell("timeout 60 \"$roster\" hub '\(path)' --port 0")
      #expect(hub.exitCode == 2)
      #expect(hub.errors.contains("serve one of the lists with --list"), "\(hub.errors)")
    }

    @Test func changesGoFromOneDeviceToTheOther() async throws {
      let outcome = try await shell(
        """
        begin one; change one a; change one b; device one; echo $?
        device two --create --output ndjson; echo $?
        change two c; device two; device one
        "$roster" show one | tail -n +2 >shown
        for file in two hub.sqlite; do "$roster" show $file | tail -n +2 | cmp - shown; done
        grep -c '"[abc]"' shown; for file in one two hub.sqlite; do "$roster" check $file; done
        """)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(
        outcome.lines == [
          "revision 1  confirmed", "revision 2  confirmed", "revision 3  confirmed",
          "list \"notes\", revision 6: 1 section, 2 items", "0",
          #"{"end":{"items":2,"revision":2,"sections":1}}"#, "0",
          "revision 3  confirmed", "list \"notes\", revision 5: 1 section, 3 items",
          "list \"notes\", revision 8: 1 section, 3 items", "3",
          "one: all is well with 1 list", "two: all is well with 1 list",
          "hub.sqlite: all is well with 1 list",
        ], "\(outcome.output)")
      #expect(outcome.errors.isEmpty)
    }

    @Test func aHubThatWasKilledGoesOn() async throws {
      let outcome = try await shell(
        """
        begin one; device one >/dev/null
        kill -KILL $server; wait $server 2>/dev/null
        change one a; device one; echo $?
        serve "$roster" hub hub.sqlite --port $port 2>>errors
        device one
        """)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(
        outcome.lines == [
          "3", "revision 5  confirmed", "list \"notes\", revision 8: 1 section, 1 item",
        ], "\(outcome.output)")
      #expect(outcome.errors.contains("the hub cannot be reached"))
      #expect(outcome.errors.contains("the hub has no changes"))
    }

    /// A copy of a device's file is put back, and later one of the hub's. What the hub had settled of the
    /// device stays; what only the hub's lost part had is gone everywhere.
    @Test func devicesAndHubsGoOnFromBackups() async throws {
      let outcome = try await shell(
        """
        restart() {
          kill -INT $server; wait $server; "$@"
          serve "$roster" hub hub.sqlite --port $port 2>>errors
        }
        show() {
          for file in one two hub.sqlite; do
            "$roster" show $file | grep -o '"[a-z]*"$' | xargs; "$roster" check $file
          done
        }
        restore() { rm "$2"*; "$roster" copy "$1" "$2" >>all; }
        begin one; change one kept; device one >all; device two --create >>all
        "$roster" copy one backup >>all; change one settled; device one >>all; change one forgotten
        restore backup one; device one >>all; change one again; device one; device two >>all
        restart "$roster" copy hub.sqlite hub.backup >>all; show
        change two lost; device two >>all; device one >>all; change two pending
        restart restore hub.backup hub.sqlite
        device one; device two | sed 's/revision [0-9]*/revision R/'; device one >>all; show
        """)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      var expected = [
        "revision 8  confirmed", "list \"notes\", revision 10: 1 section, 3 items",
      ]
      for file in ["one", "two", "hub.sqlite"] {
        expected += ["again settled kept", "\(file): all is well with 1 list"]
      }
      expected += [
        "list \"notes\", revision 14: 1 section, 3 items", "revision R  confirmed",
        "list \"notes\", revision R: 1 section, 4 items",
      ]
      for file in ["one", "two", "hub.sqlite"] {
        expected += ["pending again settled kept", "\(file): all is well with 1 list"]
      }
      #expect(outcome.lines.map(String.init) == expected, "\(outcome.output)")
      #expect(outcome.errors.isEmpty)
    }

    @Test func changesThatCannotBeSentStayUntilTheyAreGivenUp() async throws {
      let outcome = try await shell(
        """
        begin one; change one "$(head -c 1100000 /dev/zero | tr '\\0' x)"; change one small
        device one; echo $?; "$roster" show one | wc -c
        device one --discard 9; echo $?; device one --discard 2; echo $?
        for file in one hub.sqlite; do "$roster" show $file | tail -1; done
        """)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.contains("revision 2  unsent: a change of 11000"))
      let lines = outcome.lines.map(String.init)
      let code = try #require(lines.firstIndex(of: "1"))
      #expect(try #require(Int(lines[code + 1])) > 1_100_000)
      #expect(outcome.errors.contains("--discard 2 gives it up"))
      #expect(
        lines[code + 2] == "3" && outcome.errors.contains("no change of revision 9 is pending"))
      #expect(lines.contains("revision 2  refused: it was given up"), "\(lines.suffix(6))")
      #expect(lines.contains("revision 3  confirmed"))
      #expect(outcome.errors.contains("1 of 2 changes were refused"))
      #expect(lines.suffix(3) == ["1", #"  0:0  "small""#, #"  0:0  "small""#])
    }

    @Test func ofTwoInsertionsOfOneKeyTheSecondIsRefused() async throws {
      let outcome = try await shell(
        """
        keyed() {
          printf '{"changesetLog":1}\\n{"changeset":{%s}}\\n' "$2" |
            "$roster" replay - --db "$1" --list notes --model-key . --output none
        }
        keyed one '"insertedSections":[0]'
        device one --model-key . >/dev/null; device two --create --model-key . >/dev/null
        keyed one '"insertedItems":[[[0,0],"a"]]'; keyed two '"insertedItems":[[[0,0],"a"]]'
        keyed two '"insertedItems":[[[0,1],"b"]]'
        device one --model-key . | head -1; device two --model-key .; echo $?
        device two; echo $?; device two --model-key id; echo $?
        "$roster" hub hub.sqlite --list notes --port 0; echo $?
        "$roster" hub hub.sqlite --list notes --model-key else=.; echo $?
        for file in two hub.sqlite; do
          "$roster" show $file | grep -o '"[a-z]*"$' | xargs; "$roster" check $file
        done
        """, options: "--model-key .")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let lines = outcome.lines.map { $0.replacing(/^revision [0-9]+/, with: "revision R") }
      #expect(
        lines.filter { !$0.hasPrefix("list ") } == [
          "revision R  confirmed",
          #"revision R  refused: two items would have the key "a""#, "revision R  confirmed", "1",
          "2", "2", "2", "2", "b a", "two: all is well with 1 list", "b a",
          "hub.sqlite: all is well with 1 list",
        ], "\(outcome.output)")
      #expect(outcome.errors.contains("the items have keys; name the place of the key"))
      #expect(outcome.errors.contains("neither a text nor an integer of 64 bits at id"))
      #expect(outcome.errors.contains("--model-key names \"else\", which is not served"))
    }

    @Test func statesOfTheNamedTypesGoToOtherDevices() async throws {
      let outcome = try await shell(
        """
        begin one; change one a
        for line in '{"changesetLog":1}' '{"state":{"item":[0,0],"scope":"Draft","value":"x"}}' \\
          '{"state":{"item":[0,0],"scope":"Row","value":1}}'; do echo "$line"; done |
          "$roster" replay - --db one --list notes --output none
        device one --states Draft --states Vote | head -3
        device two --create --states Draft --states Vote >/dev/null
        for scope in Draft Row; do "$roster" show two --state | grep -c $scope; done
        device three --create >/dev/null; "$roster" show three --state | grep -c Draft
        """)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(
        outcome.lines == [
          "revision 1  confirmed", "revision 2  confirmed", "revision 3  confirmed", "1", "0", "0",
        ], "\(outcome.output)")
    }

    @Test func tokensAreDemanded() async throws {
      let outcome = try await shell(
        """
        device one --create; echo $?
        for file in all notes; do device one --token-file $file >/dev/null; echo $?; done
        device one --hub-list else --token-file notes; echo $?
        device one --hub-list else --token-file all; echo $?
        stat -c %a all notes
        """,
        options: "--token-file all --list-token notes=notes")
      #expect(
        outcome.lines == ["3", "0", "0", "3", "3", "600", "600"], "\(outcome.output)")
      #expect(outcome.errors.contains("the token is missing or wrong"))
      #expect(outcome.errors.contains("the hub has no list \"else\""))
    }

    #if Postgres
      /// Shell with a server of its own, whose files are in `$folder`: `tell ORDER` gives it an order,
      /// `hub …` starts a hub over it as the process `$server`, with the address `$url`.
      private static let serverShell = #"""
        cd "$(mktemp -d)" || exit 99
        coproc database { '\#(tools)' '-c fsync=off'; }
        tell() { echo "$1" >&"${database[1]}"; read -r answer <&"${database[0]}"; }
        read -r connection <&"${database[0]}"
        folder="${connection#host=}"; folder="${folder%% *}"
        \#(RosterProgram.servingShell)
        hub() {
          local place="postgres://roster:secret@/postgres?host=$folder"
          serve "$roster" hub "$place" --list notes "$@" 2>>errors
        }
        """#

      private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Tools/postgres-server").standardized.path(percentEncoded: false)

      /// One line for each kind of failure, not for each request, and one when it is over.
      @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
      func anOutageOfTheServerIsToldOnce() async throws {
        let outcome = try await RosterProgram.shell(
          #"""
          \#(Self.serverShell)
          hub --create
          device() { "$roster" sync one "$url" --list notes --create >/dev/null 2>>devices; echo $?; }
          device
          for outage in 1 2; do
            tell kill; for _ in 1 2 3 4 5 6; do device; done
            tell start; for _ in 1 2 3; do device; done
            echo end >>errors
          done
          kill -INT $server; wait $server; code=$?
          cat errors >&2; rm -r "$PWD"; exit $code
          """#)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let outage = Array(repeating: "3", count: 6) + ["0", "0", "0"]
        #expect(outcome.lines.map(String.init) == ["0"] + outage + outage)
        let told = outcome.errors.split(separator: "\n").split(separator: "end")
        #expect(told.count == 2, "\(outcome.errors)")
        for lines in told {
          #expect(lines.last == "roster: notes: the list can be used again", "\(outcome.errors)")
          // An open connection was lost, and then there was none: no other kind can be.
          #expect((2...3).contains(lines.count), "\(outcome.errors)")
          #expect(lines.allSatisfy { $0.hasPrefix("roster: notes: ") }, "\(outcome.errors)")
        }
        #expect(!outcome.errors.contains("secret"))
      }

      /// A hub that went on would give another change the number of one that a device has.
      @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
      func aHubOverAServerThatHasLostCommitsEndsWith4() async throws {
        let outcome = try await RosterProgram.shell(
          #"""
          \#(Self.serverShell)
          \#(Self.deviceShell)
          # Synchronizes over the connections that a hub has lost as well.
          again() { for try in 1 2 3 4 5 6 7 8 9; do device "$@" >/dev/null 2>>devices && break; done; }
          hub --create
          begin one; change one kept; again one
          tell kill; cp -a "$folder/data" "$folder/copy"; tell start
          change one lost; again one
          "$roster" show one | sed -n "1s/.*: //p"
          tell kill; rm -r "$folder/data"; mv "$folder/copy" "$folder/data"; tell start
          change one pending
          for try in 1 2 3 4 5 6 7 8 9; do
            kill -0 $server 2>/dev/null || break
            device one >/dev/null 2>>devices; echo "the device ends with $?"
          done | uniq
          kill -INT $server 2>/dev/null; wait $server; echo "the hub ends with $?"
          hub; device one >/dev/null; echo $?; device two --create >/dev/null; echo $?
          for file in one two; do "$roster" show $file | grep -o '"[a-z]*"$'; done
          kill -INT $server; wait $server; code=$?
          cat errors >&2; rm -r "$PWD"; exit $code
          """#)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
          outcome.lines == [
            "1 section, 2 items", "the device ends with 3", "the hub ends with 4", "0", "0",
            #""pending""#, #""kept""#, #""pending""#, #""kept""#,
          ], "\(outcome.output)\(outcome.errors)")
        #expect(
          outcome.errors.contains(
            "list \"notes\": revision 3 is no longer there; the server has lost commits"),
          "\(outcome.errors)")
        #expect(!outcome.errors.contains("secret"))
      }
    #endif

    @Test func whatTheHubDidIsCounted() async throws {
      let outcome = try await shell(
        """
        url=$(echo "$line" | sed 's/.*"url":"\\([^"]*\\)".*/\\1/'); device one --create >/dev/null
        kill -INT $server; wait $server; rest | tail -1
        """, options: "--json")
      #expect(outcome.output.contains(#""refused":{},"requests":1"#), "\(outcome.output)")
    }

    @Test(arguments: [
      ("--list-token else=token", "names \"else\", which is not served"),
      ("--list a/b", "cannot be a part of an address"),
    ])
    func listsThatCannotBeServedAreNamed(options: String, message: String) async throws {
      let outcome = try await shell(#"printf %s "$line""#, options: options)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains(message) && outcome.output.isEmpty)
    }

    @Test func aPortInUseIsNamed() async throws {
      let outcome = try await shell(
        #""$roster" hub hub.sqlite --port "$(echo "$url" | grep -o '[0-9]*/$' | tr -d /)"; echo $?"#
      )
      #expect(outcome.lines == ["3"])
      #expect(outcome.errors.contains("is in use by another program"))
    }
  #else
    @Test func commandsSayHowTheyAreBuilt() async throws {
      let hub = try await RosterProgram.run("hub", "a.sqlite")
      #expect(hub.exitCode == 3 && hub.errors.contains("swift run --traits Web roster hub"))
    }
  #endif
  #if !Sync
    @Test func aDeviceSaysHowItIsBuilt() async throws {
      let sync = try await RosterProgram.run("sync", "a.sqlite", "http://127.0.0.1:1")
      #expect(sync.exitCode == 3 && sync.errors.contains("swift run --traits Sync roster sync"))
    }
  #endif
}
