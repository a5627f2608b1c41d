import Foundation
import Subprocess

/// The command lines as they were built, run as processes of their own.
enum RosterProgram {
  struct Outcome {
    /// The exit code, `nil` if a signal ended the program.
    var exitCode: Int32?
    var output: String
    var errors: String

    /// What was printed, line by line.
    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The executable of `roster`.
  static let path = path(of: "roster")
  /// The executable of the example.
  static let feedPath = path(of: "roster-feed")
  /// The executable of the application.
  static let photosPath = path(of: "roster-photos")

  /// An executable, which the build puts beside the test bundle.
  private static func path(of product: String) -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
    let end = bundle.range(of: ".xctest")?.upperBound ?? bundle.endIndex
    return URL(filePath: String(bundle[..<end])).deletingLastPathComponent()
      .appending(path: product).path(percentEncoded: false)
  }

  static func run(_ arguments: String..., input: String = "") async throws -> Outcome {
    try await run(path, arguments, input: input)
  }

  static func run(_ arguments: [String], input: String = "") async throws -> Outcome {
    try await run(path, arguments, input: input)
  }

  /// Runs the example.
  static func feed(_ arguments: String..., input: String = "") async throws -> Outcome {
    try await run(feedPath, arguments, input: input)
  }

  /// Runs a line of shell in which `$roster` is the program.
  static func shell(_ line: String) async throws -> Outcome {
    try await run("/bin/bash", ["-c", "roster=\"$0\"; \(line)", path], input: "")
  }

  /// Functions of the shell: `start COMMAND …` begins a program as the process `$server`, and waits for the
  /// first line that it prints, `$line`, or its end. `rest` prints what comes after that line, until the
  /// program ends.
  static let startShell = #"""
    start() {
      rm -f lines; mkfifo lines
      "$@" >lines & server=$!
      exec 9<lines
      read -r line <&9
    }
    rest() { cat <&9; }
    """#

  /// The same, and `serve COMMAND …`, which starts a server whose first line is its address, `$url`, with
  /// the port `$port`; `get PATH` prints the answer to a request.
  static let servingShell = #"""
    \#(startShell)
    serve() { start "$@"; url="$line"; port="${url##*:}"; port="${port%/}"; }
    get() {
      exec 3<>"/dev/tcp/127.0.0.1/$port"
      printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$1" "$port" >&3
      timeout 20 cat <&3
    }
    """#

  private static func run(
    _ program: String, _ arguments: [String], input: String
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([program] + arguments), input: .string(input),
      output: .string(limit: 1 << 30), error: .string(limit: 1 << 20))
    var exitCode: Int32?
    if case .exited(let code) = result.terminationStatus { exitCode = code }
    return Outcome(
      exitCode: exitCode, output: result.standardOutput, errors: result.standardError)
  }
}
