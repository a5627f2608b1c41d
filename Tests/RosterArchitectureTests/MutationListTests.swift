import Testing

/// The lists in `Tests/Mutations` still fit the sources: what `Tools/mutations` would put in can be put
/// in, and the tests that are to notice exist.
struct MutationListTests {
  private struct Mutation {
    var name: String
    var file: String
    var tests: [Substring]
    var targets: [Substring]
    /// The lines of the mutation with their signs.
    var hunk: [Substring]

    /// The lines that are looked for.
    var before: [String] { hunk.filter { $0.first != "+" }.map { $0.dropFirst().trimmed } }
    /// The lines that stand there then.
    var after: [String] { hunk.filter { $0.first != "-" }.map { $0.dropFirst().trimmed } }
  }

  private static func mutations() throws -> [Mutation] {
    try SourceTree.files(under: ["Tests/Mutations"], ending: ".txt").flatMap(mutations(in:))
  }

  private static func mutations(in list: SourceTree.File) throws -> [Mutation] {
    var targets: [Substring] = []
    var mutations: [Mutation] = []
    let lines = list.lines.filter { $0.first != "#" }
    for block in lines.split(whereSeparator: { $0.trimmed.isEmpty }) {
      func value(_ key: String) -> Substring? {
        block.first { $0.hasPrefix("\(key): ") }?.dropFirst(key.count + 2)
      }
      if let value = value("targets") {
        targets = value.split(separator: " ")
        continue
      }
      let head = "\(list.path): \(block.first ?? "")"
      let isWhole = value("mutation") != nil && value("breaks") != nil
      #expect(isWhole, "\(head) is no mutation that says what it breaks")
      mutations.append(
        Mutation(
          name: value("mutation").map { String($0) } ?? head,
          file: String(try #require(value("file"), "\(head) names no file")),
          tests: value("tests")?.split(separator: " ") ?? [], targets: targets,
          hunk: block.filter { " -+".contains($0.first ?? "x") }))
    }
    return mutations
  }

  @Test func everyMutationAppliesToItsFileOnce() throws {
    for mutation in try Self.mutations() {
      let lines = try SourceTree.file(mutation.file).lines.map(\.trimmed)
      let before = mutation.before
      let count = lines.indices.count { lines[$0...].starts(with: before) }
      #expect(count == 1, "\(mutation.name): its lines are \(count) times in \(mutation.file)")
      #expect(!before.isEmpty && before != mutation.after, "\(mutation.name) changes nothing")
    }
  }

  @Test func mutationsHaveNamesOfTheirOwnAndAreAtLeastAHundred() throws {
    let names = try Self.mutations().map(\.name)
    #expect(names.count >= 100)
    #expect(Set(names).count == names.count)
  }

  @Test func everyMutationNamesTestsThatExist() throws {
    let suites = try TestNames.ofPackage.get().suites
    for mutation in try Self.mutations() {
      #expect(!mutation.tests.isEmpty, "\(mutation.name) names no tests")
      for test in mutation.tests {
        #expect(suites.contains(String(test)), "\(mutation.name) names \(test)")
        #expect(
          mutation.targets.contains { test.hasPrefix("\($0).") },
          "\(mutation.name) names \(test), which is not built")
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
