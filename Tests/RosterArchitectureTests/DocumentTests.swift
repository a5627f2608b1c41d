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
        #expect(SourceTree.exists(folder + link), "\(document.path) links to \(link)")
      }
    }
  }

  @Test func exampleInTheReadmeIsTheOneThatIsTested() throws {
    let readme = try SourceTree.file("README.md").lines
    let start = try #require(readme.firstIndex(of: "```swift")) + 1
    let end = try #require(readme[start...].firstIndex(of: "```"))
    let example = readme[start..<end].filter { $0 != "import Roster" }
      .drop { $0.isEmpty }.map(String.init)

    let test = try SourceTree.file("Tests/RosterTests/ReadmeExampleTests.swift").lines
    let begin = try #require(test.firstIndex { $0.hasSuffix("// begin example") }) + 1
    let finish = try #require(test.firstIndex { $0.hasSuffix("// end example") })
    let indentation = test[begin].prefix(while: \.isWhitespace).count
    #expect(example == test[begin..<finish].map { String($0.dropFirst(indentation)) })
  }

  @Test(arguments: ["README.md", "Sources/Roster/Roster.docc/Components.md"])
  func componentInADocumentIsOneOfTheFeed(_ document: String) throws {
    let text = try SourceTree.file(document).text
    let feed = try SourceTree.file("Tools/feed/Components/LikeButton.swift").text
    let component = try #require(feed.range(of: "struct LikeButton")).lowerBound
    #expect(text.contains("```swift\n\(feed[component...])```"))
  }

  @Test func readmeIsShort() throws {
    let readme = try SourceTree.file("README.md").lines
    #expect(readme.count <= 200)
    #expect(try #require(readme.firstIndex(of: "```swift")) < 60)
  }

  @Test func layoutInItsArticleIsTheOneThatIsTested() throws {
    let article = try SourceTree.file("Sources/Roster/Roster.docc/Layout.md").text
    let test = try SourceTree.file("Tests/RosterTests/LayoutExampleTests.swift").text
    let begin = try #require(test.range(of: "// begin example\n")).upperBound
    let end = try #require(test.range(of: "// end example")).lowerBound
    #expect(article.contains("```swift\n\(test[begin..<end])```"))
  }

  @Test(arguments: [
    (article: "Changesets", test: "ChangesetExampleTests"),
    (article: "HeadersAndDisplay", test: "SupplementExampleTests"),
  ])
  func exampleInAnArticleIsTheOneThatIsTested(article: String, test: String) throws {
    let article = try SourceTree.file("Sources/Roster/Roster.docc/\(article).md").text
    let test = try SourceTree.file("Tests/RosterTests/\(test).swift").lines
    let begin = try #require(test.firstIndex { $0.hasSuffix("// begin example") }) + 1
    let end = try #require(test.firstIndex { $0.hasSuffix("// end example") })
    let example = test[begin..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
    #expect(article.contains("```swift\n\(example)\n```"))
  }

  @Test func scriptsInDocumentsExist() throws {
    for document in try Self.documents() {
      for match in document.text.matches(of: /\bTools\/[a-z]+\b/) {
        #expect(SourceTree.exists(String(match.0)), "\(document.path) names \(match.0)")
      }
    }
  }
}
