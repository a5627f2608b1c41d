import RosterCore
import RosterTestSupport
import Testing

@testable import RosterEngine

/// What waits behind a step through the history, whose result is unknown.
@Suite struct PipelineStepTests {
  private let state: ListState
  private var pipeline: Pipeline<Int, Int>

  init() throws {
    state = try ListState().applying(TextChange.emptySection).target
    pipeline = Pipeline(state, waitingCountMax: 100, groupCountMax: 10)
  }

  private mutating func takeChanges() -> [Pipeline<Int, Int>.Entry]? {
    if case .changes(let entries) = pipeline.takeGroup() { entries } else { nil }
  }

  private mutating func takeUpdates() -> [Int]? {
    if case .updates(let updates) = pipeline.takeGroup() { updates } else { nil }
  }

  @Test mutating func aChangesetBehindAStepIsVerifiedWhenItHasFinished() throws {
    _ = try pipeline.enqueue(step: 1)
    _ = try pipeline.enqueue(2, TextChange.remove(0).outline)
    _ = try pipeline.enqueue(3, TextChange.insert("X").outline)
    #expect(takeUpdates() == [1])
    let refused = pipeline.stepsFinished(1, leaving: state)
    #expect(refused.map { $0.change } == [2])
    #expect(takeChanges()?.map { $0.change } == [3])
    pipeline.groupFinished()
    // The list is known again: it has one item.
    _ = try pipeline.enqueue(4, TextChange.remove(0).outline)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(5, TextChange.remove(0).outline)
    }
  }

  @Test mutating func updatesAroundARefusedChangeAreOneRow() throws {
    _ = try pipeline.enqueue(step: 1)
    #expect(takeUpdates() == [1])
    _ = try pipeline.enqueue(2, of: nil)
    _ = try pipeline.enqueue(3, TextChange.remove(0).outline)
    _ = try pipeline.enqueue(4, of: nil)
    _ = try pipeline.enqueue(5, TextChange.remove(0).outline)
    _ = try pipeline.enqueue(step: 6)
    #expect(pipeline.stepsFinished(1, leaving: state).map { $0.change } == [3, 5])
    #expect(takeUpdates() == [2, 4, 6])
  }

  @Test mutating func aReplacementBehindAStepSaysWhatTheListWillBeLike() throws {
    _ = try pipeline.enqueue(step: 1)
    _ = try pipeline.enqueue(2, leadingTo: [1])
    _ = try pipeline.enqueue(3, TextChange.remove(0).outline)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(4, TextChange.remove(0).outline)
    }
    #expect(takeUpdates() == [1])
    #expect(pipeline.stepsFinished(1, leaving: state).isEmpty)
    #expect(takeChanges()?.map { $0.isReplacement } == [true, false])
    pipeline.groupFinished()
    #expect(pipeline.pendingCount == 0)
    _ = try pipeline.enqueue(5, TextChange.insert("X").outline)
  }

  @Test mutating func aStepBehindAReplacementHidesTheListAgain() throws {
    _ = try pipeline.enqueue(step: 1)
    _ = try pipeline.enqueue(2, leadingTo: [0])
    _ = try pipeline.enqueue(step: 3)
    // Whether it fits is unknown until the second step has finished.
    _ = try pipeline.enqueue(4, TextChange.remove(0).outline)
    #expect(takeUpdates() == [1])
    #expect(pipeline.stepsFinished(1, leaving: state).isEmpty)
    #expect(takeChanges()?.map { $0.change } == [2])
    pipeline.groupFinished()
    #expect(takeUpdates() == [3])
    #expect(pipeline.stepsFinished(1, leaving: state).map { $0.change } == [4])
    #expect(pipeline.pendingCount == 0)
  }

  @Test mutating func whatComesBehindAReplacementOutlivesAFailureBeforeIt() throws {
    _ = try pipeline.enqueue(1, TextChange.insert("X").outline)
    #expect(takeChanges()?.map { $0.change } == [1])
    _ = try pipeline.enqueue(step: 2)
    _ = try pipeline.enqueue(3, TextChange.remove(0).outline)
    _ = try pipeline.enqueue(4, leadingTo: [1])
    _ = try pipeline.enqueue(5, TextChange.remove(0).outline)
    let dependents: [Int] = pipeline.changesFailed(leaving: state).map {
      switch $0 {
      case .change(let number), .update(let number): number
      }
    }
    #expect(dependents == [2, 3])
    #expect(takeChanges()?.map { $0.change } == [4, 5])
    pipeline.groupFinished()
    // The list is known: it is empty after the last of them.
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(6, TextChange.remove(0).outline)
    }
  }

  @Test mutating func aFailureBeforeAStepMakesTheListKnownAgain() throws {
    _ = try pipeline.enqueue(1, TextChange.insert("X").outline)
    #expect(takeChanges()?.map { $0.change } == [1])
    _ = try pipeline.enqueue(step: 2)
    #expect(pipeline.changesFailed(leaving: state).count == 1)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(3, TextChange.remove(0).outline)
    }
  }

  @Test mutating func whatWaitsBeforeAStepMeansOtherPaths() throws {
    _ = try pipeline.enqueue(1, of: nil)
    _ = try pipeline.enqueue(step: 2)
    _ = try pipeline.enqueue(3, of: nil)
    var asked: [Int: Bool] = [:]
    let accepted = try pipeline.enqueue(4, goesByPath: true) { _ in
      // Not called: the list behind the step is unknown.
      false
    } replacing: { number, meansTheSamePaths in
      asked[number] = meansTheSamePaths
      return true
    }
    #expect(accepted?.replaced == [1, 3])
    #expect(asked == [1: false, 3: true])
    #expect(takeUpdates() == [2, 4])
  }
}
