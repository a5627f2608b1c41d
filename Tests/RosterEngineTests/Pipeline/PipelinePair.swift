import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport

@testable import RosterEngine

/// A pipeline and the naive one, which receive the same events.
struct PipelinePair {
  private(set) var naive: NaivePipeline
  private(set) var pipeline: Pipeline<Int>
  private var group: [Pipeline<Int>.Entry] = []
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
      return pipeline.groupFinished(leaving: state).isEmpty
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
    _ modifications: [Int], _ expected: [NaivePipeline.Modification]
  ) -> Bool {
    refused += modifications
    return modifications == expected.map { $0.number }
  }

  private mutating func finish(leaving count: Int?) throws -> Bool {
    try check(group[...])
    let expected = naive.finish(leaving: count)
    end(doneCount: taken.count)
    let refused = pipeline.groupFinished(leaving: state)
    self.refused += refused.map { $0.modification }
    return refused.elementsEqual(expected) { $0.modification == $1.number }
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
  ) throws(DataSourceError) -> (Pipeline<Int>.Action, replaced: [Int]) {
    let number = before.nextNumber
    let trees: [TreeReference] = kind == .assignment ? [.item(.path(Self.first))] : []
    let admission = try admission(of: kind, before)
    guard kind == .reload || kind == .reloadByPath else {
      return try pipeline.enqueue(number, admission, targetTrees: trees)
    }
    return try pipeline.enqueue(number, admission) { earlier, meansTheSamePaths in
      let earlier = before.waiting.first { $0.number == earlier }?.kind
      return earlier == .reloadByPath && (meansTheSamePaths || kind == .reload)
        || earlier == .reload && kind == .reload
    }
  }

  private func admission(
    of kind: NaivePipeline.Kind, _ before: NaivePipeline
  ) throws(DataSourceError) -> Admission {
    switch kind {
    case .insertion, .lone: return .outline(Self.insertion)
    case .removal: return .outline(Self.removal)
    case .replacement: return .replacement([2])
    case .prepared:
      let shape = ListShape([before.lastItemCount ?? 0])
      guard let proof = try? Self.insertion.verified(against: shape) else { throw .closed }
      return .proof(proof)
    case .assignment: return .outline(ChangesetOutline())
    case .updateByPath, .reloadByPath:
      return .places { $0.contains(Self.first) ? nil : .noSuchItem(.path(Self.first)) }
    case .updateByID, .reload: return .identities
    case .step: return .step
    case .draft: return .draft
    }
  }

  // MARK: Working

  private mutating func takeGroup() -> Bool {
    let waiting = naive.waiting
    let expected = naive.takeGroup()
    group =
      pipeline.takeGroup { earlier, next in
        !waiting.contains {
          ($0.number == earlier || $0.number == next) && $0.kind.standsAlone
        }
      } ?? []
    taken = group.map { $0.modification }
    return taken == expected.map { $0.number }
  }

  /// Throws if a change does not fit the list.
  private func check(_ entries: ArraySlice<Pipeline<Int>.Entry>) throws {
    guard let first = naive.inFlight.first, !first.kind.isUpdate else { return }
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
      UInt8(pipeline.inFlightCount), UInt8(pipeline.waitingEntries.count),
    ]
    // Of updates in flight, both remember only their number.
    if let first = naive.inFlight.first, first.kind.isUpdate {
      key += [255, first.kind.isStep ? 1 : 0, pipeline.isStepInFlight ? 1 : 0]
    } else {
      key += naive.inFlight.map { $0.kind.rawValue }
    }
    key.append(254)
    key += naive.waiting.map { $0.kind.rawValue }
    for entry in pipeline.waitingEntries {
      let fit: UInt8 =
        switch entry.fit {
        case .replacement: 0
        case .unverified: 1
        case .proven: 2
        case .step: 3
        case .updateByPlace: 4
        case .updateByIdentity: 5
        case .applied: 6
        case .draft: 7
        }
      key += [253, place(of: entry.modification), fit, UInt8(entry.targetTrees.count)]
    }
    return key
  }

  private func place(of number: Int) -> UInt8 {
    naive.waiting.firstIndex { $0.number == number }.map { UInt8($0) } ?? 251
  }
}
