import Foundation
import Testing

struct DocumentTests {
  private static func documents() throws -> [SourceTree.File] {
    let nested = try SourceTree.files(under: ["Sources", "Tests", "Tools"], ending: ".md")
    return try [SourceTree.file("README.md")] + nested
  }

  @Test func relativeLinksLeadSomewhere() throws {
    for document in try Self.documents() {
      let folder = URL(filePath: "/" + document.path).deletingLastPathComponent().path()
      for match in document.text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/) {
        let link = String(match.1)
        if link.contains("://") || link.hasPrefix("mailto:") { continue }
        // An article names pictures of its catalogue without their folder.
        #expect(
          SourceTree.exists(folder + link) || SourceTree.exists("\(folder)Resources/\(link)"),
          "\(document.path) links to \(link)")
      }
    }
  }

  // MARK: Code

  /// What documents and comments show, with where they do.
  private static func shown() throws -> [(path: String, example: CodeExample)] {
    let sources = try SourceTree.files(under: ["Sources"], ending: ".swift")
    return try documents().flatMap { document in
      CodeExample.shown(in: document.lines).map { (document.path, $0) }
    }
      + sources.flatMap { file in
        CodeExample.shown(inCommentsOf: file).map { (file.path, $0) }
      }
  }

  @Test func swiftInADocumentIsRunByATest() throws {
    let run = Set(try CodeExample.run())
    for (path, example) in try Self.shown() {
      #expect(run.contains(example), "\(path) shows what no test runs:\n\(example)")
    }
  }

  @Test func exampleThatATestRunsIsInADocument() throws {
    let shown = Set(try Self.shown().map(\.example))
    let run = try CodeExample.run()
    #expect(run.count > 200)
    for example in run {
      #expect(shown.contains(example), "no document shows what a test runs:\n\(example)")
    }
  }

  @Test func codeInACommentIsFound() {
    let file = SourceTree.File(
      path: "List.swift",
      text: """
        /// A list.
        ///
        ///     import Roster
        ///
        ///     for item in list {
        ///       print(item)  // one by one
        ///     }
        ///
        /// - Parameter name: How it is called,
        ///     in a word.
        ///
        ///     source  a b
        ///     target  b a
        ///
        /// ```json
        /// {"items":[]}
        /// ```
        @available(
          macOS 15, *)
        @MainActor public struct List {
          /// A value.
          ///
          ///     let value = 1
          var value = 1

          /// It opens.
          ///
          ///     list.open()
          package func open() {}
        }
        """)
    let lines = CodeExample.shown(inCommentsOf: file).map(\.lines)
    #expect(lines == [["for item in list {", "  print(item)  // one by one", "}"]])
  }

  @Test func pythonInTheGuideIsInTheExample() throws {
    let guide = try SourceTree.file("Sources/Roster/Roster.docc/WriteARenderer.md").text
    let example = try SourceTree.file("Tools/renderers/minimal.py").text
    let blocks = guide.matches(of: /```python\n((?s:.*?))\n```/).map { String($0.1) }
    #expect(blocks.count > 5)
    for block in blocks { #expect(example.contains(block), "\(block)") }
  }

  /// The files of the tutorial's steps, in order.
  private static let tutorialSteps = [
    "KeepingMessages", "ShowingBatches", "BuildingRows", "AddingHeaders", "FetchingAndUndoing",
    "SharingTheFile", "DerivingLists",
  ]

  @Test func stepsOfTheTutorialShowTheirCodeInOrder() throws {
    let article = try SourceTree.file("Sources/Roster/Roster.docc/BuildAChat.md")
    var shownCount = 0
    for (index, name) in Self.tutorialSteps.enumerated() {
      let step = try SourceTree.file("Tests/RosterTests/ChatTutorial/\(name).swift")
      let shown = CodeExample.shown(
        in: CodeExample.section("Step \(index + 1): ", of: article))
      #expect(!shown.isEmpty)
      #expect(shown == CodeExample.run(in: step), "step \(index + 1)")
      shownCount += shown.count
    }
    #expect(CodeExample.shown(in: article.lines).count == shownCount, "code outside of a step")
  }

  // MARK: Forms

  @Test func readmeIsShort() throws {
    let readme = try SourceTree.file("README.md").lines
    #expect(readme.count <= 200)
    #expect(try #require(readme.firstIndex(of: "```swift")) < 60)
  }

  @Test func scriptsInDocumentsExist() throws {
    for document in try Self.documents() {
      for match in document.text.matches(of: /\bTools\/[a-z]+(?:-[a-z]+)*\b/) {
        #expect(SourceTree.exists(String(match.0)), "\(document.path) names \(match.0)")
      }
    }
  }
}
