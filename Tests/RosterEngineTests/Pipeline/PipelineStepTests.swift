import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// What waits behind a step through the history, whose result is unknown.
@Suite struct PipelineStepTests {
  private let state: ListState
  private var pipeline: Pipeline<Int>

  init() throws {
    state = try ListState().applying(TextChange.emptySection).target
    pipeline = Pipeline(state, waitingCountMax: 100, groupCountMax: 10)
  }

  private mutating func take() -> [Int]? { pipeline.takeGroup()?.map { $0.modification } }

  /// Finishes a step, and returns the changes behind it that do not fit.
  private mutating func finish() -> [Int] {
    pipeline.groupFinished(leaving: state).map { $0.modification }
  }

  @Test mutating func aChangesetBehindAStepIsVerifiedWhenItHasFinished() throws {
    _ = try pipeline.enqueue(1, .step)
    _ = try pipeline.enqueue(2, .outline(TextChange.remove(0).outline))
    _ = try pipeline.enqueue(3, .outline(TextChange.insert("X").outline))
    #expect(take() == [1])
    #expect(finish() == [2])
    #expect(take() == [3])
    #expect(finish().isEmpty)
    // The list is known again: it has one item.
    _ = try pipeline.enqueue(4, .outline(TextChange.remove(0).outline))
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(5, .outline(TextChange.remove(0).outline))
    }
  }

  @Test mutating func updatesAroundARefusedChangeAreOneRow() throws {
    _ = try pipeline.enqueue(1, .step)
    #expect(take() == [1])
    _ = try pipeline.enqueue(2, .identities)
    _ = try pipeline.enqueue(3, .outline(TextChange.remove(0).outline))
    _ = try pipeline.enqueue(4, .identities)
    _ = try pipeline.enqueue(5, .outline(TextChange.remove(0).outline))
    _ = try pipeline.enqueue(6, .step)
    #expect(finish() == [3, 5])
    #expect(take() == [2, 4])
    #expect(finish().isEmpty)
    #expect(take() == [6])
  }

  @Test mutating func aReplacementBehindAStepSaysWhatTheListWillBeLike() throws {
    _ = try pipeline.enqueue(1, .step)
    _ = try pipeline.enqueue(2, .replacement([1]))
    _ = try pipeline.enqueue(3, .outline(TextChange.remove(0).outline))
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(4, .outline(TextChange.remove(0).outline))
    }
    #expect(take() == [1])
    #expect(finish().isEmpty)
    #expect(take() == [2, 3])
    #expect(finish().isEmpty)
    #expect(pipeline.pendingCount == 0)
    _ = try pipeline.enqueue(5, .outline(TextChange.insert("X").outline))
  }

  @Test mutating func aStepBehindAReplacementHidesTheListAgain() throws {
    _ = try pipeline.enqueue(1, .step)
    _ = try pipeline.enqueue(2, .replacement([0]))
    _ = try pipeline.enqueue(3, .step)
    // Whether it fits is unknown until the second step has finished.
    _ = try pipeline.enqueue(4, .outline(TextChange.remove(0).outline))
    #expect(take() == [1])
    #expect(finish().isEmpty)
    #expect(take() == [2])
    #expect(finish().isEmpty)
    #expect(take() == [3])
    #expect(finish() == [4])
    #expect(pipeline.pendingCount == 0)
  }

  @Test mutating func whatComesBehindAReplacementOutlivesAFailureBeforeIt() throws {
    _ = try pipeline.enqueue(1, .outline(TextChange.insert("X").outline))
    #expect(take() == [1])
    _ = try pipeline.enqueue(2, .step)
    _ = try pipeline.enqueue(3, .outline(TextChange.remove(0).outline))
    _ = try pipeline.enqueue(4, .replacement([1]))
    _ = try pipeline.enqueue(5, .outline(TextChange.remove(0).outline))
    #expect(pipeline.changesFailed(leaving: state) == [2, 3])
    #expect(take() == [4, 5])
    #expect(finish().isEmpty)
    // The list is known: it is empty after the last of them.
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(6, .outline(TextChange.remove(0).outline))
    }
  }

  @Test mutating func aFailureBeforeAStepMakesTheListKnownAgain() throws {
    _ = try pipeline.enqueue(1, .outline(TextChange.insert("X").outline))
    #expect(take() == [1])
    _ = try pipeline.enqueue(2, .step)
    #expect(pipeline.changesFailed(leaving: state).count == 1)
    #expect(throws: DataSourceError.self) {
      _ = try pipeline.enqueue(3, .outline(TextChange.remove(0).outline))
    }
  }

  @Test mutating func whatWaitsBeforeAStepMeansOtherPaths() throws {
    _ = try pipeline.enqueue(1, .identities)
    _ = try pipeline.enqueue(2, .step)
    _ = try pipeline.enqueue(3, .identities)
    var asked: [Int: Bool] = [:]
    let accepted = try pipeline.enqueue(
      // Not called: the list behind the step is unknown.
      4, .places { _ in .noSuchSection(.index(0)) }
    ) { number, meansTheSamePaths in
      asked[number] = meansTheSamePaths
      return true
    }
    #expect(accepted.replaced == [1, 3])
    #expect(asked == [1: false, 3: true])
    #expect(take() == [2])
    #expect(finish().isEmpty)
    #expect(take() == [4])
  }
}
