internal import Dispatch

/// The queues on which a list runs its turns of work, one for each quality of service.
///
/// A turn runs on a thread of one of these queues while it holds the serial queue of the list.
/// Where Dispatch resolves priority inversions, waiting for that queue raises the thread that holds
/// it; elsewhere the waiting thread at least has the right priority. Each of these queues is
/// serial, so at most one of its threads waits, and waiting takes no thread from a pool.
final class TurnQueues: Sendable {
  private let queues = PendingLevels.Turn.allCases.map {
    DispatchQueue(label: "roster.pipeline.\($0)", qos: $0.dispatchQoS)
  }

  /// Runs a turn on the queue of its quality of service.
  func async(at turn: PendingLevels.Turn, _ body: @escaping @Sendable () -> Void) {
    let index = PendingLevels.Turn.allCases.firstIndex(of: turn) ?? 0
    queues[index].async(execute: body)
  }
}
