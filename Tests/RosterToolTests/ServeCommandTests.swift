import Foundation
import RosterTestKit
import RosterTestSupport
import Testing

/// `roster serve`, with the trait Web and without.
struct ServeCommandTests {
  private func outcome(of arguments: String...) async throws -> RosterProgram.Outcome {
    try await RosterProgram.run(["serve"] + arguments)
  }

  @Test func certificateNeedsAKey() async throws {
    let outcome = try await outcome(of: "a.sqlite", "--certificate", "a.pem")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("--certificate and --key belong together"))
  }

  @Test func portIsANumberOfAPort() async throws {
    #expect(try await outcome(of: "a.sqlite", "--port", "70000").exitCode == 2)
  }

  #if Web
    /// Runs a line of shell beside a server of two lists; `$url` is its address, `$port` its port.
    ///
    /// - Parameter before: A line that runs before the server.
    private func shell(
      _ line: String, before: String = ":", options: String = ""
    ) async throws -> RosterProgram.Outcome {
      try await RosterProgram.shell(
        """
        cd "$(mktemp -d)" || exit 99
        log='{"changesetLog":1}
        {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"apple"]]}}'
        for list in one two; do
          echo "$log" | "$roster" replay - --db lists.sqlite --list $list --output none || exit 98
        done
        \(before)
        \(RosterProgram.servingShell)
        serve "$roster" serve lists.sqlite \(options) 2>errors
        \(line)
        kill -INT $server 2>/dev/null; wait $server; code=$?
        cat errors >&2; rm -r "$PWD"; exit $code
        """)
    }

    @Test func listsAreServedUntilInterrupted() async throws {
      let outcome = try await shell("echo \"$line\"; get /; get /lists/two; get /lists/three")
      #expect(outcome.exitCode == 0)
      #expect(outcome.lines.first?.hasPrefix("http://127.0.0.1:") == true)
      #expect(outcome.output.contains("/lists/one"))
      #expect(outcome.output.contains("<title>two</title>"))
      #expect(outcome.output.contains("HTTP/1.1 404 "))
      #expect(outcome.errors.isEmpty)
    }

    @Test func oneListIsServed() async throws {
      let outcome = try await shell("get /lists/one", options: "--list two")
      #expect(outcome.output.contains("HTTP/1.1 404 "))
    }

    @Test func tokenOfAFileIsDemanded() async throws {
      let outcome = try await shell(
        "stat -c %a token; wc -c <token; get /lists/one", options: "--token-file token")
      #expect(outcome.lines.prefix(2) == ["600", "44"])
      #expect(outcome.output.contains("HTTP/1.1 401 "))
    }

    @Test func tokenOfAFileThatExistsIsTaken() async throws {
      let outcome = try await shell(
        """
        exec 3<>"/dev/tcp/127.0.0.1/$port"
        printf 'GET %s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nAuthorization: Bearer %s\\r\\nConnection: close\\r\\n\\r\\n' \
          /lists/one "$port" "$token" >&3
        timeout 20 cat <&3; cat token; echo "$line"
        """,
        before: "token=0123456789-0123456789_0123456789ab; echo $token >token",
        options: "--token-file token")
      #expect(outcome.output.contains("HTTP/1.1 200 "))
      // The file is as it was, and the token is not printed.
      #expect(outcome.output.ranges(of: "0123456789-0123456789_0123456789ab").count == 1)
    }

    @Test(arguments: ["short", "with a space in it 0123456789 0123456789"])
    func fileWithoutATokenIsNamed(_ text: String) async throws {
      let outcome = try await shell(
        "printf %s \"$line\"", before: "echo '\(text)' >token", options: "--token-file token")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors.contains("token: a token has 32 to 256 letters"))
      #expect(outcome.output.isEmpty && !outcome.errors.contains(text))
    }

    @Test func fileThatCannotBeMadeIsNamed() async throws {
      let outcome = try await shell("printf %s \"$line\"", options: "--token-file missing/token")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors.contains("missing/token: the token cannot be read"))
    }

    @Test func listThatDoesNotExistIsNotServed() async throws {
      let outcome = try await shell("printf %s \"$line\"", options: "--list three")
      #expect(outcome.exitCode == 2)
    }
  #else
    @Test func commandSaysHowItIsBuilt() async throws {
      let outcome = try await outcome(of: "a.sqlite")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors.contains("swift run --traits Web roster serve"))
    }
  #endif
}
