/// When a device sends which request. A value that is told what happened, and says what to do.
///
///     idle ── wake ──→ waiting ── answered ──→ idle, or waiting for the next answer
///                        └────── failed ─────→ idle, unsettled
///
/// One request is under way at a time. Changes are sent only by a device that has everything that
/// the hub had. After a failure the device does not know whether the hub has its changes, so it asks
/// first, and the hub's revisions tell.
package struct SyncSession: Sendable {
  /// A request to send.
  package struct Sending: Hashable, Sendable {
    /// Names the request; an answer to another one is ignored.
    package var number: Int
    /// Whether the request holds changes.
    package var sendsChanges: Bool

    /// Makes a request.
    package init(number: Int, sendsChanges: Bool) {
      self.number = number
      self.sendsChanges = sendsChanges
    }
  }

  private var waitsFor: Int?
  private var lastNumber = 0
  /// Whether the device has everything that the hub had at the last answer.
  private var isSettled = false

  /// Makes the session of a device that was just opened.
  package init() {}

  /// Whether an answer is awaited.
  package var isWaiting: Bool { waitsFor != nil }

  /// Starts a request, unless one is under way.
  ///
  /// - Parameter hasPendingChanges: Whether the device has changes that the hub has not settled.
  package mutating func wake(hasPendingChanges: Bool) -> Sending? {
    guard waitsFor == nil else { return nil }
    lastNumber += 1
    waitsFor = lastNumber
    return Sending(number: lastNumber, sendsChanges: hasPendingChanges && isSettled)
  }

  /// Returns whether an answer belongs to the request under way.
  package func awaits(_ number: Int) -> Bool { waitsFor == number }

  /// Notes that the device has integrated the answer.
  ///
  /// - Parameter isLast: Whether the hub had nothing more.
  package mutating func answered(_ number: Int, isLast: Bool) {
    guard waitsFor == number else { return }
    waitsFor = nil
    isSettled = isLast
  }

  /// Notes that no answer came, or one that could not be integrated.
  package mutating func failed(_ number: Int) {
    guard waitsFor == number else { return }
    waitsFor = nil
    isSettled = false
  }
}
