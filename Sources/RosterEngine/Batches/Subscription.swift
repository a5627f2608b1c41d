internal import DequeModule
internal import RosterConcurrency
internal import RosterCore

/// How a subscriber that is slower than the list receives batches.
public enum BatchDelivery: Sendable, Hashable {
  /// Every batch, in order.
  case every
  /// One composed batch of everything since the last one.
  case merged
}

/// The position of a subscriber in the sequence of batches.
///
/// Live batches wait in a buffer of bounded length. If it overflows it is emptied, and the
/// subscriber reads from the journal, starting at the last state that it received, until it has
/// caught up. So a subscriber may lag without limit and holds no memory.
final class Subscription<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias Batch = ListBatch<Model, SectionModel, Output>

  private struct State {
    /// The target of the last delivered batch.
    var position: ListState
    /// The last published list.
    var published: ListState
    var buffer: Deque<Batch> = []
    var isLagging: Bool
    /// The causes of outputs that were dropped and that the journal does not make again.
    var missed: BatchCauses = []
    /// Whether the subscriber gets a batch without changes, as it asked for one.
    var isPrompted = false
    var isFinished = false
    /// Whether the task of the subscriber was told that nothing follows, and nothing does.
    var hasEnded = false
    /// Why nothing can be published any more.
    var failure: StorageError?
    var waiter: CheckedContinuation<Void, Never>?
    /// When the batches in the buffer were published, if there is an observer. Unknown for batches
    /// that were read from the journal.
    var publishingTimes: Deque<ContinuousClock.Instant> = []

    /// Whether something that is not in the buffer must be delivered.
    var hasMissedSomething: Bool {
      isLagging && (position.revision < published.revision || !missed.isEmpty)
    }

    /// Empties the buffer. What is durable will come from the journal.
    mutating func dropBuffer() {
      for batch in buffer { miss(batch) }
      buffer.removeAll()
      publishingTimes.removeAll()
      isLagging = true
    }

    mutating func miss(_ batch: Batch) {
      missed.formUnion(batch.causes.subtracting(.change))
    }

    /// Takes the batches to deliver next out of the buffer: all, or the first one.
    mutating func takeWaitingBatches(all: Bool) -> [Batch] {
      // As a whole, because a slice of the buffer is copied batch by batch.
      let batches = all ? Array(buffer) : [buffer.removeFirst()]
      if all { buffer.removeAll() }
      if let last = batches.last { position = last.target.state }
      return batches
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private enum Step {
    case deliver(Guarded<[Batch]>, published: ContinuousClock.Instant?)
    case catchUp(ListState, limit: Int)
    case catchUpAtOnce(ListState, to: ListState)
    /// Outputs were missed, or the subscriber asked.
    case tell(BatchCauses, at: ListState)
    case wait
    case fail(StorageError)
    case end
  }

  private let state: Guarded<State>
  private let reader: BatchReader<Model, SectionModel, Output>
  private let delivery: BatchDelivery
  private let bufferCountMax: Int
  /// Tells listeners what happens to the batches; `nil` without listeners.
  private let observer: SubscriberObserver?

  init(
    position: ListState, published: ListState, delivery: BatchDelivery,
    bufferCountMax: Int, reader: BatchReader<Model, SectionModel, Output>,
    observer: SubscriberObserver? = nil
  ) {
    self.observer = observer
    observer?.note(.subscribed(after: position.revision))
    state = Guarded(
      State(
        position: position, published: published,
        isLagging: position.revision < published.revision))
    self.reader = reader
    self.delivery = delivery
    self.bufferCountMax = bufferCountMax
  }

  deinit { observer?.note(.unsubscribed) }

  /// The revision up to which batches were delivered; `nil` if the sequence has ended.
  var revision: Revision? { state.withLock { $0.hasEnded ? nil : $0.position.revision } }

  /// Notes that a batch was published.
  func publish(_ batch: Batch) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.hasEnded { return nil }
      state.published = batch.target.state
      if !state.isLagging {
        if state.buffer.count < bufferCountMax {
          state.buffer.append(batch)
          if let observer { state.publishingTimes.append(observer.now) }
        } else {
          state.dropBuffer()
          observer?.note(
            .fellBehind(from: state.position.revision, to: state.published.revision))
        }
      }
      if state.isLagging { state.miss(batch) }
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Delivers a batch without changes behind what was published.
  func prompt() {
    let waiter = state.withLock { state in
      state.isPrompted = !state.hasEnded
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Notes that no more batches will be published.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Notes why nothing can be published any more. The error is thrown once everything was
  /// delivered.
  func fail(_ error: StorageError) {
    let waiter = state.withLock { state in
      state.failure = error
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Returns the next batch, `nil` at the end or when the task is cancelled, which ends the sequence: it
  /// keeps nothing of the journal from then on.
  ///
  /// - Parameter waits: If `false`, returns `nil` also if there is nothing to deliver.
  /// - Throws: If the journal cannot be read; nothing is lost then, and the call may be repeated.
  ///   The failure of the list, if nothing can be published any more.
  func next(waits: Bool = true) async throws(StorageError) -> Batch? {
    do throws(StorageError) {
      return try await found(waits: waits)
    } catch {
      observer?.note(.readFailed(error))
      throw error
    }
  }

  private func found(waits: Bool) async throws(StorageError) -> Batch? {
    while !Task.isCancelled {
      switch nextStep() {
      case .deliver(let batches, let published):
        let batch = try merged(batches.withLock { $0 })
        return delivered(batch, outOf: reader.letGo(of: batches), published)
      case .catchUp(let position, let limit):
        let batches = try await reader.batchesInBackground(after: position, limit: limit)
        state.withLock { $0.buffer = Deque(batches) }
      case .catchUpAtOnce(let position, let published):
        let batch = try await reader.mergedBatchInBackground(from: position, to: published)
        state.withLock { $0.position = batch.target.state }
        return delivered(batch, outOf: batch.target.revision - position.revision)
      case .tell(let missed, let position):
        return delivered(
          reader.unchanged(
            position, notes: BatchNotes(causes: missed, namesAllOutputs: missed.isEmpty)))
      case .wait:
        guard waits else { return nil }
        await wait()
      case .fail(let error):
        throw error
      case .end:
        end()
        return nil
      }
    }
    end()
    return nil
  }

  private func end() {
    state.withLock { state in
      state.hasEnded = true
      state.dropBuffer()
    }
  }

  /// Tells listeners that a batch is delivered.
  private func delivered(
    _ batch: Batch?, outOf count: Int = 1, _ published: ContinuousClock.Instant? = nil
  ) -> Batch? {
    guard let observer, let batch else { return batch }
    observer.delivered(
      batch, mergedCount: count, published: published,
      publishedRevision: state.withLock { $0.published.revision })
    return batch
  }

  private func merged(_ batches: [Batch]) throws(StorageError) -> Batch? {
    do throws(StorageError) {
      return try reader.merged(batches)
    } catch {
      state.withLock { state in
        if let first = batches.first { state.position = first.source.state }
        for batch in batches { state.miss(batch) }
        state.dropBuffer()
      }
      throw error
    }
  }

  private func nextStep() -> Step {
    state.withLock { state in
      if state.hasEnded { return .end }
      if !state.buffer.isEmpty {
        let batches = state.takeWaitingBatches(all: delivery == .merged)
        let published = state.publishingTimes.first
        state.publishingTimes.removeFirst(min(batches.count, state.publishingTimes.count))
        return .deliver(Guarded(batches), published: published)
      }
      if state.isLagging {
        // The journal may be ahead of the published list. A batch from it then arrives here again.
        let missingCount = state.published.revision - state.position.revision
        if missingCount > 0 {
          if delivery == .merged { return .catchUpAtOnce(state.position, to: state.published) }
          return .catchUp(state.position, limit: min(missingCount, max(1, bufferCountMax)))
        }
        state.isLagging = false
        if !state.missed.isEmpty {
          defer { state.missed = [] }
          return .tell(state.missed, at: state.position)
        }
      }
      if let failure = state.failure { return .fail(failure) }
      if state.isPrompted {
        state.isPrompted = false
        return .tell([], at: state.position)
      }
      return state.isFinished ? .end : .wait
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard state.buffer.isEmpty, !state.isFinished, state.failure == nil,
            !Task.isCancelled, !state.hasMissedSomething, !state.isPrompted
          else { return false }
          precondition(state.waiter == nil, "a sequence of batches is iterated by one task")
          state.waiter = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.takeWaiter() }?.resume()
    }
  }
}
