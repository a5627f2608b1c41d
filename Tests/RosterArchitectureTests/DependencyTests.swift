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

  /// The table of rooms names the targets that the manifest does, apart from programs that a room starts.
  @Test func roomsDependOnWhatTheyImport() throws {
    let targets = try Self.targets()
    for room in try Room.all() {
      let own = targets.filter { target in
        let folder = target.path ?? "Sources/\(target.name)"
        return folder == room.folder || folder.hasPrefix(room.folder + "/")
      }
      #expect(!own.isEmpty, "\(room.folder) is no target")
      let modules = Set(targets.filter { !$0.isProgram }.map(\.name)).subtracting(own.map(\.name))
      let named = Set(own.flatMap(\.dependencies)).intersection(modules)
      let imports = room.imports.intersection(modules)
      #expect(
        named == imports, "\(room.folder): \(named.symmetricDifference(imports).sorted())")
    }
  }

  /// Returns what a target depends on in the manifest, and what that depends on.
  private static func targets(below name: String) throws -> Set<String> {
    let targets = try targets()
    var found: Set<String> = []
    var rest = [name]
    while let name = rest.popLast() {
      for target in targets where target.name == name {
        rest += target.dependencies.subtracting(found)
        found.formUnion(target.dependencies)
      }
    }
    return found
  }

  private struct Target {
    let name: String
    let isProgram: Bool
    /// Where it says that it lies.
    let path: String?
    /// The targets that it names.
    let dependencies: Set<String>
  }

  /// Reads the targets of the manifest.
  private static func targets() throws -> [Target] {
    let manifest = try SourceTree.file("Package.swift").lines.joined(separator: "\n")
    let beginnings = manifest.ranges(of: /\n    \.(?:\w*[tT]arget|systemLibrary)\(/)
    let texts = beginnings.enumerated().map { index, beginning in
      let end = index + 1 < beginnings.count ? beginnings[index + 1].lowerBound : manifest.endIndex
      let text = manifest[beginning.upperBound..<end]
      return (
        isProgram: manifest[beginning].contains("executable"),
        text: text[..<(text.firstRange(of: "swiftSettings")?.lowerBound ?? end)]
      )
    }
    let named = texts.map { $0.text.matches(of: /"([\w-]+)"/).map { String($0.1) } }
    let names = Set(named.compactMap(\.first))
    return zip(texts, named).compactMap { target, named in
      named.first.map {
        Target(
          name: $0, isProgram: target.isProgram,
          path: target.text.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) },
          dependencies: names.intersection(named.dropFirst()).subtracting([$0]))
      }
    }
  }
}
