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

  /// An application that keeps a list without rows builds nothing of what describes rows.
  @Test func aListIsBuiltWithoutComponentsAndLayout() throws {
    let below = try Self.targets(below: "Roster")
    #expect(below.isSuperset(of: ["RosterCore", "RosterEngine", "RosterStore"]))
    let rows = ["RosterComponents", "RosterComponentLists", "RosterLayout", "RosterText"]
    #expect(below.isDisjoint(with: rows), "\(below.intersection(rows)) is built with the list")
  }

  /// Returns what a target depends on in the manifest, and what that depends on.
  private static func targets(below name: String) throws -> Set<String> {
    let manifest = try SourceTree.file("Package.swift").lines.joined(separator: "\n")
    let beginnings = manifest.ranges(of: /\n    \.\w*[tT]arget\(/)
    var dependencies: [String: [String]] = [:]
    for (index, beginning) in beginnings.enumerated() {
      let end = index + 1 < beginnings.count ? beginnings[index + 1].lowerBound : manifest.endIndex
      let names = manifest[beginning.upperBound..<end].matches(of: /"([\w-]+)"/).map {
        String($0.1)
      }
      if let target = names.first { dependencies[target, default: []] += names.dropFirst() }
    }
    var found: Set<String> = []
    var rest = [name]
    while let target = rest.popLast() {
      for dependency in dependencies[target] ?? [] where found.insert(dependency).inserted {
        rest.append(dependency)
      }
    }
    return found
  }
}
