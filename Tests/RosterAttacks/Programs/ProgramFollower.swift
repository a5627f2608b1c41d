import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterSchedule
import RosterTestSupport

/// A subscriber with a copy of the list, to which it applies one operation after the other.
struct ProgramFollower {
  private(set) var rows: ListRows<JSONValue, JSONValue>
  private(set) var revision: Revision
  private let delivery: BatchDelivery
  private let batches: BatchSequence<JSONValue, JSONValue, ComponentTree<Never>>

  /// Follows a list from a revision on.
  init(
    _ list: ProgramList, from revision: Revision, of model: ListModel,
    _ delivery: BatchDelivery = .every
  ) throws {
    self.revision = revision
    self.delivery = delivery
    rows = model.past[revision].contents.rows
    batches = try list.batches(after: revision, delivery: delivery)
  }

  /// Takes what was published, and compares the copy with the model.
  ///
  /// - Parameter isForeign: Whether another data source may have written what is missing, so that it
  ///   is waited for.
  mutating func catchUp(with model: ListModel, isForeign: Bool = false) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      while let batch = try await batches.nextIfPublished() { try take(batch, model) }
      if revision == model.revision { return }
      guard isForeign, ContinuousClock.now < deadline else {
        throw ProgramDivergence(
          "a subscriber (\(delivery)) is at revision \(revision), not \(model.revision)")
      }
      try await Task.pause()
    }
  }

  /// Takes what was published before the list was closed; the sequence must end then.
  mutating func end(with model: ListModel) async throws {
    while let batch = try await batches.next() { try take(batch, model) }
    try require(revision == model.revision, "a subscriber (\(delivery)) ended at \(revision)")
  }

  private mutating func take(_ batch: ProgramList.Batch, _ model: ListModel) throws {
    let changes = batch.changes
    let what = "the batch \(changes.sourceRevision)…\(changes.targetRevision) (\(delivery))"
    try require(changes.sourceRevision == revision, "\(what) follows revision \(revision)")
    try require(changes.targetRevision < model.past.count, "\(what) leads beyond \(model.revision)")
    if batch.causes.contains(.change), delivery == .every {
      try require(changes.targetRevision == revision + 1, "\(what) leaves revisions out")
    } else if !batch.causes.contains(.change) {
      try require(changes.targetRevision == revision, "\(what) is none, and changes the revision")
    }
    do {
      rows = try rows.applying(changes.operations)
    } catch {
      throw ProgramDivergence("\(what): \(error)")
    }
    revision = changes.targetRevision
    let contents = model.past[revision].contents
    try require(rows == contents.rows, "\(what) leads to \(rows), not \(contents.rows)")
    try require(
      changes.target.itemCounts == contents.counts, "\(what) counts \(changes.target.itemCounts)")
    for output in batch.items {
      let id = try batch.target.state.itemID(at: output.targetPath)
      try require(id == output.id, "\(what) has the output of \(output.id) at \(output.targetPath)")
    }
  }

  private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw ProgramDivergence(what()) }
  }
}

/// What a list and its model disagree about.
struct ProgramDivergence: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
