import Foundation

/// Code that a document shows and a test runs: its lines, without their common indentation.
struct CodeExample: Hashable {
  let lines: [String]

  private init(_ lines: some Sequence<Substring>) {
    let lines = Array(lines)
    let indentation = lines.first?.prefix(while: \.isWhitespace).count ?? 0
    self.lines = lines.map { String($0.dropFirst(indentation)) }
  }

  // MARK: In documents

  /// Returns the blocks of Swift code of a document, in order. The imports of Roster are left out:
  /// the file of a test has its own.
  static func shown(in document: [Substring]) -> [CodeExample] {
    var examples: [CodeExample] = []
    var rest = document[...]
    while let start = rest.firstIndex(of: "```swift") {
      let end = rest[start...].firstIndex(of: "```") ?? rest.endIndex
      let code = rest[start..<end].dropFirst().filter { !$0.hasPrefix("import Roster") }
      examples.append(CodeExample(code.drop(while: \.isEmpty)))
      rest = rest[end...].dropFirst()
    }
    return examples
  }

  /// Returns the lines of the section whose heading begins in some way, without the heading.
  static func section(_ heading: String, of document: SourceTree.File) -> [Substring] {
    let rest = document.lines.drop { !$0.hasPrefix("## \(heading)") }.dropFirst()
    return Array(rest.prefix { !$0.hasPrefix("## ") })
  }

  // MARK: In tests

  /// The files with examples that are not between marks, each from the line that begins so.
  private static let wholeFiles = ["Tools/feed/Components/LikeButton.swift": "struct "]

  /// Returns all examples that tests and tools compile.
  static func run() throws -> [CodeExample] {
    let tests = try SourceTree.files(
      under: [
        "Tests/RosterTests", "Tests/RosterObservabilityTests", "Tests/RosterMountingTests",
        "Tests/RosterRendererKitTests", "Tests/RosterWebTests", "Tests/RosterImagesTests",
        "Tests/RosterNavigationTests", "Tests/RosterHubTests", "Tests/RosterSyncTests",
        "Tests/RosterGRDBTests", "Tests/RosterDerivedTests", "Tests/RosterTestingTests",
        "Tests/RosterAppleTests",
        "Tools/outbox",
      ], ending: ".swift")
    return try tests.flatMap { run(in: $0) }
      + wholeFiles.map { path, beginning in
        let lines = try SourceTree.file(path).lines.drop { !$0.hasPrefix(beginning) }
        return CodeExample(lines.last == "" ? lines.dropLast() : lines)
      }
  }

  /// Returns what is between the marks in a file, in order.
  static func run(in file: SourceTree.File) -> [CodeExample] {
    var examples: [CodeExample] = []
    var example: [Substring]?
    for line in file.lines {
      switch line.drop(while: \.isWhitespace) {
      case "// begin example": example = []
      case "// end example":
        examples.append(CodeExample(example ?? []))
        example = nil
      default: example?.append(line)
      }
    }
    return examples
  }
}

extension CodeExample: CustomStringConvertible {
  var description: String { lines.joined(separator: "\n") }
}
