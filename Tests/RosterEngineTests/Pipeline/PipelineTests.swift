import RosterCore
import RosterListSupport
import RosterTestKit
import Testing

@testable import RosterEngine

/// The pipeline does what the naive one does, for any events in any order.
@Suite struct PipelineTests {
  @Test func agreesWithTheNaivePipelineOnEveryRowOfFourEvents() throws {
    var count = 0
    try visit(PipelinePair(), [], depth: 4, &count)
    #expect(count > 50_000)
  }

  private func visit(
    _ pair: PipelinePair, _ history: [NaivePipeline.Event], depth: Int, _ count: inout Int
  ) throws {
    count += 1
    guard depth > 0 else { return }
    for event in pair.naive.events {
      var next = pair
      guard (try? next.undergo(event)) == true else {
        Issue.record("\(history + [event])")
        continue
      }
      try visit(next, history + [event], depth: depth - 1, &count)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func nothingIsLostAndNothingEndsTwiceInLongRandomRows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var pair = PipelinePair(waitingCountMax: 6)
    var history: [NaivePipeline.Event] = []
    for step in 0..<2_000 {
      // Rarely, so that modifications are still applied.
      let isCalm = random.happens(percent: 90)
      let events = pair.naive.events.filter {
        (step > 1_990 || $0 != .close) && !(isCalm && $0.refusesWhatWaits)
      }
      history.append(events[random.index(below: events.count)])
      try #require(
        (try? pair.undergo(history[step])) == true, "seed \(seed), \(history.suffix(20))")
    }
    while pair.naive.pendingCount > 0 {
      let event = try #require(pair.naive.events.last { pair.naive.inFlight.isEmpty || $0.isEnd })
      try #require(try pair.undergo(event), "seed \(seed), \(event) at the end")
    }
    #expect(pair.done == pair.done.sorted(), "seed \(seed)")
    #expect((pair.done + pair.refused).sorted() == Array(1..<pair.naive.nextNumber))
    #expect(pair.done.count > 50 && pair.refused.count > 50, "seed \(seed)")
  }

  @Test func aRefusalSaysWhyAndChangesNothing() throws {
    var pipeline = Pipeline<Int>(ListState(), waitingCountMax: 8, groupCountMax: 8)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(1, .outline(TextChange.insert("X").outline))
    }
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(
        2, .outline(TextChange.section("A").outline),
        targetTrees: [.item(.path(ItemPath(section: 0, item: 1)))])
    }
    #expect(pipeline.pendingCount == 0)
    #expect(try pipeline.enqueue(3, .outline(TextChange.section("A").outline)).action == .schedule)
    #expect(pipeline.takeGroup()?.map { $0.modification } == [3])
  }

  @Test func whatItsOwnerRefusesIsNotVerified() throws {
    var pipeline = Pipeline<Int>(ListState(), waitingCountMax: 8, groupCountMax: 8)
    _ = try pipeline.enqueue(1, .outline(TextChange.section("A").outline))
    var asked: [Int] = []
    let error = #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(
        2, .outline(TextChange.remove(7).outline),
        unless: { pendingCount in
          asked.append(pendingCount)
          return .reentrant
        })
    }
    guard case .reentrant = error else {
      Issue.record("the owner's reason is what the caller gets: \(String(describing: error))")
      return
    }
    #expect(asked == [1])
    #expect(pipeline.pendingCount == 1)
  }

  @Test func updatesThatWaitInARowAreTakenTogetherHoweverManyTheyAre() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int>(state, waitingCountMax: 100, groupCountMax: 2)
    for number in 0..<50 { _ = try pipeline.enqueue(number, .identities) }
    #expect(pipeline.takeGroup()?.map { $0.modification } == Array(0..<50))
    #expect(pipeline.pendingCount == 50)
    #expect(pipeline.takeGroup() == nil)
  }

  @Test func updatesThatDoNotJoinAreGroupsOfTheirOwn() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int>(state, waitingCountMax: 100, groupCountMax: 2)
    for number in [1, 3, 4, 6, 5] { _ = try pipeline.enqueue(number, .identities) }
    var groups: [[Int]] = []
    while let group = pipeline.takeGroup({ $0 % 2 == $1 % 2 }) {
      groups.append(group.map { $0.modification })
      _ = pipeline.groupFinished(leaving: state)
    }
    #expect(groups == [[1, 3], [4, 6], [5]])
  }

  @Test func whatIsReplacedIsTakenOutOfEveryRow() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int>(state, waitingCountMax: 4, groupCountMax: 8)
    _ = try pipeline.enqueue(1, .identities)
    _ = try pipeline.enqueue(2, .outline(TextChange.insert("X").outline))
    _ = try pipeline.enqueue(3, .identities)
    var asked: [Int: Bool] = [:]
    let accepted = try pipeline.enqueue(
      4, .places { $0.itemCount(inSection: 0) == 2 ? nil : .noSuchSection(.index(0)) }
    ) { number, meansTheSamePaths in
      asked[number] = meansTheSamePaths
      return true
    }
    #expect(accepted.replaced == [1, 3])
    #expect(asked == [1: false, 3: true])
    #expect(pipeline.pendingCount == 2)
    #expect(pipeline.takeGroup()?.map { $0.modification } == [2])
  }

  @Test func whatIsNotRightReplacesNothing() throws {
    var pipeline = Pipeline<Int>(ListState(), waitingCountMax: 4, groupCountMax: 8)
    _ = try pipeline.enqueue(1, .identities)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(
        2, .places { $0.sectionCount > 0 ? nil : .noSuchSection(.index(0)) }
      ) { _, _ in true }
    }
    #expect(pipeline.pendingCount == 1)
  }

  @Test func aChangeThatStandsAloneIsAGroupOfItsOwn() throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int>(state, waitingCountMax: 8, groupCountMax: 8)
    for number in 1...5 {
      _ = try pipeline.enqueue(number, .outline(TextChange.insert("X").outline))
    }
    var groups: [[Int]] = []
    while let group = pipeline.takeGroup({ $0 != 3 && $1 != 3 }) {
      groups.append(group.map { $0.modification })
      _ = pipeline.groupFinished(leaving: state)
    }
    #expect(groups == [[1, 2], [3], [4, 5]])
  }

  @Test(arguments: [(false, [[1], [2, 3]]), (true, [[1], [2], [3]])])
  func aReplacementBeginsAGroupAndMayBeAllOfIt(standsAlone: Bool, groups: [[Int]]) throws {
    let state = try ListState().applying(TextChange.section("A")).target
    var pipeline = Pipeline<Int>(state, waitingCountMax: 8, groupCountMax: 8)
    _ = try pipeline.enqueue(1, .outline(TextChange.insert("X").outline))
    _ = try pipeline.enqueue(2, .replacement([2]))
    _ = try pipeline.enqueue(3, .outline(TextChange.insert("X").outline))
    var taken: [[Int]] = []
    while let group = pipeline.takeGroup({ earlier, _ in !standsAlone || earlier != 2 }) {
      taken.append(group.map { $0.modification })
      _ = pipeline.groupFinished(leaving: state)
    }
    #expect(taken == groups)
  }
}
