import Foundation

/// The names of the tests, as they stand in the sources.
struct TestNames {
  /// The tests of each suite.
  private(set) var tests: [String: Set<String>] = [:]
  /// The suites, each behind the target that it is in: `RosterCoreTests.CountedTreeTests`.
  private(set) var suites: Set<String> = []

  /// Those of the package; read once.
  static let ofPackage = Result { try TestNames() }

  private init() throws {
    for file in try SourceTree.files(under: ["Tests"], ending: "Tests.swift") { add(file) }
  }

  private mutating func add(_ file: SourceTree.File) {
    let target = file.path.split(separator: "/").dropFirst().first ?? ""
    // A file that needs a trait is indented as a whole.
    let margin = file.lines.first?.hasPrefix("#if ") == true ? 2 : 0
    var suite = ""
    var isTest = false
    for line in file.lines {
      // Suites stand at the margin, with or without their attribute before them.
      if line.prefix(while: \.isWhitespace).count == margin {
        for word in ["struct ", "class ", "extension "] {
          if let name = Self.name(after: word, in: line) { suite = name }
        }
      }
      if line.drop(while: \.isWhitespace).hasPrefix("@Test") { isTest = true }
      guard let function = Self.name(after: "func ", in: line) else { continue }
      if isTest {
        tests[suite, default: []].insert(function)
        suites.insert("\(target).\(suite)")
      }
      isTest = false
    }
  }

  /// The name that stands behind a word. Regular expressions take seconds for all lines.
  private static func name(after word: String, in line: Substring) -> String? {
    guard let range = line.range(of: word) else { return nil }
    let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
