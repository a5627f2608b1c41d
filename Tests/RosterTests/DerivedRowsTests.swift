import Roster
import RosterComponentLists
import RosterComponents
import RosterDerived
import RosterLayout
import Testing

/// A derived list of components with a viewport.
@Suite("Derived lists of components") struct DerivedRowsTests {
  private struct Mail: Codable, Sendable { var number: Int }

  private struct MailRow: Component, Equatable {
    let number: Int

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row").height(20) }
  }

  /// The list has its new order at once, and the rows that are visible then; the others follow.
  @Test func anotherDefinitionIsOneRevisionWhoseVisibleRowsComeFirst() async throws {
    let store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "inbox"))
    let inbox = try ListDataSource<Mail, String, Never>(.stored(list))
    try await inbox.change { _, change in
      try change.append(contentsOf: (0..<90).map { Mail(number: $0) })
    }
    func mails(every distance: Int) -> DerivedDefinition<Mail, Ungrouped> {
      inbox.derived("mails", version: "every \(distance)")
        .where { $0.number % distance == 0 }
        .sorted { [.descending($0.number)] }
    }
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      .flexibleHeight, in: Size(width: 320, height: 0))
    configuration.components.splitting = Viewport.Splitting(
      outputCountMin: 1, chunkCountMax: 8, estimatedExtent: 20)
    let shown = try mails(every: 90).open { [configuration] stored, codec, sectionCodec in
      try ListDataSource(
        storage: stored, codec: codec, sectionCodec: sectionCodec, configuration: configuration
      ) { mail, _ in
        MailRow(number: mail.number)
      }
    }
    shown.list.setViewport(Viewport(offset: 0, length: 40))
    let revision = shown.list.snapshot.revision
    let batches = try shown.list.batches()
    try await shown.redefine(mails(every: 3))
    await shown.close()
    var changedCounts: [Int] = []
    var built: [[Int]] = []
    for try await batch in batches {
      #expect(batch.target.revision == revision + 1)
      changedCounts.append(batch.changes.changeset.outline.insertedItems.count)
      built.append(batch.items.map(\.targetPath.item))
    }
    #expect(changedCounts.filter { $0 > 0 } == [29])
    #expect(built.first == [0, 1])
    #expect(built.flatMap(\.self) == Array(0..<29))
  }
}
