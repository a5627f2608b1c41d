import Foundation
import Roster
import RosterTestSupport
import Testing

// README.md shows what is between the marks; a test compares the two.
// begin example
struct Card: Component, Equatable {
  let author: String

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("card") {  // a view is a flex container, a column
      Flex(.row) {  // a container without a view
        ViewNode("text").measured(by: TextContent(author, measurer: TerminalMeasurer())).shrink(1)
        Button(title: "like").margin(1)  // a box around a component
      }
      .gap(2)
    }
    .padding(1)
  }
}
// end example

struct Button: Component, Equatable {
  let title: String

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("button").width(6).height(1).attribute("title", .string(title))
  }
}

@Suite struct LayoutExampleTests {
  @Test func theLayoutInTheReadmeWorks() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cards.sqlite")
    func constraints(_ width: Double) -> LayoutConstraints {
      LayoutConstraints(.flexibleHeight, in: Size(width: width, height: 0))
    }
    var configuration = DataSourceConfiguration()
    configuration.components.layout = constraints(40)
    let list = try ComponentList<String, Never, Never>(
      file: path, list: "cards", configuration: configuration
    ) { author, _ in Card(author: author) }
    let batch = try await list.apply(
      Changeset {
        $0.insertSection(at: 0)
        $0.insertItem("Ishmael of New Bedford", at: ItemPath(section: 0, item: 0))
      })
    #expect(batch.sizes.map(\.from) == [nil])
    #expect(batch.sizes.map(\.to) == [Size(width: 40, height: 5)])
    // 24 columns without the padding, the gap, the button and its margins leave 12 for the text.
    let narrow = try await list.reconfigure(.layout(constraints(24)))
    let replacement = try #require(narrow.batch)
    #expect(replacement.sizes.map(\.from) == [Size(width: 40, height: 5)])
    #expect(replacement.sizes.map(\.to) == [Size(width: 24, height: 5)])
    let button = try #require(
      try list.output(of: ItemID(rawValue: 1))?.views.first?.children.last)
    #expect(button.spec.className == "button")
    #expect(button.frame?.origin == Point(x: 16, y: 2))
  }
}
