import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The cases of `modification.json` that are about components.
@Suite("Conformance: modifications") struct ModificationFixtureTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var operation: String
    var initial: [[String]]
    var expectedSections: [[String]]
    var expectedApplied: Applied
    var userInfo: JSONObject?
    var mode: String?
    var stateUpdates: [StateUpdate]?

    var testDescription: String { name }
  }

  struct Applied: Decodable, Sendable {
    var updatedIndexPaths: [ItemPath]
  }

  struct StateUpdate: Decodable, Sendable {
    var item: ItemPath
    var newState: String
  }

  /// A text that depends on the environment and on its own state.
  private struct Text: Component, Equatable {
    struct State: ComponentState { var remark = "" }

    static let typeName = "Text"

    let text: String

    func initialState() -> State { State() }

    func body(_ scope: Scope<Text>) -> Node<RowMessage> {
      ViewNode("text")
        .attribute("text", .string(text + scope.state.remark))
        .attribute("colour", .string(scope.environment(Colour.self)))
    }
  }

  private static var cases: [Case] {
    get throws {
      try conformanceCases("modification.json", as: Case.self)
        .filter { $0.operation != "changeset" }
    }
  }

  @Test func sevenOf19CasesAreNotAboutChangesets() throws {
    #expect(try Self.cases.count == 7)
  }

  @Test func everyItemThatIsExpectedHasANewOutput() async throws {
    for testCase in try Self.cases { try await run(testCase) }
  }

  private func run(_ testCase: Case) async throws {
    try await ListFile.with { file in
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in Text(text: text) }
      let rows = ListRows<String, String>(testCase.initial.map { .init(items: $0) })
      _ = try await list.apply(rows.asInsertion)
      let batches = try list.batches()
      let batch = try #require(try await modify(list, testCase), "\(testCase.name)")
      #expect(
        batch.items.map { $0.targetPath } == testCase.expectedApplied.updatedIndexPaths,
        "\(testCase.name)")
      #expect(batch.changes.annotation.userInfo == testCase.userInfo ?? [:], "\(testCase.name)")
      #expect(batch.changes.changeset.outline == ChangesetOutline(), "\(testCase.name)")
      #expect(
        try list.snapshot.rows.sections.map { $0.items } == testCase.expectedSections,
        "\(testCase.name)")
      await list.close()
      #expect(try await batches.collect().count == 1, "\(testCase.name)")
    }
  }

  private func modify(_ list: RowList, _ testCase: Case) async throws -> RowList.Batch? {
    let annotation = ChangeAnnotation(userInfo: testCase.userInfo ?? [:])
    switch testCase.operation {
    case "reload":
      if testCase.mode == "sync" {
        return try list.applySynchronously(.reload(.all), annotation).batch
      }
      return try await list.apply(.reload(.all), annotation).batch
    case "updateConfiguration":
      // A context that differs, also where the original passes the same one again: here an equal
      // configuration is no change.
      var environment = ComponentEnvironment()
      environment[Colour.self] = "new context"
      if testCase.mode == "sync" {
        return try list.applySynchronously(.configuration(.environment(environment)), annotation)
          .batch
      }
      return try await list.apply(.configuration(.environment(environment)), annotation).batch
    case "stateUpdate":
      let update = try #require(testCase.stateUpdates?.first)
      return try list.applySynchronously(
        .update(ScopePath([ScopeKey(typeName: "Text")]), of: Text.self, in: .path(update.item)) {
          $0.remark = update.newState
        }
      ).batch
    default:
      Issue.record("there is no operation \(testCase.operation)")
      return nil
    }
  }
}
