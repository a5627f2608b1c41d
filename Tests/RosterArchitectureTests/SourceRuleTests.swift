import Testing

/// What must not stand in sources, since it would end an application in a way it cannot handle.
struct SourceRuleTests {
  private static func sources() throws -> [SourceTree.File] {
    try SourceTree.files(under: ["Sources", "Migrations", "Tools"], ending: ".swift")
  }

  @Test(arguments: ["try!", "as!", "fatalError()", "try? await Task.sleep", "@testable"])
  func sourcesAreWithout(_ words: String) throws {
    for file in try Self.sources() {
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        #expect(!line.contains(words), "\(file.path):\(index + 1)")
      }
    }
  }

  @Test func nothingIsForceUnwrapped() throws {
    // A value, then `!`, then something other than `=`; or a type with `!`.
    let unwrap = /[\w\])}]!(?!=)/
    for file in try Self.sources() {
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        let code = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "")
        #expect(code.firstMatch(of: unwrap) == nil, "\(file.path):\(index + 1)")
      }
    }
  }

  @Test func onlyGuardedThingsAreUncheckedSendable() throws {
    for file in try Self.sources() {
      for (index, line) in file.lines.enumerated()
      where !isComment(line)
        && (line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)"))
      {
        let before = file.lines[..<index].last {
          !$0.allSatisfy(\.isWhitespace) && !isAttribute($0)
        }
        #expect(before.map(isComment) ?? false, "\(file.path):\(index + 1) has no proof above it")
      }
    }
  }

  /// Whether a line is an attribute of the declaration in the next one.
  private func isAttribute(_ line: Substring) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("@")
  }

  private func isComment(_ line: Substring) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("//")
  }
}
