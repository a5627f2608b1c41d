import Foundation
import Testing

/// The systems that the manifest promises: the sources use nothing that came with later ones.
struct SystemVersionTests {
  private typealias Addition = (macOS: Int, mark: String, name: Regex<Substring>)

  /// What later versions of Swift's library brought, by the version of macOS that has it first. That is
  /// also the year of the other systems: iOS 18 came with macOS 15. Where the mark is not, the name is not.
  private static var additions: [Addition] {
    [
      (15, "Synchronization", /\bimport Synchronization\b/),
      (15, "Int128", /\bU?Int128\b/),
      (15, "TaskExecutor", /\b(?:Unowned)?TaskExecutor\b/),
      (15, "executorPreference", /\bexecutorPreference\b/),
      (15, "RangeSet", /\bRangeSet\b/),
      (15, "indices(", /\.indices\((?:where|of):/),
      (15, "Subranges", /\b(?:re)?moveSubranges\b/),
      (15, "validating:", /\bString\(validating:/),
      (15, "AsyncSequence<", /\bAsyncSequence<[^<>]+,\s/),
      // Our own batches have it for every system.
      (15, "next(isolation", /\b(?!batches\b)\w+\.next\(isolation:/),
      (16, "isolated deinit", /\bisolated deinit\b/),
      (26, "InlineArray", /\bInlineArray\b/),
      (26, "Span", /\b(?:UTF8Span|utf8Span)\b/),
      (26, "Observations", /\bObservations\b/),
      (26, "Task.", /\bTask\.(?:immediate|immediateDetached|name)\b/),
      (26, "ImmediateTask", /\baddImmediateTask\w*/),
      (26, "EscalationHandler", /\bwithTaskPriorityEscalationHandler\b/),
      // As a collection; as a sequence it is there.
      (
        26, "enumerated().",
        /\.enumerated\(\)\.(?:count|endIndex|first|indices|isEmpty|last)\b(?!\s*[({])/
      ),
    ]
  }

  /// The version of a system that the manifest promises to applications.
  private static func promised(_ system: String) throws -> Int {
    let line = try #require(
      try SourceTree.file("Package.swift").lines.first { $0.contains("  platforms: [") })
    let version = try #require(line.firstMatch(of: try Regex("\\.\(system)\\(\\.v(\\d+)\\)")))
    return try #require(Int(version.output[1].substring ?? ""))
  }

  /// What a line uses that a system does not have.
  ///
  /// - Parameters:
  ///   - before: The lines of the file before it, of which one may ask for a later system.
  ///   - additions: What the line may use of them all.
  private static func addition(
    in line: Substring, after before: ArraySlice<Substring>, macOS promised: Int,
    of additions: [Addition] = Self.additions
  ) -> Substring? {
    if line.drop(while: \.isWhitespace).hasPrefix("//") { return nil }
    for (version, mark, name) in additions where version > promised && line.contains(mark) {
      guard let found = line.firstMatch(of: name.wordBoundaryKind(.simple))?.output else {
        continue
      }
      let asked = before.compactMap { line in
        line.firstMatch(of: /\bavailable\(macOS (\d+)/).flatMap { Int($0.1) }
      }
      if !asked.contains(where: { $0 >= version }) { return found }
    }
    return nil
  }

  @Test func sourcesUseNothingThatCameLater() throws {
    let promised = try Self.promised("macOS")
    let files = try SourceTree.files(
      under: ["Sources", "Migrations", "Tools", "Tests"], ending: ".swift"
    ).filter { file in
      // Tests are for a later system, as the manifest says; what they share is built with the rest.
      let folders = file.path.split(separator: "/")
      return folders[0] != "Tests" || !folders[1].hasSuffix("Tests")
    }
    #expect(!files.isEmpty)
    let additions = Self.additions
    for file in files {
      // Few files have a mark, and most are long.
      let marked = additions.filter { addition in
        file.text.withCString { strstr($0, addition.mark) != nil }
      }
      if marked.isEmpty { continue }
      let lines = file.lines[...]
      for index in lines.indices {
        let found = Self.addition(
          in: lines[index], after: lines[..<index], macOS: promised, of: marked)
        #expect(found == nil, "\(file.path):\(index + 1) uses \(found ?? "")")
      }
    }
  }

  @Test(arguments: [
    "internal import Synchronization", "var sum: UInt128 = 0",
    "Task(executorPreference: executor) { await work() }",
    "let text = String(validating: bytes, as: UTF8.self)",
    "while let line = await lines.next(isolation: #isolation) {",
    "var lines: any AsyncSequence<String, Never>",
    "let gone = rows.indices(where: \\.isGone)", "isolated deinit {",
    "let four: InlineArray<4, Int>",
    "Task.immediate { await work() }", "let bytes = text.utf8Span",
    "let last = rows.enumerated().last",
  ])
  func laterAdditionIsFound(_ line: String) {
    #expect(Self.addition(in: line[...], after: [], macOS: 14) != nil)
    #expect(Self.addition(in: "// \(line)", after: [], macOS: 14) == nil)
    #expect(Self.addition(in: line[...], after: [], macOS: 26) == nil)
    let asks: [Substring] = [
      "if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {"
    ]
    #expect(Self.addition(in: line[...], after: asks[...], macOS: 14) == nil)
    let asksForLess: [Substring] = ["@available(macOS 14, iOS 17, *)"]
    #expect(Self.addition(in: line[...], after: asksForLess[...], macOS: 14) != nil)
  }

  @Test(arguments: [
    "rows.enumerated().first { $0.element.isGone }",
    "while let batch = try await batches.next(isolation: actor) {",
    "for (index, row) in rows.enumerated().reversed() {",
  ])
  func whatIsThereIsNoAddition(_ line: String) {
    #expect(Self.addition(in: line[...], after: [], macOS: 14) == nil)
  }

  @Test func systemsAreOfOneYear() throws {
    let macOS = try Self.promised("macOS")
    let offsets = ["iOS": 3, "tvOS": 3, "watchOS": -4, "visionOS": -13]
    for (system, offset) in offsets {
      #expect(try Self.promised(system) == macOS + offset, "\(system)")
    }
  }

  @Test func readmeNamesTheSystems() throws {
    let text = try SourceTree.file("README.md").text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    for system in ["macOS", "iOS", "tvOS", "watchOS", "visionOS"] {
      #expect(text.contains("\(system) \(try Self.promised(system))"), "\(system)")
    }
  }
}
