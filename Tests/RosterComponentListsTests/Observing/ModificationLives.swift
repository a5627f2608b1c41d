import RosterConcurrency
import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport

@testable import RosterEngine

/// A listener that checks the life of every modification, and the work of the list, against the
/// allowed sequences.
///
///     refused
///     accepted, superseded
///     accepted, failed                      // with something before it, or when it was closed
///     accepted, taken, applied or failed
final class ModificationLives: DataSourceListener {
  fileprivate enum Stage {
    case accepted, taken, ended
  }

  fileprivate struct Lives {
    var stages: [ObservedModification.ID: Stage] = [:]
    var ends: [Int: String] = [:]
    var kindsWithEnds: Set<String> = []
    var isGenerating = false
    /// The revisions up to which the list is committed and published.
    var committed: Revision = 0
    var published: Revision = 0
    var offence: String?
  }

  private let lives = Guarded(Lives())

  /// The first event that was not allowed, `nil` without one.
  var offence: String? {
    lives.withLock { lives in
      let open = lives.stages.filter { $0.value != .ended }.keys.sorted()
      return lives.offence ?? open.first.map { "\($0) has no end" }
    }
  }

  /// The ends of all modifications, in the order in which the modifications were made.
  var ends: [String] {
    lives.withLock { lives in lives.ends.sorted { $0.key < $1.key }.map { $0.value } }
  }

  /// The kinds of modifications with the ends that they had.
  var kindsWithEnds: Set<String> { lives.withLock { $0.kindsWithEnds } }

  func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {
    lives.withLock { $0.take(event, of: modification) }
  }

  func receive(_ event: PipelineEvent) { lives.withLock { $0.take(event) } }

  func receive(missedEventCount: Int) {
    lives.withLock { $0.offence = $0.offence ?? "\(missedEventCount) events are missing" }
  }
}

extension ModificationLives.Lives {
  fileprivate mutating func take(
    _ event: ObservedModification.Event, of modification: ObservedModification
  ) {
    let stage = stages[modification.id]
    switch (stage, event) {
    case (nil, .accepted): stages[modification.id] = .accepted
    case (nil, .refused), (.accepted, .superseded), (.accepted, .failed), (.taken, .failed),
      (.taken, .applied):
      stages[modification.id] = .ended
    default: offend("\(modification.id): \(event.word) after \(stage.map { "\($0)" } ?? "nothing")")
    }
    guard event.isLast else { return }
    ends[modification.id.rawValue] = event.word
    let end = event.word.prefix { $0.isLetter }
    kindsWithEnds.insert("\(modification.kind.rawValue) \(end)")
    guard case .applied(let batches, _) = event, let revision = batches.last?.targetRevision
    else { return }
    if revision > published { offend("\(modification.id) is applied before it is published") }
  }

  fileprivate mutating func take(_ event: PipelineEvent) {
    switch event {
    case .took(let modifications, let pendingCount, _):
      if modifications.isEmpty || pendingCount < modifications.count {
        offend("\(modifications.count) taken of \(pendingCount) pending")
      }
      for modification in modifications {
        if stages[modification.id] != .accepted { offend("\(modification.id) is taken") }
        stages[modification.id] = .taken
      }
    case .generationBegan:
      if isGenerating { offend("a generation begins within another") }
      isGenerating = true
    case .generationEnded:
      if !isGenerating { offend("a generation ends that has not begun") }
      isGenerating = false
    case .committed(let revisions, _):
      if revisions.lowerBound != committed + 1 {
        offend("committed \(revisions) after \(committed)")
      }
      committed = revisions.upperBound
    case .followed(let source, let target):
      if source != committed { offend("followed from \(source) after \(committed)") }
      committed = target
    case .published(let batch):
      if batch.sourceRevision != published || batch.targetRevision > committed {
        offend("published \(batch.sourceRevision)-\(batch.targetRevision) after \(published)")
      }
      published = batch.targetRevision
    case .commitFailed, .rebased, .followFailed, .leftBehind, .suspended, .resumed,
      .compactionFailed:
      break
    }
  }

  private mutating func offend(_ what: String) { offence = offence ?? what }
}
