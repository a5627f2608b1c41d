public import RosterCore
public import RosterEngine
internal import RosterJSON

/// Goes through the journal of an application again: the same messages from the first state, without
/// effects.
///
/// A file that a user sends is enough to see how the application came to its state, revision by
/// revision, and whether this version of it would come to the same.
///
///     let replay = try await ApplicationReplay(of: list, update: update)
///     for step in replay.steps { print(step.revision, step.message as Any, step.state) }
///     if let step = replay.firstDifference { print("another state at \(step.revision)") }
public struct ApplicationReplay<State: Codable & Equatable & Sendable, Message: Codable & Sendable>:
  Sendable
{
  /// A revision of the journal.
  public struct Step: Sendable {
    /// The revision.
    public let revision: Revision
    /// The message that made it; `nil` for the first state, and for an undo or a redo.
    public let message: Message?
    /// The state that `update` makes of the message, or that the journal has if there is no
    /// message.
    public let state: State
    /// The state that the journal has.
    public let recorded: State
  }

  /// The revisions, in order; the first is the oldest that the journal has.
  public let steps: [Step]

  /// Replays the journal of a list.
  ///
  /// - Parameters:
  ///   - list: The list. Nothing is written to it.
  ///   - update: The application. The effects that it returns are not started.
  /// - Throws: `StorageError`; `undecodable` if the journal has a message or state of another
  ///   version of the application.
  public init(
    of list: ApplicationList<State>, update: ApplicationLoop<State, Message>.Update
  ) async throws(StorageError) {
    var steps: [Step] = []
    let oldest = try list.oldestRevision
    var state = try Self.state(of: list.snapshot(at: oldest))
    if let state {
      steps.append(Step(revision: oldest, message: nil, state: state, recorded: state))
    }
    let batches = try list.batches(after: oldest)
    while let batch = try await batches.nextIfPublished() {
      guard let recorded = try Self.state(of: batch.target) else {
        state = nil
        continue
      }
      let message = try batch.changes.annotation.message(as: Message.self)
      if let message, var changed = state {
        _ = update(&changed, message)
        state = changed
      } else {
        state = recorded
      }
      steps.append(
        Step(
          revision: batch.target.revision, message: message, state: state ?? recorded,
          recorded: recorded))
    }
    self.steps = steps
  }

  /// The first step whose state differs from that of the journal: `update` is not the one that
  /// made it, or is not a pure function.
  public var firstDifference: Step? { steps.first { $0.state != $0.recorded } }

  private static func state(
    of snapshot: ApplicationList<State>.Snapshot
  ) throws(StorageError) -> State? {
    try snapshot.model(at: ItemPath(section: 0, item: 0))
  }
}
