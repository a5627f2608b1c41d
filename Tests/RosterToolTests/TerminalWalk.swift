import Foundation
import Testing

/// A walk through a program on the screen of a terminal, as its user takes it.
struct TerminalWalk {
  /// The program with its arguments, as a line of shell.
  let command: String
  var columns = 60
  var rows = 18
  /// Shell before the terminal is opened, such as what starts a server for the program.
  var setup = ":"

  /// What is on the screen.
  struct Screen {
    let lines: [String]

    /// The line with some words.
    func line(with words: String) -> String? { lines.first { $0.contains(words) } }
    func row(of words: String) -> Int? { lines.firstIndex { $0.contains(words) } }
  }

  /// Does steps of `Tools/screenshot`, and returns what it has printed.
  func screens(
    _ steps: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Screen] {
    let outcome = try await RosterProgram.shell(
      "\(setup); '\(Self.screenshot)' --size \(columns)x\(rows) --patience 60 \(steps) -- \(command)"
    )
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return stride(from: 0, to: lines.count, by: rows).map { start in
      Screen(lines: lines.dropFirst(start).prefix(rows).map(String.init))
    }
  }

  /// A step that waits until a list in a file has a text in its models or states. What the user types is on the
  /// screen before it is in the file, and so are the texts of a program that is killed then.
  static func stored(_ pattern: String, in file: String) -> String {
    """
    --run 'until "\(RosterProgram.path)" lists "\(file)" | sed "s/  revision .*//" | \
    while read -r list; do "\(RosterProgram.path)" show "\(file)" --state --list "$list"; done | \
    grep -q "\(pattern)"; do sleep 0.05; done'
    """
  }

  private static let screenshot: String = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appending(path: "Tools/screenshot").path(percentEncoded: false)
  }()

  /// Whether what runs a program in a terminal is installed.
  static let isPossible = ["tmux", "python3"].allSatisfy { program in
    ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  static let need: Comment =
    "tmux and python3 must be installed: Tools/screenshot runs programs in a terminal of tmux"
}
