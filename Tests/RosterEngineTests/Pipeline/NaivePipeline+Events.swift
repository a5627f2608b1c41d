extension NaivePipeline {
  /// An event of a pipeline.
  enum Event: Hashable, CustomStringConvertible {
    case enqueue(Kind)
    case takeGroup, release, close
    /// The group is finished. If it is a step, it has led to a list of this many items.
    case finish(leaving: Int?)
    /// A change of the group fails after this many were committed.
    case fail(committedCount: Int)
    /// Storage fails a modification of the group after this many were committed. A step among those
    /// has led to a list of this many items.
    case storageFail(committedCount: Int, leaving: Int?)
    /// A caller confirms that it knows of the last storage failure, or of an earlier one.
    case resume(knowsTheLast: Bool)
    /// Another writer has changed the list to this many items.
    case follow(leaving: Int)
    /// The changes that another writer preceded are given up.
    case giveUp

    var description: String {
      switch self {
      case .enqueue(let kind): "\(kind)"
      case .takeGroup: "take group"
      case .finish(let count): count.map { "finish with \($0)" } ?? "finish"
      case .release: "release"
      case .close: "close"
      case .fail(let count): "fail after \(count)"
      case .storageFail(let count, let itemCount):
        "fail in storage after \(count)" + (itemCount.map { " with \($0)" } ?? "")
      case .resume(let knowsTheLast): knowsTheLast ? "resume" : "resume after an earlier failure"
      case .follow(let count): "follow to \(count)"
      case .giveUp: "give up"
      }
    }

    /// Whether it may refuse what waits.
    var refusesWhatWaits: Bool {
      switch self {
      case .fail, .storageFail, .follow: true
      default: false
      }
    }

    /// Whether it ends the group.
    var isEnd: Bool {
      switch self {
      case .finish, .giveUp: true
      default: false
      }
    }
  }
  /// The events that are possible now, those of the work queue last.
  var events: [Event] {
    var events = Kind.allCases.filter(mayCome).map { Event.enqueue($0) }
    if !isClosed { events.append(.close) }
    if isScheduled { events.append(.release) }
    events += [.resume(knowsTheLast: true), .resume(knowsTheLast: false)]
    return events + workingEvents
  }

  /// The events that are possible on the work queue.
  private var workingEvents: [Event] {
    let counts = 0...Self.itemCountMax
    let follows = counts.map { Event.follow(leaving: $0) }
    guard let first = inFlight.first else { return follows + [.takeGroup] }
    if isOverrun { return follows + [.storageFail(committedCount: 0, leaving: nil), .giveUp] }
    let failures = inFlight.indices.flatMap { count -> [Event] in
      let hasStep = inFlight.prefix(count).contains { $0.kind.isStep }
      return (hasStep ? counts.map { $0 } : [nil]).map {
        .storageFail(committedCount: count, leaving: $0)
      }
    }
    if !first.kind.isUpdate {
      return follows + failures + [.finish(leaving: nil)]
        + inFlight.indices.map { .fail(committedCount: $0) }
    }
    let hasStep = inFlight.contains { $0.kind.isStep }
    return follows + failures
      + (hasStep ? counts.map { .finish(leaving: $0) } : [.finish(leaving: nil)])
  }

  /// Whether a modification may be queued. The list has a maximum length, and a change that is
  /// verified ahead needs a known list.
  private func mayCome(_ kind: Kind) -> Bool {
    switch kind {
    case .insertion, .lone: lastItemCount.map { $0 < Self.itemCountMax } ?? true
    case .prepared: lastItemCount.map { $0 < Self.itemCountMax } ?? false
    default: true
    }
  }
}
