extension NaivePipeline {
  /// Whatever may happen to a pipeline.
  enum Event: Hashable, CustomStringConvertible {
    case enqueue(Kind)
    case takeGroup, release, close
    /// The group is done; steps in it have led to a list of so many items.
    case finish(leaving: Int?)
    /// A change of the group fails after so many that are committed.
    case fail(committedCount: Int)
    /// Others have changed the list to so many items.
    case follow(leaving: Int)
    /// The changes that others came before are given up.
    case giveUp

    var description: String {
      switch self {
      case .enqueue(let kind): "\(kind)"
      case .takeGroup: "take group"
      case .finish(let count): count.map { "finish with \($0)" } ?? "finish"
      case .release: "release"
      case .close: "close"
      case .fail(let count): "fail after \(count)"
      case .follow(let count): "follow to \(count)"
      case .giveUp: "give up"
      }
    }

    /// Whether what waits may go with it.
    var refusesWhatWaits: Bool {
      switch self {
      case .fail, .follow: true
      default: false
      }
    }

    /// Whether the group is done or given up.
    var isEnd: Bool {
      switch self {
      case .finish, .giveUp: true
      default: false
      }
    }
  }
  /// The events that may happen now, those of the work queue last.
  var events: [Event] {
    var events = Kind.allCases.filter(mayCome).map { Event.enqueue($0) }
    if !isClosed { events.append(.close) }
    if isScheduled { events.append(.release) }
    return events + workingEvents
  }

  /// What may happen on the work queue.
  private var workingEvents: [Event] {
    let counts = 0...Self.itemCountMax
    let follows = counts.map { Event.follow(leaving: $0) }
    guard let first = inFlight.first else { return follows + [.takeGroup] }
    if isOverrun { return follows + [.giveUp] }
    if !first.kind.isUpdate {
      return follows + [.finish(leaving: nil)]
        + inFlight.indices.map { .fail(committedCount: $0) }
    }
    let hasStep = inFlight.contains { $0.kind == .step }
    return follows + (hasStep ? counts.map { .finish(leaving: $0) } : [.finish(leaving: nil)])
  }

  /// Whether a modification may come: the list does not grow without bounds, and what is verified
  /// ahead must know the list.
  private func mayCome(_ kind: Kind) -> Bool {
    switch kind {
    case .insertion, .lone: lastItemCount.map { $0 < Self.itemCountMax } ?? true
    case .prepared: lastItemCount.map { $0 < Self.itemCountMax } ?? false
    default: true
    }
  }
}
