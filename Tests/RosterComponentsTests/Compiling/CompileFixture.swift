import Foundation

/// A source file in two versions: the one with the condition `FAULTY` must not compile, and the one
/// without, which is the same but for the fault, must.
///
/// What is expected stands above the line that it is reported for: `// error: part of its text`, one
/// line for each text; the compiler may say it more than once.
///
/// All fixtures are compiled as one module, so what stands in one is private.
struct CompileFixture {
  let file: URL

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  init(_ name: String) { file = Self.folder.appending(path: "\(name).swift") }

  /// The names of all that there are.
  static func names() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    return Set(files.map { $0.replacing(".swift", with: "") })
  }

  /// The errors that the faulty version must have, and no others.
  func expectedErrors() throws -> [SwiftCompiler.Diagnostic] {
    let text = try String(contentsOf: file, encoding: .utf8)
    var waiting: [String] = []
    var errors: [SwiftCompiler.Diagnostic] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let match = line.firstMatch(of: /^\s*\/\/ error: (.+)$/) {
        waiting.append(String(match.1))
      } else {
        errors += waiting.map { SwiftCompiler.Diagnostic(line: index + 1, message: $0) }
        waiting = []
      }
    }
    return errors
  }
}
