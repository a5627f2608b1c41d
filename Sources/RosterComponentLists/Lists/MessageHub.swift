internal import RosterComponents
internal import RosterConcurrency
internal import RosterEngine

/// Passes messages to all subscribers.
final class MessageHub<Message: Sendable>: Sendable {
  private typealias Continuation = AsyncStream<TreeMessage<Message>>.Continuation

  private struct State {
    var continuations: [Int: Continuation] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Guarded(State())

  init() {}

  deinit { finish() }

  func subscribe() -> AsyncStream<TreeMessage<Message>> {
    let (stream, continuation) = AsyncStream<TreeMessage<Message>>.makeStream()
    let number: Int? = state.withLock { state in
      if state.isFinished { return nil }
      state.nextNumber += 1
      state.continuations[state.nextNumber] = continuation
      return state.nextNumber
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    } else {
      continuation.finish()
    }
    return stream
  }

  /// Sends messages, in order; called by one thread at a time.
  func send(_ messages: [TreeMessage<Message>]) {
    if messages.isEmpty { return }
    for continuation in state.withLock({ $0.continuations.values }) {
      for message in messages { continuation.yield(message) }
    }
  }

  /// Ends every sequence after the messages that were sent.
  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }

  private func remove(_ number: Int) {
    let removed = state.withLock { $0.continuations.removeValue(forKey: number) }
    // Continuations are freed outside of the lock.
    withExtendedLifetime(removed) {}
  }
}
