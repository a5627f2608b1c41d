import RosterCore
import RosterTestSupport
import Testing

@testable import RosterEngine

/// The pipeline does what the naive one does, whatever happens to it in whatever order.
@Suite struct PipelineTests {
  /// Both pipelines, and the list as it is committed.
  private struct Pair {
    var naive = NaivePipeline()
    var pipeline: Pipeline<Int, Int>
    var state: ListState
    var group: [Pipeline<Int, Int>.Entry] = []
    var history: [NaivePipeline.Event] = []

    init() throws {
      state = try ListState().applying(TextChange.section("A")).target
      pipeline = Pipeline(
        state, waitingCountMax: NaivePipeline.waitingCountMax,
        groupCountMax: NaivePipeline.groupCountMax)
    }

    /// Has an event happen to both.
    ///
    /// - Returns: Whether they agree.
    mutating func undergo(_ event: NaivePipeline.Event) throws -> Bool {
      history.append(event)
      let agree = try answersAgree(event)
      return agree && pipeline.pendingCount == naive.pendingCount
        && pipeline.isClosed == naive.isClosed
    }

    private mutating func answersAgree(_ event: NaivePipeline.Event) throws -> Bool {
      switch event {
      case .enqueue(let kind): return enqueue(kind)
      case .takeGroup: return takeGroup()
      case .finish:
        try commit(group[...])
        pipeline.groupFinished()
        naive.finish()
        return true
      case .fail(let committedCount):
        try commit(group.prefix(committedCount))
        let dependents = pipeline.changesFailed(leaving: state).map {
          switch $0 {
          case .change(let number): (number, false)
          case .update(let number): (number, true)
          }
        }
        let expected = naive.fail(committedCount: committedCount)
        return dependents.elementsEqual(expected) { $0 == ($1.number, $1.kind.isUpdate) }
      case .release:
        return (pipeline.release() == .schedule) == (naive.release() == .schedule)
      case .close:
        pipeline.close()
        naive.close()
        return true
      }
    }

    private mutating func enqueue(_ kind: NaivePipeline.Kind) -> Bool {
      let number = naive.nextNumber
      let expected = naive.enqueue(kind)
      let first = ItemPath(section: 0, item: 0)
      do throws(DataSourceError) {
        let action =
          switch kind {
          case .insertion: try pipeline.enqueue(number, TextChange.insert("X").outline)
          case .removal: try pipeline.enqueue(number, TextChange.remove(0).outline)
          case .replacement: try pipeline.enqueue(number, leadingTo: [2])
          case .assignment:
            try pipeline.enqueue(number, ChangesetOutline(), targetPaths: [first])
          case .updateByPath: try pipeline.enqueue(number, of: .path(first))
          case .updateByID: try pipeline.enqueue(number, of: .id(ItemID(rawValue: 1)))
          }
        return expected == (action == .schedule ? .schedule : .none)
      } catch .invalid {
        return expected == .invalid
      } catch .noSuchItem(.path(first)) {
        return expected == .noSuchItem
      } catch .queueFull {
        return expected == .full
      } catch .closed {
        return expected == .closed
      } catch {
        return false
      }
    }

    private mutating func takeGroup() -> Bool {
      let expected = naive.takeGroup()
      let numbers = expected.map { $0.number }
      group = []
      switch pipeline.takeGroup() {
      case .changes(let changes):
        group = changes
        return changes.map { $0.change } == numbers && expected.allSatisfy { !$0.kind.isUpdate }
      case .updates(let updates):
        return updates == numbers && expected.allSatisfy { $0.kind.isUpdate }
      case nil:
        return expected.isEmpty
      }
    }

    /// Whatever the list is, it has two items then.
    private var replacement: TextChange {
      let count = state.itemCount
      return Changeset {
        $0.removeItems(inSection: 0, at: 0..<count)
        $0.insertItems(["X", "Y"], at: ItemPath(section: 0, item: 0))
      }
    }

    /// A proof for another list than the one it is applied to traps here.
    private mutating func commit(_ entries: ArraySlice<Pipeline<Int, Int>.Entry>) throws {
      for entry in entries {
        let outline =
          if let proof = entry.proof { proof } else {
            try replacement.outline.verified(against: state)
          }
        state = try state.applying(outline).target
      }
    }
  }

  @Test func agreesWithTheNaivePipelineOnEveryRowOfSevenEvents() throws {
    var count = 0
    try visit(try Pair(), depth: 7, without: ["assignment", "replacement"], &count)
    #expect(count > 50_000)
  }

  @Test func agreesWithTheNaivePipelineOnEveryRowOfSixEventsWithReplacements() throws {
    var count = 0
    try visit(try Pair(), depth: 6, without: ["assignment"], &count)
    #expect(count > 20_000)
  }

  private func visit(
    _ pair: Pair, depth: Int, without left: Set<String>, _ count: inout Int
  ) throws {
    count += 1
    guard depth > 0 else { return }
    for event in pair.naive.events where !left.contains(event.description) {
      var next = pair
      guard try next.undergo(event) else {
        Issue.record("\(next.history)")
        continue
      }
      try visit(next, depth: depth - 1, without: left, &count)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func agreesWithTheNaivePipelineOnLongRandomRows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var pair = try Pair()
    for step in 0..<1_000 {
      let events = pair.naive.events.filter { step > 990 || $0.description != "close" }
      let event = events[random.index(below: events.count)]
      try #require(try pair.undergo(event), "seed \(seed), \(pair.history.suffix(20))")
    }
  }

  @Test func aRefusalSaysWhyAndChangesNothing() throws {
    var pipeline = Pipeline<Int, Int>(ListState(), waitingCountMax: 8, groupCountMax: 8)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(1, TextChange.insert("X").outline)
    }
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(
        2, TextChange.section("A").outline, targetPaths: [ItemPath(section: 0, item: 1)])
    }
    #expect(pipeline.pendingCount == 0)
    #expect(try pipeline.enqueue(3, TextChange.section("A").outline) == .schedule)
    guard case .changes(let group) = pipeline.takeGroup() else {
      Issue.record("a change that waits is taken")
      return
    }
    #expect(group.map { $0.change } == [3])
  }

  @Test func updatesThatWaitInARowAreTakenTogetherHoweverManyTheyAre() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int, Int>(state, waitingCountMax: 100, groupCountMax: 2)
    for number in 0..<50 { _ = try pipeline.enqueue(number, of: .id(ItemID(rawValue: 1))) }
    guard case .updates(let updates) = pipeline.takeGroup() else {
      Issue.record("updates that wait are taken")
      return
    }
    #expect(updates == Array(0..<50))
    #expect(pipeline.pendingCount == 50)
    #expect(pipeline.takeGroup() == nil)
  }

  @Test func whatIsReplacedIsTakenOutOfEveryRow() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int, Int>(state, waitingCountMax: 4, groupCountMax: 8)
    _ = try pipeline.enqueue(1, of: nil)
    _ = try pipeline.enqueue(2, TextChange.insert("X").outline)
    _ = try pipeline.enqueue(3, of: nil)
    var asked: [Int: Bool] = [:]
    let accepted = try pipeline.enqueue(4, goesByPath: false) {
      $0.itemCount(inSection: 0) == 2
    } replacing: { number, meansTheSamePaths in
      asked[number] = meansTheSamePaths
      return true
    }
    #expect(accepted?.replaced == [1, 3])
    #expect(asked == [1: false, 3: true])
    #expect(pipeline.pendingCount == 2)
    guard case .changes(let group) = pipeline.takeGroup() else {
      Issue.record("the change is first now")
      return
    }
    #expect(group.map { $0.change } == [2])
  }

  @Test func whatIsNotRightReplacesNothing() throws {
    var pipeline = Pipeline<Int, Int>(ListState(), waitingCountMax: 4, groupCountMax: 8)
    _ = try pipeline.enqueue(1, of: nil)
    let refused = try pipeline.enqueue(2, goesByPath: true) {
      $0.sectionCount > 0
    } replacing: { _, _ in
      true
    }
    #expect(refused == nil)
    #expect(pipeline.pendingCount == 1)
  }

  @Test func aChangeThatStandsAloneIsAGroupOfItsOwn() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int, Int>(state, waitingCountMax: 8, groupCountMax: 8)
    for number in 1...5 { _ = try pipeline.enqueue(number, TextChange.insert("X").outline) }
    var groups: [[Int]] = []
    while case .changes(let group) = pipeline.takeGroup({ $0 == 3 }) {
      groups.append(group.map { $0.change })
      pipeline.groupFinished()
    }
    #expect(groups == [[1, 2], [3], [4, 5]])
  }

  @Test(arguments: [(false, [[1], [2, 3]]), (true, [[1], [2], [3]])])
  func aReplacementBeginsAGroupAndMayBeAllOfIt(standsAlone: Bool, groups: [[Int]]) throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int, Int>(state, waitingCountMax: 8, groupCountMax: 8)
    _ = try pipeline.enqueue(1, TextChange.insert("X").outline)
    _ = try pipeline.enqueue(2, leadingTo: [2])
    _ = try pipeline.enqueue(3, TextChange.insert("X").outline)
    var taken: [[Int]] = []
    while case .changes(let group) = pipeline.takeGroup({ standsAlone && $0 == 2 }) {
      taken.append(group.map { $0.change })
      pipeline.groupFinished()
    }
    #expect(taken == groups)
  }
}
