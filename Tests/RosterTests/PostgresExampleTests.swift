#if Postgres
  import Roster
  import RosterTestKit
  import Testing

  private struct Message: Codable { var text: String }
  private struct Day: Codable { var title: String }

  /// The examples of `ListsOnPostgreSQL.md`, which shows what is between the marks.
  @Suite(
    "Lists on PostgreSQL", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct PostgresExampleTests {
    private let address: String

    init() throws { address = try #require(PostgresServer.shared).connection }

    @Test func listIsThereAgainAndIsTakenBack() async throws {
      // begin example
      let messages = try ListDataSource<Message, Day, Never>(.postgres(address, list: "inbox"))
      try await messages.apply(
        Changeset {
          $0.insertSection(at: 0, Day(title: "Monday"))
          $0.insertItem(Message(text: "Hello"), at: ItemPath(section: 0, item: 0))
        })
      await messages.close()
      // end example
      let opened = try ListDataSource<Message, Day, Never>(.postgres(address, list: "inbox"))
      #expect(opened.snapshot.revision == 1)
      #expect(try opened.snapshot.models(inSection: 0).map(\.text) == ["Hello"])
      try await opened.apply(.undo())
      #expect(opened.snapshot.revision == 2)
      #expect(opened.snapshot.state.itemCount == 0)
      await opened.close()
      let outputs = try ListDataSource<Message, Day, String>(
        .postgres(address, list: "inbox"), generate: { message, _ in message.text })
      try await outputs.apply(.redo())
      #expect(try outputs.outputs(inSection: 0, 0..<1).map(\.output) == ["Hello"])
      await outputs.close()
    }

    @Test func writerSeesItsOwnWriteElsewhere() async throws {
      let messages = try ListDataSource<Message, Day, Never>(.postgres(address, list: "shared"))
      let elsewhere = try ListDataSource<Message, Day, Never>(.postgres(address, list: "shared"))
      let changeset = Changeset<Message, Day> { $0.insertSection(at: 0, Day(title: "Monday")) }
      // begin example
      let batch = try await messages.apply(changeset)
      let snapshot = try await elsewhere.snapshot(reaching: batch.target.revision)
      // end example
      #expect(snapshot.revision == 1)
      #expect(snapshot.state.sectionCount == 1)
      await messages.close()
      await elsewhere.close()
    }
  }
#endif
