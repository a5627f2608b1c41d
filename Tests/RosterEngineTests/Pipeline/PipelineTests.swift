import RosterCore
import RosterTestSupport
import Testing

@testable import RosterEngine

/// The pipeline does what the naive one does, whatever happens to it in whatever order.
@Suite struct PipelineTests {
  /// Both pipelines, and the list as it is committed.
  private struct Pair {
    var naive = NaivePipeline()
    var pipeline: Pipeline<Int>
    var state: ListState
    var group: [Pipeline<Int>.Entry] = []
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
      case .insert: return enqueue(.insert("X"), isInsertion: true)
      case .remove: return enqueue(.remove(0), isInsertion: false)
      case .takeGroup:
        group = pipeline.takeGroup()
        return agrees(group, naive.takeGroup())
      case .succeed:
        try commit(group[...])
        pipeline.groupSucceeded()
        naive.succeed()
        return true
      case .fail(let committedCount):
        try commit(group.prefix(committedCount))
        return agrees(
          pipeline.groupFailed(leaving: state), naive.fail(committedCount: committedCount))
      case .release:
        return (pipeline.release() == .schedule) == (naive.release() == .schedule)
      case .close:
        pipeline.close()
        naive.close()
        return true
      }
    }

    private mutating func enqueue(_ changeset: TextChange, isInsertion: Bool) -> Bool {
      let number = naive.nextNumber
      let expected = naive.enqueue(isInsertion: isInsertion)
      do throws(DataSourceError) {
        let action = try pipeline.enqueue(number, changeset.outline)
        return expected == (action == .schedule ? .schedule : .none)
      } catch .invalid {
        return expected == .invalid
      } catch .queueFull {
        return expected == .full
      } catch .closed {
        return expected == .closed
      } catch {
        return false
      }
    }

    private func agrees(
      _ entries: [Pipeline<Int>.Entry], _ changes: [NaivePipeline.Change]
    ) -> Bool {
      entries.map { $0.change } == changes.map { $0.number }
        && entries.map { $0.revision } == changes.map { $0.revision }
    }

    /// A proof for another list than the one it is applied to traps here.
    private mutating func commit(_ entries: ArraySlice<Pipeline<Int>.Entry>) throws {
      for entry in entries { state = try state.applying(entry.proof).target }
    }
  }

  @Test func agreesWithTheNaivePipelineOnEveryRowOfEightEvents() throws {
    var count = 0
    try visit(try Pair(), depth: 8, &count)
    #expect(count > 50_000)
  }

  private func visit(_ pair: Pair, depth: Int, _ count: inout Int) throws {
    count += 1
    guard depth > 0 else { return }
    for event in pair.naive.events {
      var next = pair
      guard try next.undergo(event) else {
        Issue.record("\(next.history)")
        continue
      }
      try visit(next, depth: depth - 1, &count)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func agreesWithTheNaivePipelineOnLongRandomRows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var pair = try Pair()
    for step in 0..<500 {
      let events = pair.naive.events.filter { step > 490 || $0.description != "close" }
      let event = events[random.index(below: events.count)]
      try #require(try pair.undergo(event), "seed \(seed), \(pair.history.suffix(20))")
    }
  }

  @Test func aRefusalSaysWhyAndChangesNothing() throws {
    var pipeline = Pipeline<Int>(ListState(), waitingCountMax: 8, groupCountMax: 8)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(1, TextChange.insert("X").outline)
    }
    #expect(pipeline.pendingCount == 0)
    #expect(try pipeline.enqueue(2, TextChange.section("A").outline) == .schedule)
    #expect(pipeline.takeGroup().map { $0.change } == [2])
  }
}
