import Testing

/// What the package depends on, and how far.
struct DependencyTests {
  private static func dependencies() throws -> [(comment: Substring?, line: Substring)] {
    let lines = try SourceTree.file("Package.swift").lines
    return lines.indices.filter { lines[$0].contains(".package(url:") }.map { index in
      let before = index > lines.startIndex ? lines[index - 1] : nil
      return (before.flatMap { $0.contains("//") ? $0 : nil }, lines[index])
    }
  }

  @Test func everyDependencyIsBounded() throws {
    let dependencies = try Self.dependencies()
    #expect(!dependencies.isEmpty)
    for (_, line) in dependencies {
      let range = try #require(
        line.firstMatch(of: /"(\d+)\.\d+\.\d+"\.\.<"(\d+)\.0\.0"/),
        "\(line) has no version that it ends before")
      let lower = try #require(Int(range.1))
      let upper = try #require(Int(range.2))
      #expect(upper == lower + 1, "\(line) is open for more than one major version")
    }
  }

  @Test func everyDependencyHasAReason() throws {
    for (comment, line) in try Self.dependencies() {
      #expect(comment != nil, "\(line) has no reason above it")
    }
  }
}
