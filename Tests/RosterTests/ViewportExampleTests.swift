import Foundation
import Roster
import RosterComponentLists
import RosterComponents
import RosterLayout
import RosterTestKit
import Testing

private struct Message: Codable { var text: String }
private struct Day: Codable { var title: String }

private struct MessageRow: Component, Equatable {
  let text: String

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("row").height(20).attribute("text", .string(text))
  }
}

/// The examples of `ViewportAndRange.md`, which shows what is between the marks.
@Suite struct ViewportExampleTests {
  @Test func itemsAreBuiltAroundTheVisibleOnes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "inbox.sqlite")
    // begin example
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      .flexibleHeight, in: Size(width: 320, height: 0))
    configuration.components.splitting.estimatedExtent = 20
    configuration.components.workingRange = WorkingRange(ahead: .items(50), behind: .items(25))
    let list = try ComponentList<Message, Day, Never>(
      .file(path, list: "inbox"), configuration: configuration
    ) { message, _ in
      MessageRow(text: message.text)
    }
    // end example
    try await list.apply(
      Changeset {
        $0.insertSection(at: 0, Day(title: "Monday"))
        $0.insertItems(
          (1...300).map { Message(text: "\($0)") }, at: ItemPath(section: 0, item: 0))
      })
    await list.waitForWorkingRange()
    let batches = try list.batches()
    let firstVisible = ItemID(rawValue: 101)
    // begin example
    list.setViewport(Viewport(anchor: firstVisible, offset: 0, length: 600))
    // end example
    await list.waitForWorkingRange()
    await list.close()
    var built: Set<Int> = []
    for try await batch in batches { built.formUnion(batch.items.map(\.id.rawValue)) }
    #expect(built == Set(76...180))
  }
}
