import Testing

/// The tables of what an application imports name the public types, and `import Roster` shows no more than
/// a few.
struct PublicTypeTests {
  /// The maximum number of public types of `import Roster`, apart from aliases and from types within
  /// others. Something that only this package uses is `package`; raise the number only for what an
  /// application needs.
  private static let bound = 90

  /// What an application imports: the list, and what it describes rows with and observes the list by.
  private static let modules = [
    "Roster", "RosterComponentLists", "RosterComponents", "RosterLayout", "RosterText",
    "RosterObservability", "RosterDerived", "RosterGRDB", "RosterTesting",
    "RosterApple", "RosterAppleRows", "RosterToolkitModels",
  ]

  private struct Row {
    /// The module in the heading above the row.
    let module: String
    let name: String
    let description: String
  }

  private static func rows() throws -> [Row] {
    var module = ""
    var rows: [Row] = []
    for line in try SourceTree.file("Sources/Roster/Roster.docc/PublicTypes.md").lines {
      if let heading = line.wholeMatch(of: /## `import (\w+)`/) {
        module = String(heading.1)
      } else if let row = line.wholeMatch(of: /\| `([\w.]+)` \| (.+) \|/) {
        rows.append(Row(module: module, name: String(row.1), description: String(row.2)))
      }
    }
    return rows
  }

  @Test(arguments: modules)
  func everyPublicTypeIsInTheTableOnce(_ module: String) throws {
    let named = try Self.rows().filter { $0.module == module }.map(\.name)
    let types = Set(try PublicTypes(of: module).types.map(\.name))
    let missing = types.subtracting(named).sorted()
    #expect(missing.isEmpty, "the table does not name \(missing)")
    let unknown = Set(named).subtracting(types).sorted()
    #expect(unknown.isEmpty, "the table names \(unknown), which are not public types")
    #expect(named.count == Set(named).count, "the table names a type twice")
  }

  @Test func everyTableIsOfAModuleThatApplicationsImport() throws {
    #expect(Set(try Self.rows().map(\.module)) == Set(Self.modules))
  }

  @Test func everyRowSaysInAtMostTenWordsWhatTheTypeIs() throws {
    for row in try Self.rows() {
      #expect(row.description.split(separator: " ").count <= 10, "\(row.name)")
    }
  }

  @Test func noTypeHasTheNameOfOneThatStandsBesideIt() throws {
    let types = try Self.modules.flatMap { try PublicTypes(of: $0).types }
    let names = types.filter { !$0.isNested }.map(\.name)
    #expect(names.count == Set(names).count, "two modules have a type of one name")
    for (framework, others) in FrameworkNames.all {
      let shared = others.intersection(names).sorted()
      #expect(shared.isEmpty, "\(framework) has \(shared), too")
    }
    // The types of UIKit and AppKit begin so.
    let prefixed = names.filter { $0.starts(with: /(UI|NS)[A-Z]/) }
    #expect(prefixed.isEmpty, "UIKit or AppKit may have \(prefixed), too")
  }

  @Test func thereAreNoMorePublicTypesThanTheBound() throws {
    let types = try PublicTypes(of: "Roster").types
      .filter { !$0.isNested && $0.keyword != "typealias" }
    #expect(types.count <= Self.bound, "there are \(types.count)")
  }

  /// The maximum number of members of `ListDataSource` in `import Roster`, apart from aliases.
  private static let memberBound = 42

  @Test func aDataSourceHasFewMembers() throws {
    let files = try SourceTree.files(
      under: ["Sources/Roster", "Sources/RosterCore", "Sources/RosterEngine"], ending: ".swift")
    var members: [Substring] = []
    for file in files {
      var isInside = false
      for line in file.lines {
        if line.firstMatch(of: /^(public )?(final class|extension) ListDataSource\b/) != nil {
          isInside = true
        } else if line.hasPrefix("}") {
          isInside = false
        } else if isInside, line.firstMatch(of: Self.publicMember) != nil {
          members.append(line)
        }
      }
    }
    #expect(members.count > 30)
    #expect(members.count <= Self.memberBound, "\(members.joined(separator: "\n"))")
  }

  nonisolated(unsafe) private static let publicMember =
    /^ +(@\w+ )*public ([\w()]+ )*(init|func|var|let|subscript)\b/
}

/// The public types that the import of a module shows, also those of modules that it exports, as they
/// stand in the sources.
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

  init(of module: String) throws {
    let own = try SourceTree.files(under: ["Sources/\(module)"], ending: ".swift")
    let exported = own.flatMap(\.lines).filter { $0.hasPrefix("@_exported ") }
      .compactMap { $0.wholeMatch(of: /@_exported public import (\w+)/).map { "Sources/\($0.1)" } }
    for file in try own + SourceTree.files(under: exported, ending: ".swift") {
      outer = []
      for line in file.lines { read(line) }
    }
  }

  private mutating func read(_ line: Substring) {
    let code = line.drop { $0 == " " }
    if code.isEmpty || code.hasPrefix("//") { return }
    let indentation = line.utf8.count - code.utf8.count
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
      "open", "public", "package", "internal", "fileprivate", "private", "final", "indirect",
      "nonisolated",
    ]

    let isPublic: Bool
    let keyword: String
    let name: String

    init?(_ code: Substring) {
      let words = code.split(separator: " ", maxSplits: 8)
      let before = words.prefix { Self.modifiers.contains(String($0)) || $0.first == "@" }
      let rest = words.dropFirst(before.count).map(String.init)
      guard rest.count > 1, Self.keywords.contains(rest[0]) else { return nil }
      isPublic = before.contains("public") || before.contains("open")
      keyword = rest[0]
      name = String(rest[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    }
  }
}
