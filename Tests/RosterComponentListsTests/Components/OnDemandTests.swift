import Dispatch
@testable import RosterComponentLists
import RosterComponents
import RosterCore
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// Trees that are requested while they are not in memory.
@Suite("Components: on demand") struct OnDemandTests {
  /// Begins with a different state in every build.
  private struct Lottery: Component {
    struct State: ComponentState {
      var number: Int
    }

    static let typeName = "Lottery"
    static let path = ScopePath([ScopeKey(typeName: "Lottery")])

    let numbers: Recorder<Int>

    func initialState() -> State {
      numbers.record(numbers.values.count + 1)
      return State(number: numbers.values.count)
    }

    func body(_ scope: Scope<Lottery>) -> Node<RowMessage> {
      ViewNode("text").on(
        .tap, scope.edit("clear") { state in state.number = 0 })
    }
  }

  @Test func aRangeOfASectionIsBuiltFromModelsAndStates() async throws {
    try await ListFile.with { file in
      let writer = try file.openRows()
      _ = try await writer.apply(.section("abcdef|g"))
      for id in 1...6 { _ = try await writer.apply(.actions([.toggle], in: .id(id))) }
      await writer.close()
      let list = try file.openRows()
      let outputs = try list.outputs(inSection: 0, 1..<4)
      #expect(outputs.map { $0.id.rawValue } == [2, 3, 4])
      #expect(outputs.map { $0.targetPath.item } == [1, 2, 3])
      #expect(outputs.map { $0.output.count("more") } == [0, 0, 0])
      #expect(try list.outputs(inSection: 1).map { $0.output.count("g") } == [0])
      #expect(try list.outputs(inSection: 2).isEmpty)
      #expect(try list.outputs(inSection: 0, 5..<9).count == 1)
      #expect(try list.tree(9) == nil)
      await list.close()
    }
  }

  /// A closure that is stored as a generic value is wrapped at each read, so it must not be stored
  /// that way.
  @Test func theThousandthBuildNeedsNoMoreStackThanTheFirst() async throws {
    try await ListFile.with { file in
      let depths = Recorder<UInt>()
      let list = try RowList(
        storage: try file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: .keeping(0)
      ) { text, _ in
        let _ = withUnsafePointer(to: text) { depths.record(UInt(bitPattern: $0)) }
        Row(text: text)
      }
      _ = try await list.apply(.section("a"))
      try Self.buildOnDemand(1_000, list)
      let found = depths.values.suffix(1_000)
      #expect(found.count == 1_000)
      #expect(Set(found).count == 1)
      await list.close()
    }
  }

  /// Not asynchronous, so that every build is called from the same place of the same stack.
  private static func buildOnDemand(_ count: Int, _ list: RowList) throws {
    for _ in 0..<count { _ = try list.output(of: ItemID(rawValue: 1)) }
  }

  @Test(arguments: TreeKind.allCases)
  func aTreeIsBuiltOnceAsLongAsItIsKept(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let writer = try file.openTrees()
      _ = try await writer.apply(kind.rows("abc"))
      await writer.close()
      for (countMax, buildCount) in [(4_096, 3), (2, 6)] {
        let builds = Recorder<String>()
        let list = try file.openTrees(.keeping(countMax), only: kind) { text in
          builds.record(text)
          return Node(Row(text: text))
        }
        for _ in 0..<2 { for id in 1...3 { #expect(try list.tree(id, kind) != nil) } }
        #expect(builds.values.count == buildCount)
        await list.close()
      }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func statesThatBeginOnDemandAreStoredWithTheNextChangeOfTheTree(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let plain = try file.openList()
      _ = try await plain.apply(kind.rows("AB"))
      await plain.close()
      let numbers = Recorder<Int>()
      let list = try file.openTrees(only: kind) { _ in
        Lottery(numbers: numbers)
        Counter(name: "x")
      }
      #expect(try list.tree(1, kind)?.state(of: Lottery.self, at: Lottery.path)?.number == 1)
      #expect(try list.states(1, kind) == [:])
      _ = try await list.apply(kind.move(0, to: 1))
      #expect(try list.states(1, kind) == [:])
      let counter = ScopePath([ScopeKey(typeName: "Counter", identifier: .text("x"))])
      let outcome = try await list.apply(
        .update(counter, of: Counter.self, in: kind.id(1)) { $0.add(5) })
      #expect(outcome.batch?.states(kind).count == 2)
      #expect(
        try list.states(1, kind) == [
          Lottery.path: StoredState("{\"number\":1}"), counter: .counter([5]),
        ])
      #expect(try list.tree(1, kind)?.state(of: Lottery.self, at: Lottery.path)?.number == 1)
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateThatChangesNothingStoresNothingThatBegan(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let plain = try file.openList()
      _ = try await plain.apply(kind.rows("A"))
      await plain.close()
      let list = try file.openTrees()
      let outcome = try await list.apply(.update(.row, of: Row.self, in: kind.id(1)) { _ in })
      #expect(outcome.batch == nil)
      #expect(try list.states(1, kind) == [:])
      _ = try await list.apply(kind.update(0, "B"))
      #expect(try list.states(1, kind) == [.row: .row(isOpen: false), .counter("B"): .counter([])])
      await list.close()
    }
  }

  /// The reader has looked at the list, but has not read the model when it is replaced.
  @Test(arguments: TreeKind.allCases)
  func aTreeThatWasOutdatedWhileItWasBuiltIsNotKept(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees(.keeping(1), only: kind) { list, storage, _ in
      _ = try await list.apply(kind.rows("ab"))
      // Now only the tree of the second item is in memory.
      _ = try await list.add(1, to: "b", in: kind.id(2)).value
      let gate = storage.stop(.states)
      let reader = Task.detached {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            continuation.resume(returning: Result { try list.tree(1, kind)?.count("a") })
          }
        }
      }
      await gate.arrival()
      _ = try await list.add(5, to: "a", in: kind.id(1)).value
      _ = try await list.add(1, to: "b", in: kind.id(2)).value
      gate.open()
      #expect(try await reader.value.get() == 0)
      #expect(try list.tree(1, kind)?.count("a") == 5)
      _ = try await list.add(1, to: "a", in: kind.id(1)).value
      #expect(try list.tree(1, kind)?.history("a") == [5, 1])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func readersAndWritersOnManyThreadsSeeNoTreeThatGoesBack(kind: TreeKind) async throws {
    try await ListFile.withTrees(.keeping(2), only: kind) { list, _ in
      _ = try await list.apply(kind.rows("abcd"))
      try await withThrowingTaskGroup { group in
        for (index, name) in ["a", "b", "c", "d"].enumerated() {
          group.addTask {
            for number in 1...50 {
              _ = try await list.add(1, to: name, in: kind.id(index + 1)).value
              #expect(try list.tree(index + 1, kind)?.count(name) == number)
            }
          }
          group.addTask {
            var last = 0
            while last < 50 {
              let count = try #require(try list.tree(index + 1, kind)?.count(name))
              #expect(count >= last)
              last = count
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aModelThatCannotBeReadIsAnError(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees(.keeping(0)) { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      storage.faults.fail(.states)
      #expect(throws: StorageError.self) { try list.tree(1, kind) }
      #expect(try list.tree(1, kind)?.count("a") == 0)
    }
  }

  @Test func aListWithAClosureGeneratesOnDemandAsWell() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      #expect(try list.output(of: ItemID(rawValue: 2)) == "<B>")
      #expect(try list.output(of: ItemID(rawValue: 3)) == nil)
      #expect(try list.outputs(inSection: 0).map { $0.output } == ["<A>", "<B>"])
    }
  }
}
