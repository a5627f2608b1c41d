import Foundation

/// Code that a document or a comment shows and a test runs: its lines, without their common indentation.
struct CodeExample: Hashable {
  let lines: [String]

  private init(_ lines: some Sequence<Substring>) {
    let lines = Array(lines)
    let indentation = lines.first?.prefix(while: \.isWhitespace).count ?? 0
    self.lines = lines.map { String($0.dropFirst(indentation)) }
  }

  /// Code that is shown. The imports of Roster are left out: the file of a test has its own.
  private init(withoutImports lines: ArraySlice<Substring>) {
    let code = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("import Roster") }
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let end = code.lastIndex { !isEmpty($0) }.map { $0 + 1 } ?? 0
    self.init(code[..<end].drop(while: isEmpty))
  }

  // MARK: In documents

  /// Returns the blocks of Swift code of a document, in order.
  static func shown(in document: [Substring]) -> [CodeExample] {
    var examples: [CodeExample] = []
    var rest = document[...]
    while let start = rest.firstIndex(of: "```swift") {
      let end = rest[start...].firstIndex(of: "```") ?? rest.endIndex
      examples.append(CodeExample(withoutImports: rest[start..<end].dropFirst()))
      rest = rest[end...].dropFirst()
    }
    return examples
  }

  /// Returns the lines of the section whose heading begins in some way, without the heading.
  static func section(_ heading: String, of document: SourceTree.File) -> [Substring] {
    let rest = document.lines.drop { !$0.hasPrefix("## \(heading)") }.dropFirst()
    return Array(rest.prefix { !$0.hasPrefix("## ") })
  }

  // MARK: In comments

  /// Returns the blocks of Swift code in the comments of public declarations and of extensions of a file, in
  /// order: what is indented by four spaces behind an empty line, and what is in fences of Swift.
  ///
  /// Cases and requirements of protocols are left out: their lines do not say whether they are public.
  static func shown(inCommentsOf file: SourceTree.File) -> [CodeExample] {
    var examples: [CodeExample] = []
    var rest = file.lines[...]
    while let start = rest.firstIndex(where: isDocumentation) {
      let comment = rest[start...].prefix(while: isDocumentation)
      rest = rest[comment.endIndex...]
      if isPublic(rest) { examples += shown(inComment: comment.map(text(ofComment:))) }
    }
    return examples
  }

  private static func isDocumentation(_ line: Substring) -> Bool {
    line.drop { $0 == " " }.hasPrefix("///")
  }

  /// Returns what a line of a comment says.
  private static func text(ofComment line: Substring) -> Substring {
    let text = line.drop { $0 == " " }.dropFirst(3)
    return text.hasPrefix(" ") ? text.dropFirst() : text
  }

  /// Returns whether lines begin with a public declaration or an extension, behind attributes.
  private static func isPublic(_ lines: ArraySlice<Substring>) -> Bool {
    var depth = 0
    for line in lines {
      guard depth > 0 || line.drop(while: \.isWhitespace).hasPrefix("@") else {
        return saysPublic(line)
      }
      depth += line.count { $0 == "(" } - line.count { $0 == ")" }
      if depth == 0, saysPublic(line) { return true }
    }
    return false
  }

  /// Returns whether a line says that it declares something public, before it says its name.
  private static func saysPublic(_ line: Substring) -> Bool {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.prefix { !["case", "func", "let", "var"].contains($0) }
      .contains { ["public", "open", "extension"].contains($0) }
  }

  private static func shown(inComment lines: [Substring]) -> [CodeExample] {
    var examples: [CodeExample] = []
    var rest = lines[...]
    // As in Markdown: what is indented within a paragraph or an item of a list belongs to that.
    var isBehindText = false
    while let line = rest.first {
      let isEmpty = line.allSatisfy(\.isWhitespace)
      if line.hasPrefix("```") {
        let code = rest.dropFirst().prefix { !$0.hasPrefix("```") }
        if line == "```swift" { examples.append(CodeExample(withoutImports: code)) }
        rest = rest[code.endIndex...].dropFirst()
        isBehindText = true
      } else if line.hasPrefix("    "), !isEmpty, !isBehindText {
        let code = rest.prefix { $0.hasPrefix("    ") || $0.allSatisfy(\.isWhitespace) }
        rest = rest[code.endIndex...]
        if !isDrawing(code) { examples.append(CodeExample(withoutImports: code)) }
      } else {
        rest.removeFirst()
        isBehindText = !isEmpty
      }
    }
    return examples
  }

  /// Whether lines are a table or a picture: they have columns, and not only remarks behind code.
  private static func isDrawing(_ lines: ArraySlice<Substring>) -> Bool {
    lines.contains { $0.contains(/\S {2,}(?!\/\/)\S/) }
  }

  // MARK: In tests

  /// The files with examples that are not between marks, each from the line that begins so.
  private static let wholeFiles = ["Tools/feed-list/Components/LikeButton.swift": "struct "]

  /// Returns all examples that tests and tools compile.
  static func run() throws -> [CodeExample] {
    let tests = try SourceTree.files(
      under: [
        "Tests/RosterTests", "Tests/RosterObservabilityTests", "Tests/RosterMountingTests",
        "Tests/RosterRendererKitTests", "Tests/RosterWebTests", "Tests/RosterImagesTests",
        "Tests/RosterNavigationTests", "Tests/RosterSyncTests",
        "Tests/RosterGRDBTests", "Tests/RosterDerivedTests", "Tests/RosterTestingTests",
        "Tests/RosterAppleTests", "Tests/RosterAppleRowsTests", "Tests/RosterComponentsTests",
        "Tests/RosterWidgetsTests",
        "Tests/RosterTerminalTests", "Tests/RosterPagesTests",
        "Tests/RosterInspectingTests", "Tests/RosterTextTests", "Tests/RosterReplayTests",
        "Tests/RosterJSONTests", "Tests/RosterLogTests",
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
