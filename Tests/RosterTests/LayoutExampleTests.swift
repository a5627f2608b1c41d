import Foundation
import Roster
import RosterComponentLists
import RosterComponents
import RosterLayout
import RosterTestKit
import RosterText
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

struct Thumbnail: Component, Equatable {
  let title: String

  init(_ title: String) { self.title = title }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("picture").height(50).attribute("title", .string(title))
  }
}

struct Album: Component, Equatable {
  let photos: [String]

  func body(_ scope: Scope<Self>) -> Node<Never> {
    // begin example
    GridBox(columns: [.autoFill([.minmax(.points(100), .fraction(1))])], gap: 4) {
      for photo in photos { Thumbnail(photo) }
    }
    // end example
  }
}

@Suite struct LayoutExampleTests {
  @Test func gridHasAsManyColumnsAsFit() async throws {
    let folder = try TemporaryFolder()
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      .flexibleHeight, in: Size(width: 320, height: 0))
    let list = try ComponentList<String, Never, Never>(
      .file(folder.path(of: "albums.sqlite"), list: "albums"), configuration: configuration
    ) { titles, _ in Album(photos: titles.split(separator: " ").map(String.init)) }
    let batch = try await list.apply(
      Changeset {
        $0.insertSection(at: 0)
        $0.insertItem("sea dunes tide gulls", at: ItemPath(section: 0, item: 0))
      })
    #expect(batch.sizes.map(\.to) == [Size(width: 320, height: 104)])
    let pictures = try #require(try list.output(of: ItemID(rawValue: 1))?.views)
    #expect(pictures.map(\.frame?.origin.x) == [0, 108, 216, 0])
    #expect(pictures.map(\.frame?.origin.y) == [0, 0, 0, 54])
  }

  @Test func theLayoutInTheReadmeWorks() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cards.sqlite")
    func constraints(_ width: Double) -> LayoutConstraints {
      LayoutConstraints(.flexibleHeight, in: Size(width: width, height: 0))
    }
    var configuration = DataSourceConfiguration()
    configuration.components.layout = constraints(40)
    let list = try ComponentList<String, Never, Never>(
      .file(path, list: "cards"), configuration: configuration
    ) { author, _ in Card(author: author) }
    let batch = try await list.apply(
      Changeset {
        $0.insertSection(at: 0)
        $0.insertItem("Ishmael of New Bedford", at: ItemPath(section: 0, item: 0))
      })
    #expect(batch.sizes.map(\.from) == [nil])
    #expect(batch.sizes.map(\.to) == [Size(width: 40, height: 5)])
    // 24 columns without the padding, the gap, the button and its margins leave 12 for the text.
    let narrow = try await list.apply(.configuration(.layout(constraints(24))))
    let replacement = try #require(narrow.batch)
    #expect(replacement.sizes.map(\.from) == [Size(width: 40, height: 5)])
    #expect(replacement.sizes.map(\.to) == [Size(width: 24, height: 5)])
    let button = try #require(
      try list.output(of: ItemID(rawValue: 1))?.views.first?.children.last)
    #expect(button.spec.className == "button")
    #expect(button.frame?.origin == Point(x: 16, y: 2))
  }
}
