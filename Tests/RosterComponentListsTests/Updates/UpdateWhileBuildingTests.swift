import Foundation
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Building is pure: it cannot change anything.
@Suite("Updates: while building") struct UpdateWhileBuildingTests {
  /// Calls the list from within a build, and records the results.
  private final class Intruder: Sendable {
    let refusals = Recorder<String>()
    private let list = Recorder<@Sendable () throws -> Void>()

    func attach(_ action: @escaping @Sendable () throws -> Void) { list.record(action) }

    func tryIt() {
      guard let action = list.values.last else { return }
      do {
        try action()
        refusals.record("accepted")
      } catch {
        refusals.record("\(error)")
      }
    }
  }

  private struct Meddler: Component {
    struct State: ComponentState {
      var count = 0
    }

    static let typeName = "Meddler"
    static let path = ScopePath([ScopeKey(typeName: "Meddler")])

    let intruder: Intruder

    func initialState() -> State { State() }

    func body(_ scope: Scope<Meddler>) -> Node<RowMessage> {
      intruder.tryIt()
      return Node(
        ViewNode("meddler").on(.tap, scope.edit("add") { state in state.count += 1 }))
    }
  }

  private static let message = "\(DataSourceError.updateWhileBuilding)"

  private func withMeddlers(
    _ kind: TreeKind, _ body: (RowList, Intruder) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let intruder = Intruder()
      let list = try file.openTrees(only: kind) { text in
        if text == "provider" { intruder.tryIt() }
        return Node(Meddler(intruder: intruder))
      }
      _ = try await list.apply(kind.rows("ab"))
      try await body(list, intruder)
      intruder.attach {}
      await list.close()
    }
  }

  private func update(_ tree: TreeReference, of list: RowList) throws {
    _ = try list.enqueue(.update(Meddler.path, of: Meddler.self, in: tree) { $0.count += 1 })
  }

  private func expectRefusals(
    _ intruder: Intruder, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!intruder.refusals.values.isEmpty, sourceLocation: sourceLocation)
    #expect(
      intruder.refusals.values.allSatisfy { $0 == Self.message }, "\(intruder.refusals.values)",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: TreeKind.allCases)
  func aBodyCannotUpdate(kind: TreeKind) async throws {
    try await withMeddlers(kind) { list, intruder in
      intruder.attach { [weak list] in if let list { try update(kind.id(1), of: list) } }
      _ = try await list.apply(
        .update(Meddler.path, of: Meddler.self, in: kind.id(2)) { $0.count += 1 })
      _ = try await list.apply(kind.rows("cdefgh"))
      expectRefusals(intruder)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aBodyCannotUpdateOrPerformSynchronously(kind: TreeKind) async throws {
    try await withMeddlers(kind) { list, intruder in
      intruder.attach { [weak list] in
        _ = try list?.applySynchronously(
          .update(Meddler.path, of: Meddler.self, in: kind.id(1)) {
            $0.count += 1
          })
      }
      _ = try list.applySynchronously(
        .actions(
          [ActionReference(target: .responders, name: "add")], from: Meddler.path, in: kind.id(2)))
      intruder.attach { [weak list] in
        _ = try list?.enqueue(
          .actions([ActionReference(target: .scope(Meddler.path), name: "add")], in: kind.id(1)))
      }
      _ = try await list.apply(kind.update(0, "c"))
      expectRefusals(intruder)
      #expect(intruder.refusals.values.count == 2)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func whoeverMakesTheComponentsCannotUpdate(kind: TreeKind) async throws {
    try await withMeddlers(kind) { list, intruder in
      intruder.attach { [weak list] in if let list { try update(kind.id(1), of: list) } }
      _ = try await list.apply(kind.insert("provider"))
      expectRefusals(intruder)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateFunctionCannotUpdate(kind: TreeKind) async throws {
    try await withMeddlers(kind) { list, intruder in
      intruder.attach { [weak list] in if let list { try update(kind.id(1), of: list) } }
      _ = try await list.apply(
        .update(Meddler.path, of: Meddler.self, in: kind.id(2)) { _ in
          intruder.tryIt()
        })
      expectRefusals(intruder)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aBuildOnDemandOrFromTheJournalCannotUpdate(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let writer = try file.openTrees()
      _ = try await writer.apply(kind.rows("ab"))
      await writer.close()
      let intruder = Intruder()
      let list = try file.openTrees(only: kind) { _ in Meddler(intruder: intruder) }
      intruder.attach { [weak list] in if let list { try update(kind.id(1), of: list) } }
      for number in 1...2 { #expect(try list.tree(number, kind) != nil) }
      let batches = try list.batches(after: 0)
      #expect(try await batches.next()?.outputs.numbers == [1, 2])
      expectRefusals(intruder)
      #expect(intruder.refusals.values.count == 4)
      await list.close()
    }
  }

  /// The task starts within a build, and continues after it.
  @Test(arguments: TreeKind.allCases)
  func aTaskThatABuildStartedMayUpdateWhenTheBuildIsOver(kind: TreeKind) async throws {
    try await withMeddlers(kind) { list, intruder in
      let tasks = Recorder<Task<Int?, any Error>>()
      let gate = Gate()
      intruder.attach { [weak list] in
        guard tasks.values.isEmpty else { return }
        tasks.record(
          Task {
            await gate.arrival()
            let outcome = try await list?.apply(
              .update(Meddler.path, of: Meddler.self, in: kind.id(1)) { $0.count += 1 })
            return outcome?.batch?.changes.targetRevision
          })
      }
      _ = try await list.apply(kind.update(0, "c"))
      DispatchQueue.global().async { gate.pass() }
      #expect(try await tasks.values.first?.value == 3)
      gate.open()
    }
  }
}
