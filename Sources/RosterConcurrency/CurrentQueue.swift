internal import CQueues

/// The dispatch queue on which the calling thread works.
package enum CurrentQueue {
  /// Its label; empty if it has none.
  package static var label: String { String(cString: cqueue_current_label()) }
}
