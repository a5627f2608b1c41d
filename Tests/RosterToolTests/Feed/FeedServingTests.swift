import Foundation
import Testing

/// The example as a page, with the trait Web and without.
struct FeedServingTests {
  @Test(arguments: ["-1", "65536", "8080 --width 40"])
  func wrongUsageIsRefused(_ options: String) async throws {
    let outcome = try await shell("\"$feed\" --serve=\(options)")
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
  }

  @Test func helpSaysHowItIsServed() async throws {
    let outcome = try await RosterProgram.feed("--help")
    #expect(outcome.exitCode == 0)
    let text = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    for words in ["--serve <port>", "0 for one that is free", "Ctrl-C ends it", "--traits Web"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  /// Runs a line of shell in a folder of its own; `$feed` is the example.
  private func shell(_ line: String) async throws -> RosterProgram.Outcome {
    try await RosterProgram.shell(
      """
      feed='\(RosterProgram.feedPath)'
      folder="$(mktemp -d)" && cd "$folder" || exit 99
      trap 'rm -r "$folder"' EXIT
      \(line)
      """)
  }

  #if Web
    /// Runs a line of shell beside a served feed; `get` prints the answer to a request.
    private func shell(besideFeed line: String, signal: String) async throws
      -> RosterProgram.Outcome
    {
      try await shell(
        """
        \(RosterProgram.servingShell)
        serve "$feed" --database feed.sqlite --serve 0 2>errors
        \(line)
        kill -\(signal) $server; wait $server; code=$?
        cat errors >&2; exit $code
        """)
    }

    @Test(arguments: ["INT", "TERM"])
    func feedIsServedUntilASignal(_ signal: String) async throws {
      let outcome = try await shell(besideFeed: "echo \"$line\"; get /lists/feed", signal: signal)
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.lines.first?.hasPrefix("http://127.0.0.1:") == true)
      #expect(outcome.output.contains("<title>feed.sqlite</title>"))
      for words in ["Opening lines", "Ishmael", "Alice", "Gulliver"] {
        #expect(outcome.output.contains(words), "\(words)")
      }
    }

    @Test func feedHasAnInspector() async throws {
      let outcome = try await shell(
        besideFeed: "get /inspect/feed; get /inspect/feed/api/pending", signal: "INT")
      #expect(outcome.output.contains("<title>"))
      #expect(outcome.output.contains("\"live\":true"))
    }

    @Test func portThatIsTakenIsNamed() async throws {
      let outcome = try await shell(
        besideFeed: #""$feed" --database other.sqlite --serve "$port"; echo "code $?""#,
        signal: "INT")
      #expect(outcome.output == "code 3\n")
      #expect(outcome.errors.contains("is in use by another program"))
    }

    @Test func fileThatIsNoDatabaseIsRefused() async throws {
      let outcome = try await shell("echo nothing >feed.sqlite; \"$feed\" --serve 0")
      #expect(outcome.exitCode == 4)
    }
  #else
    @Test func programSaysHowItIsBuilt() async throws {
      let outcome = try await shell("\"$feed\" --serve 8080; code=$?; ls; exit $code")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors.contains("the trait Web"))
      #expect(outcome.errors.contains("swift run --traits Web roster-feed --serve 8080"))
      // No file was made for nothing.
      #expect(outcome.output.isEmpty)
    }
  #endif
}
