import Testing

/// The table of what `import Roster` shows names the public types, and there are no more than a few.
struct PublicTypeTests {
  /// The maximum number of public types, apart from aliases and from types within others. Something
  /// that only this package uses is `package`; raise the number only for what an application needs.
  private static let bound = 213

  private struct Row {
    let name: String
    let description: String
  }

  private static func rows() throws -> [Row] {
    try SourceTree.file("Sources/Roster/Roster.docc/PublicTypes.md").lines
      .compactMap { $0.wholeMatch(of: /\| `([\w.]+)` \| (.+) \|/) }
      .map { Row(name: String($0.1), description: String($0.2)) }
  }

  @Test func everyPublicTypeIsInTheTableOnce() throws {
    let named = try Self.rows().map(\.name)
    let types = Set(try PublicTypes().types.map(\.name))
    let missing = types.subtracting(named).sorted()
    #expect(missing.isEmpty, "the table does not name \(missing)")
    let unknown = Set(named).subtracting(types).sorted()
    #expect(unknown.isEmpty, "the table names \(unknown), which are not public types")
    #expect(named.count == Set(named).count, "the table names a type twice")
  }

  @Test func everyRowSaysInAtMostTenWordsWhatTheTypeIs() throws {
    for row in try Self.rows() {
      #expect(row.description.split(separator: " ").count <= 10, "\(row.name)")
    }
  }

  @Test func thereAreNoMorePublicTypesThanTheBound() throws {
    let types = try PublicTypes().types.filter { !$0.isNested && $0.keyword != "typealias" }
    #expect(types.count <= Self.bound, "there are \(types.count)")
  }
}

/// The public types of the modules that `import Roster` shows, as they stand in the sources.
private struct PublicTypes {
  struct PublicType {
    let keyword: String
    /// The name, behind those of the types around it: `ListContents.Section`.
    let name: String

    var isNested: Bool { name.contains(".") }
  }

  private(set) var types: [PublicType] = []

  /// The types and extensions around a line, each with its indentation.
  private var outer: [(name: String, indentation: Int)] = []

  init() throws {
    let modules = try SourceTree.file("Sources/Roster/Roster.swift").lines
      .compactMap { $0.wholeMatch(of: /@_exported public import (\w+)/).map { String($0.1) } }
    let folders = (modules + ["Roster"]).map { "Sources/\($0)" }
    for file in try SourceTree.files(under: folders, ending: ".swift") {
      outer = []
      for line in file.lines { read(line) }
    }
  }

  private mutating func read(_ line: Substring) {
    let code = line.drop { $0 == " " }
    let indentation = line.count - code.count
    if code.first == "}" { outer.removeAll { $0.indentation >= indentation } }
    guard let declaration = Declaration(code) else { return }
    outer.removeAll { $0.indentation >= indentation }
    let name = (outer.map(\.name) + [declaration.name]).joined(separator: ".")
    if declaration.isPublic, outer.isEmpty || declaration.keyword != "typealias" {
      types.append(PublicType(keyword: declaration.keyword, name: name))
    }
    if declaration.keyword != "typealias" { outer.append((declaration.name, indentation)) }
  }

  /// The first words of a line that declares or extends a type.
  private struct Declaration {
    private static let keywords: Set = [
      "struct", "class", "enum", "protocol", "actor", "typealias", "extension",
    ]
    private static let modifiers: Set = [
      "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
    ]

    let isPublic: Bool
    let keyword: String
    let name: String

    init?(_ code: Substring) {
      let words = code.split(separator: " ", maxSplits: 8)
      let before = words.prefix { Self.modifiers.contains(String($0)) || $0.first == "@" }
      let rest = words.dropFirst(before.count).map(String.init)
      guard rest.count > 1, Self.keywords.contains(rest[0]) else { return nil }
      isPublic = before.contains("public")
      keyword = rest[0]
      name = String(rest[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    }
  }
}
