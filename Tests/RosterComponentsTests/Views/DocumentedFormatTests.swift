import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

/// What the document on formats shows is what is read and written.
struct DocumentedFormatTests {
  /// The examples in the part on views and animations.
  private func examples() throws -> [JSONValue] {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let text = try String(contentsOf: root.appending(path: "Sources/FORMATS.md"), encoding: .utf8)
    let rest = try #require(text.split(separator: "## Views and animations").last)
    let part = try #require(rest.split(separator: "\n## ").first)
    return try part.split(separator: "```json\n").dropFirst().map { block in
      let example = try #require(block.split(separator: "```").first)
      return try JSONParser().parse(Array(example.utf8))
    }
  }

  @Test func theViewIsRead() throws {
    let example = try #require(examples().first)
    let tree = try ViewTree(json: example)
    #expect(tree.json == example)
    #expect(tree.children.first?.frame?.origin.x == 4)
    #expect(tree.zOrder == [1, 0])
    #expect(tree.children.last?.scope.description == #"Feed.Row["post/7"]/Feed.LikeButton"#)
  }

  @Test func thePlanIsRead() throws {
    let example = try #require(examples().last)
    let plan = try AnimationPlan(json: example)
    #expect(plan.json == example)
    #expect(plan.final.first?.animations.first?.duration == 0.1 + 0.2)
  }
}
