import Foundation
import Roster
import RosterComponentLists
import RosterComponents
import RosterTestKit
import RosterTestSupport
import Testing

private struct Message: Codable { var text: String }
private struct Day: Codable { var title: String }

private struct MessageRow: Component, Equatable {
  let text: String

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("row").attribute("text", .string(text))
  }
}

private struct DayHeader: Component, Equatable {
  struct State: ComponentState { var isFolded = false }

  static let typeName = "DayHeader"

  let title: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("header")
      .attribute("title", .string(scope.state.isFolded ? "+ \(title)" : title))
      .on(.tap, scope.edit("fold") { state in state.isFolded.toggle() })
  }
}

extension ActionReference {
  fileprivate static let fold = ActionReference(
    target: .scope(ScopePath([ScopeKey(typeName: "DayHeader")])), name: "fold")
}

@Suite struct SupplementExampleTests {
  @Test func theHeadersInTheReadmeWork() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "inbox.sqlite")
    let changeset = Changeset<Message, Day> {
      $0.insertSection(at: 0, Day(title: "Monday"))
      $0.insertSection(at: 1, Day(title: ""))
      $0.insertItem(Message(text: "Hello"), at: ItemPath(section: 0, item: 0))
    }
    var shown: [String] = []
    func show(_ header: ComponentTree<Never>?, at section: Int) {
      if case .string(let title)? = header?.views.first?.spec.attributes["title"] {
        shown.append("\(section): \(title)")
      }
    }
    // README.md shows what is between the marks; a test compares the two.
    // begin example
    let inbox = try ComponentList<Message, Day, Never>(
      .file(path, list: "inbox"),
      header: { day, _ in day.title.isEmpty ? nil : Node(DayHeader(title: day.title)) }
    ) { message, _ in
      MessageRow(text: message.text)
    }
    let batch = try await inbox.apply(changeset)
    for header in batch.supplements { show(header.output, at: header.targetSection) }
    try await inbox.apply(.actions([.fold], in: .header(of: .index(0))))  // as its button does
    // end example
    await inbox.close()
    let header = try inbox.supplement(.header(of: .index(0)))
    show(header?.output, at: 0)
    #expect(shown == ["0: Monday", "0: + Monday"])
  }
}
