internal import RosterConcurrency
internal import RosterMounting

/// What loads bring from other threads, until the host has time for it.
///
/// `state` is guarded by its lock.
final class PictureMailbox: Sendable {
  /// What has come for one load.
  enum Letter: Sendable {
    case progress(ImageProgress)
    case end(Result<Picture, ImageError>)
  }

  private struct State {
    /// The loads that something has come for, in the order in which it began.
    var order: [Int] = []
    /// The last that has come for each: only that counts.
    var letters: [Int: Letter] = [:]
  }

  private let state = Guarded(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Called when something has come, on any thread.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ letter: Letter, for load: Int) {
    state.withLock { state in
      if state.letters[load] == nil { state.order.append(load) }
      // What is at its end makes no further progress.
      if case .end? = state.letters[load] { return }
      state.letters[load] = letter
    }
    wake()
  }

  func takeAll() -> [(load: Int, letter: Letter)] {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    return taken.order.compactMap { load in taken.letters[load].map { (load, $0) } }
  }
}
