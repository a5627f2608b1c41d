import RosterCore
import RosterTestSupport

@testable import RosterEngine

/// A pipeline and the naive one, which receive the same events.
struct PipelinePair {
  private(set) var naive: NaivePipeline
  private(set) var pipeline: Pipeline<Int, Int>
  private var group: [Pipeline<Int, Int>.Entry] = []
  /// The modifications that were taken and finished, in that order, according to the pipeline.
  private(set) var done: [Int] = []
  /// The modifications that were taken and are not finished.
  private var taken: [Int] = []
  /// The modifications that failed, were refused or were replaced.
  private(set) var refused: [Int] = []
  /// The last modification that was queued before the last storage failure. It and all before it
  /// came without knowledge of the failure, so none of them may be applied after it.
  private(set) var lastUnknowing = 0
  /// The last suspension.
  private var suspension: WriteSuspension?
  /// Whether a modification was applied without knowledge of a failure before it.
  private var hasHole = false

  private static let first = ItemPath(section: 0, item: 0)
  /// Lists of 0, 1, 2 … items.
  private static let states: [ListState] = (try? makeStates()) ?? []
  private static let insertion = TextChange.insert("X").outline
  private static let removal = TextChange.remove(0).outline
  /// The outlines that lead to two items from 0, 1, 2 …
  private static let replacements: [ChangesetOutline] = states.map { state in
    TextChange {
      $0.removeItems(inSection: 0, at: 0..<state.itemCount)
      $0.insertItems(["X", "Y"], at: first)
    }.outline
  }

  private static func makeStates() throws -> [ListState] {
    var states = [try ListState().applying(TextChange.emptySection).target]
    for _ in 0..<12 {
      states.append(try states[states.count - 1].applying(TextChange.insert("X")).target)
    }
    return states
  }

  init(waitingCountMax: Int = 3) {
    naive = NaivePipeline(waitingCountMax: waitingCountMax)
    pipeline = Pipeline(
      Self.states[1], waitingCountMax: waitingCountMax,
      groupCountMax: NaivePipeline.groupCountMax)
  }

  /// The committed list.
  private var state: ListState { Self.states[naive.itemCount] }

  // MARK: Events

  /// Applies an event to both.
  ///
  /// - Returns: Whether they agree.
  mutating func undergo(_ event: NaivePipeline.Event) throws -> Bool {
    try answersAgree(event) && pipeline.pendingCount == naive.pendingCount
      && pipeline.isClosed == naive.isClosed
      && (pipeline.suspension != nil) == naive.isSuspended && !hasHole
  }

  private mutating func answersAgree(_ event: NaivePipeline.Event) throws -> Bool {
    switch event {
    case .enqueue(let kind): return enqueue(kind)
    case .takeGroup: return takeGroup()
    case .finish(let count): return try finish(leaving: count)
    case .fail(let committedCount):
      try check(group.prefix(committedCount))
      let expected = naive.fail(committedCount: committedCount)
      end(doneCount: committedCount)
      return agree(pipeline.changesFailed(leaving: state), expected)
    case .storageFail(let committedCount, let count):
      try check(group.prefix(committedCount))
      end(doneCount: committedCount)
      return storageFail(committedCount: committedCount, leaving: count)
    case .resume(let knowsTheLast):
      return resume(knowsTheLast: knowsTheLast) == naive.resume(knowsTheLast: knowsTheLast)
    case .follow(let count):
      let expected = naive.follow(leaving: count)
      return agree(pipeline.followed(leaving: state), expected)
    case .giveUp:
      naive.giveUp()
      end(doneCount: 0)
      pipeline.groupFinished()
      return true
    case .release: return (pipeline.release() == .schedule) == (naive.release() == .schedule)
    case .close:
      pipeline.close()
      naive.close()
      return true
    }
  }

  private mutating func storageFail(committedCount: Int, leaving count: Int?) -> Bool {
    lastUnknowing = naive.nextNumber - 1
    let expected = naive.storageFail(committedCount: committedCount, leaving: count)
    guard
      let failure = StorageFailure(
        .storage(StorageError(.full, "no room left")), of: ChangeAnnotation(origin: "test"))
    else { return false }
    let (suspension, refused) = pipeline.storageFailed(failure, leaving: state)
    defer { self.suspension = suspension }
    return agree(refused, expected) && suspension.number == (self.suspension?.number ?? 0) + 1
      && suspension.revision == state.revision + 1 && suspension.origin == "test"
  }

  private mutating func resume(knowsTheLast: Bool) -> Bool {
    let known = suspension.map { last in
      WriteSuspension(
        number: knowsTheLast ? last.number : last.number - 1, revision: last.revision,
        origin: last.origin, cause: last.cause)
    }
    return known.map { pipeline.resume(after: $0) } ?? false
  }

  private mutating func end(doneCount: Int) {
    hasHole = hasHole || taken.prefix(doneCount).contains { $0 <= lastUnknowing }
    done += taken.prefix(doneCount)
    refused += taken.dropFirst(doneCount)
    taken = []
  }

  private mutating func agree(
    _ modifications: [Pipeline<Int, Int>.Modification],
    _ expected: [NaivePipeline.Modification]
  ) -> Bool {
    for case .change(let number) in modifications { refused.append(number) }
    for case .update(let number) in modifications { refused.append(number) }
    return modifications.elementsEqual(expected) {
      switch $0 {
      case .change(let number): number == $1.number && !$1.kind.isUpdate
      case .update(let number): number == $1.number && $1.kind.isUpdate
      }
    }
  }

  private mutating func finish(leaving count: Int?) throws -> Bool {
    let stepCount = naive.inFlight.count { $0.kind == .step }
    try check(group[...])
    let expected = naive.finish(leaving: count)
    end(doneCount: taken.count)
    guard stepCount > 0 else {
      pipeline.groupFinished()
      return true
    }
    let refused = pipeline.stepsFinished(stepCount, leaving: state)
    self.refused += refused.map { $0.change }
    return refused.elementsEqual(expected) { $0.change == $1.number }
  }

  // MARK: Accepting

  private mutating func enqueue(_ kind: NaivePipeline.Kind) -> Bool {
    let before = naive
    let (expected, expectedReplaced) = naive.enqueue(kind)
    do throws(DataSourceError) {
      let (action, replaced) = try accept(kind, before)
      refused += replaced
      return expected == (action == .schedule ? .schedule : .none)
        && replaced == expectedReplaced.map { $0.number }
    } catch .invalid {
      return expected == .invalid
    } catch .noSuchItem(.path(Self.first)) {
      return expected == .noSuchItem
    } catch .queueFull(limit: naive.waitingCountMax) {
      return expected == .full
    } catch .closed {
      return expected == .closed
    } catch .suspended(let suspension) {
      return expected == .suspended && suspension.number == self.suspension?.number
    } catch {
      return false
    }
  }

  private mutating func accept(
    _ kind: NaivePipeline.Kind, _ before: NaivePipeline
  ) throws(DataSourceError) -> (Pipeline<Int, Int>.Action, replaced: [Int]) {
    let number = before.nextNumber
    let first = Self.first
    switch kind {
    case .insertion, .lone: return (try pipeline.enqueue(number, Self.insertion), [])
    case .removal: return (try pipeline.enqueue(number, Self.removal), [])
    case .replacement: return (try pipeline.enqueue(number, leadingTo: [2]), [])
    case .prepared:
      let shape = ListShape([before.lastItemCount ?? 0])
      guard let proof = try? Self.insertion.verified(against: shape) else { throw .closed }
      return (try pipeline.enqueue(number, verified: proof), [])
    case .assignment:
      return (
        try pipeline.enqueue(number, ChangesetOutline(), targetTrees: [.item(.path(first))]), []
      )
    case .updateByPath: return (try pipeline.enqueue(number, of: .path(first)), [])
    case .updateByID: return (try pipeline.enqueue(number, of: .id(ItemID(rawValue: 1))), [])
    case .step: return (try pipeline.enqueue(step: number), [])
    case .reload, .reloadByPath:
      let goesByPath = kind == .reloadByPath
      let accepted = try pipeline.enqueue(number, goesByPath: goesByPath) {
        !goesByPath || $0.contains(first)
      } replacing: { earlier, meansTheSamePaths in
        let earlier = before.waiting.first { $0.number == earlier }?.kind
        return earlier == .reloadByPath && (meansTheSamePaths || !goesByPath)
          || earlier == .reload && !goesByPath
      }
      guard let accepted else { throw .noSuchItem(.path(first)) }
      return accepted
    }
  }

  // MARK: Working

  private mutating func takeGroup() -> Bool {
    let waiting = naive.waiting
    let expected = naive.takeGroup()
    let numbers = expected.map { $0.number }
    group = []
    let taken = pipeline.takeGroup { change in
      waiting.contains { $0.number == change && $0.kind == .lone }
    }
    switch taken {
    case .changes(let changes):
      group = changes
      self.taken = changes.map { $0.change }
      return changes.map { $0.change } == numbers && expected.allSatisfy { !$0.kind.isUpdate }
    case .updates(let updates):
      self.taken = updates
      return updates == numbers && expected.allSatisfy { $0.kind.isUpdate }
    case nil:
      return expected.isEmpty
    }
  }

  /// Throws if a change does not fit the list.
  private func check(_ entries: ArraySlice<Pipeline<Int, Int>.Entry>) throws {
    var shape = state.shape
    for entry in entries {
      let outline = entry.proof?.outline ?? Self.replacements[shape.itemCount(inSection: 0)]
      shape = shape.applying(try outline.verified(against: shape))
    }
  }
}

extension PipelinePair {
  /// Everything that decides how both continue, with modifications renumbered.
  var key: [UInt8] {
    var key: [UInt8] = [
      UInt8(naive.itemCount), naive.isClosed ? 1 : 0, naive.isScheduled ? 1 : 0,
      naive.isOverrun ? 1 : 0, pipeline.isScheduled ? 1 : 0, naive.isSuspended ? 1 : 0,
      UInt8(pipeline.openStepCount), UInt8(pipeline.shape.itemCount(inSection: 0)),
      UInt8(pipeline.inFlightCount), UInt8(pipeline.waitingCount),
    ]
    // Of updates in flight, both remember only their number and the number of steps among them.
    if let first = naive.inFlight.first, first.kind.isUpdate {
      key += [255, UInt8(naive.inFlight.count { $0.kind == .step })]
    } else {
      key += naive.inFlight.map { $0.kind.rawValue }
    }
    key.append(254)
    key += naive.waiting.map { $0.kind.rawValue }
    for entry in pipeline.waitingEntries {
      switch entry {
      case .change(let change):
        let fit: UInt8 =
          switch change.fit {
          case .always: 0
          case .unknown: 1
          case .proven: 2
          }
        key += [253, place(of: change.change), fit, UInt8(change.targetTrees.count)]
      case .updates(let updates):
        key.append(252)
        for update in updates {
          key += [place(of: update.update), update.isDependent ? 1 : 0, update.isStep ? 1 : 0]
        }
      }
    }
    return key
  }

  private func place(of number: Int) -> UInt8 {
    naive.waiting.firstIndex { $0.number == number }.map { UInt8($0) } ?? 251
  }
}
