internal import Dispatch

/// The queues from which a list takes its turns of work, one for each quality of service.
///
/// A turn is taken on the thread of one of these, while it holds the serial queue of the list. Where
/// Dispatch knows of inversions, waiting for that queue raises whoever has it; and where it does not,
/// the thread has the right priority at least. These queues are serial, so that no more than one
/// thread of each waits, and waiting costs no thread of a pool.
final class TurnQueues: Sendable {
  private let queues = PendingLevels.Turn.allCases.map {
    DispatchQueue(label: "roster.pipeline.\($0)", qos: $0.dispatchQoS)
  }

  /// Has a turn taken.
  func async(at turn: PendingLevels.Turn, _ body: @escaping @Sendable () -> Void) {
    let index = PendingLevels.Turn.allCases.firstIndex(of: turn) ?? 0
    queues[index].async(execute: body)
  }
}
