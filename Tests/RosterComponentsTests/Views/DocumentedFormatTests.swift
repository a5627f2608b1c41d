import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

/// What the document on formats shows is what is read and written.
struct DocumentedFormatTests {
  /// The examples in a part of the document.
  private func examples(in title: String = "Views and animations") throws -> [JSONValue] {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let text = try String(contentsOf: root.appending(path: "Sources/FORMATS.md"), encoding: .utf8)
    let rest = try #require(text.split(separator: "## \(title)\n").last)
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

  @Test func theBoxesAreWritten() throws {
    let example = try #require(examples(in: "Boxes of views").first)
    let tree = TreeBuilder().build(Node(DocumentedRow())).tree
    #expect(tree.boxTree { _ in false } == [example])
    let addresses = ["text", "button", "badge"].map { name in
      tree.views[0].children.firstIndex { $0.spec.className == name }
    }
    #expect(addresses == [0, 1, 2])
  }

  @Test func thePlanIsRead() throws {
    let example = try #require(examples().last)
    let plan = try AnimationPlan(json: example)
    #expect(plan.json == example)
    #expect(plan.final.first?.animations.first?.duration == 0.1 + 0.2)
  }
}

/// The row of the example of boxes.
private struct DocumentedRow: Component {
  static let typeName = "Feed.Row"

  var identifier: ScopeIdentifier? { "post/7" }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("box") {
      Flex(.row) {
        ViewNode("text").attribute("text", "Hello").measured(by: Nothing()).grow(1).minWidth(0)
        DocumentedButton()
      }
      .alignItems(.center).gap(8)
      Inset(top: .points(.infinity), left: .points(.infinity), bottom: 8, right: 8) {
        ViewNode("badge").attribute("text", "new")
      }
    }
    .padding(8)
  }
}

private struct DocumentedButton: Component {
  static let typeName = "Feed.LikeButton"

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("button").attribute("title", "♡").measured(by: Nothing())
      .on(.tap, PlainAction(named: "like")).on(.longPress, PlainAction(named: "menu"))
  }
}

private struct Nothing: MeasuredContent {
  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    .init(size: .zero)
  }
}
