internal import DequeModule
internal import RosterCore

/// How batches reach a subscriber that is slower than the list.
public enum BatchDelivery: Sendable, Hashable {
  /// Every batch, in order.
  case every
  /// What has come since the last one as one composed batch.
  case merged
}

/// A subscriber's place in the run of batches.
///
/// Live batches wait in a buffer of bounded length. If it overflows it is emptied, and the
/// subscriber reads on from the journal, from the last state that it was given, until it has caught
/// up; so a subscriber may lag as far as it likes without holding memory.
final class Subscription<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias Batch = ListBatch<Model, SectionModel, Output>

  private struct State {
    /// The target of the last batch that was given out.
    var position: ListState
    /// The list as it was last published.
    var published: ListState
    var buffer: Deque<Batch> = []
    var isLagging: Bool
    /// Why outputs were made that were dropped and that the journal does not make again.
    var missed: BatchCauses = []
    var isFinished = false
    /// Why nothing more can be published.
    var failure: StorageError?
    var waiter: CheckedContinuation<Void, Never>?
    /// When the batches in the buffer were published, if somebody wants to know; of those that were
    /// read from the journal nobody knows.
    var publishingTimes: Deque<ContinuousClock.Instant> = []

    /// Whether there is something to give out that is not in the buffer.
    var hasMissedSomething: Bool {
      isLagging && (position.revision < published.revision || !missed.isEmpty)
    }

    /// Drops what waits; what is durable will come from the journal.
    mutating func dropBuffer() {
      for batch in buffer { miss(batch) }
      buffer.removeAll()
      publishingTimes.removeAll()
      isLagging = true
    }

    mutating func miss(_ batch: Batch) {
      missed.formUnion(batch.causes.subtracting(.change))
    }

    /// Takes the batches out of the buffer that are to be given out: all, or the first one.
    mutating func takeWaitingBatches(all: Bool) -> [Batch] {
      // Whole, since a part of the buffer is copied batch by batch.
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
    /// Outputs were missed.
    case tell(BatchCauses, at: ListState)
    case wait
    case fail(StorageError)
    case end
  }

  private let state: Guarded<State>
  private let reader: BatchReader<Model, SectionModel, Output>
  private let delivery: BatchDelivery
  private let bufferCountMax: Int
  /// Tells listeners what becomes of the batches, if there are any.
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

  /// The revision up to which batches were given out.
  var revision: Revision { state.withLock { $0.position.revision } }

  /// Notes that a batch was published.
  func publish(_ batch: Batch) {
    let waiter = state.withLock { state in
      state.published = batch.target.state
      if !state.isLagging {
        if state.buffer.count < bufferCountMax {
          state.buffer.append(batch)
          if observer != nil { state.publishingTimes.append(.now) }
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

  /// Notes that nothing more will be published.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Notes that nothing more can be published, and why: it is thrown once everything was given out.
  func fail(_ error: StorageError) {
    let waiter = state.withLock { state in
      state.failure = error
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// The next batch, `nil` at the end or when the task is cancelled.
  ///
  /// - Parameter waits: If not, `nil` also if there is nothing to give out.
  /// - Throws: If the journal cannot be read; nothing is lost then, and it may be asked again. What
  ///   the list has failed with, if nothing more can be published.
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
            position, notes: BatchNotes(causes: missed, namesAllOutputs: false)))
      case .wait:
        guard waits else { return nil }
        await wait()
      case .fail(let error):
        throw error
      case .end:
        return nil
      }
    }
    return nil
  }

  /// Tells listeners that a batch is handed over.
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
      if !state.buffer.isEmpty {
        let batches = state.takeWaitingBatches(all: delivery == .merged)
        let published = state.publishingTimes.first
        state.publishingTimes.removeFirst(min(batches.count, state.publishingTimes.count))
        return .deliver(Guarded(batches), published: published)
      }
      if state.isLagging {
        // The journal may be ahead of what is published, which then comes here once more.
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
      return state.isFinished ? .end : .wait
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard state.buffer.isEmpty, !state.isFinished, state.failure == nil,
            !Task.isCancelled, !state.hasMissedSomething
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
