public import Foundation
internal import RosterConcurrency
public import RosterCore
public import RosterEngine
internal import RosterJSON

/// A list with one item: the state of an application.
public typealias ApplicationList<State: Codable & Sendable> =
  ListDataSource<State, ApplicationSection, Never>

/// What an application keeps beside its state: nothing.
public struct ApplicationSection: Codable, Hashable, Sendable {
  /// Makes it.
  public init() {}
}

/// An application as a loop: a message comes, the state changes, effects start and send messages.
///
///     let loop = try ApplicationLoop(
///       ApplicationList<Photos>(.file(path, list: "application")), first: Photos()
///     ) { (photos, message: PhotoMessage) in
///       switch message {
///       case .search(let text):
///         photos.text = text
///         return [.run("search") { send in await send(.found(server.search(text))) }]
///       case .found(let names):
///         photos.names = names
///         return []
///       }
///     }
///     try await loop.perform(.search("sea"))
///
/// - Messages are processed one after the other, in the order in which they were sent.
/// - A message that changes the state is one revision of the list, whose annotation has the
///   message; its effects start when it is durable. A message that changes nothing makes no
///   revision, and its effects start at once.
/// - `update` is a pure function: it may be called again if another writer of the list comes
///   first, and ``ApplicationReplay`` calls it without starting effects.
public final class ApplicationLoop<
  State: Codable & Equatable & Sendable, Message: Codable & Sendable
>: Sendable {
  /// Changes the state as a message says, and returns the effects that start.
  public typealias Update = @Sendable (inout State, Message) -> [Effect<Message>]

  private struct Queued {
    let message: Message
    /// The number of the effect that sent it, `nil` if it came from outside.
    var effect: Int?
    var outcome: (@Sendable (Result<Void, ApplicationError>) -> Void)?
  }

  /// The messages that wait; the lock guards them.
  private struct Waiting {
    var messages: [Queued] = []
    var isProcessing = false
    var isClosed = false
    /// Called when no message waits any more.
    var closers: [@Sendable () -> Void] = []
  }

  /// The list that holds the state.
  public let list: ApplicationList<State>
  private let first: State
  private let update: Update
  private let onFailure: @Sendable (Message, ApplicationError) -> Void
  private let waiting = Guarded(Waiting())
  private let effects = EffectTasks<Message>()
  private let pendingCountMax: Int

  /// Opens the state of an application, and starts its effects.
  ///
  /// - Parameters:
  ///   - list: The list of the file.
  ///   - first: The state of an application that has none yet.
  ///   - pendingCountMax: The maximum number of messages that wait.
  ///   - started: Returns the effects that begin with the application, for example those of a
  ///     request that the state says is under way.
  ///   - onFailure: Called with a message that was sent with ``send(_:)`` and not processed.
  ///   - update: Changes the state as a message says, and returns the effects that start.
  /// - Throws: `list` or `storage` if the list cannot be written or read.
  public init(
    _ list: ApplicationList<State>, first: State, pendingCountMax: Int = 65_536,
    started: (State) -> [Effect<Message>] = { _ in [] },
    onFailure: @escaping @Sendable (Message, ApplicationError) -> Void = { _, _ in },
    update: @escaping Update
  ) throws(ApplicationError) {
    self.list = list
    self.first = first
    self.update = update
    self.onFailure = onFailure
    self.pendingCountMax = max(1, pendingCountMax)
    if try Self.stored(list.snapshot) == nil {
      do throws(DataSourceError) {
        try list.applySynchronously(
          Self.changeset(first, in: list.snapshot), ChangeAnnotation(origin: "first state"))
      } catch {
        // Another process may have begun at the same moment.
        if try Self.stored(list.snapshot) == nil { throw .list(error) }
      }
    }
    effects.start(started(try state)) { [weak self] in await self?.take($0, of: $1) }
  }

  deinit { effects.cancelAll() }

  // MARK: Reading

  /// The state as it was last published.
  ///
  /// - Throws: `storage`; `undecodable` if another version of the application has written it.
  public var state: State {
    get throws(ApplicationError) { try Self.stored(list.snapshot) ?? first }
  }

  private static func stored(
    _ snapshot: ApplicationList<State>.Snapshot
  ) throws(ApplicationError) -> State? {
    do throws(StorageError) {
      return try snapshot.model(at: ItemPath(section: 0, item: 0))
    } catch {
      throw .storage(error)
    }
  }

  private static func changeset(
    _ state: State, in snapshot: ApplicationList<State>.Snapshot
  ) -> Changeset<State, ApplicationSection> {
    Changeset {
      if snapshot.itemCount(inSection: 0) > 0 {
        return $0.updateItem(at: ItemPath(section: 0, item: 0), state)
      }
      if snapshot.sectionCount == 0 { $0.insertSection(at: 0, ApplicationSection()) }
      $0.insertItem(state, at: ItemPath(section: 0, item: 0))
    }
  }

  // MARK: Sending

  /// Queues a message from outside: a view, a key, another part of the program.
  ///
  /// - Throws: `queueFull` or `closed`. Nothing is queued then.
  public func send(_ message: Message) throws(ApplicationError) {
    try enqueue(Queued(message: message))
  }

  /// Queues a message, and returns when its change is durable and published.
  ///
  /// - Throws: `ApplicationError`; the state is then as it was.
  public func perform(_ message: Message) async throws(ApplicationError) {
    try await perform(Queued(message: message))
  }

  private func perform(_ queued: Queued) async throws(ApplicationError) {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, ApplicationError>, Never>) in
      var queued = queued
      queued.outcome = { continuation.resume(returning: $0) }
      do throws(ApplicationError) {
        try enqueue(queued)
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    try result.get()
  }

  /// Takes the message of an effect.
  private func take(_ message: Message, of effect: Int) async {
    do throws(ApplicationError) {
      try await perform(Queued(message: message, effect: effect))
    } catch {
      if case .closed = error { return }
      onFailure(message, error)
    }
  }

  private func enqueue(_ queued: Queued) throws(ApplicationError) {
    let refusal: ApplicationError? = waiting.withLock { waiting in
      if waiting.isClosed { return .closed }
      if waiting.messages.count >= pendingCountMax { return .queueFull(limit: pendingCountMax) }
      waiting.messages.append(queued)
      if !waiting.isProcessing {
        waiting.isProcessing = true
        Task { await self.processAll() }
      }
      return nil
    }
    if let refusal { throw refusal }
  }

  // MARK: Processing

  private func processAll() async {
    while true {
      let (messages, closers) = waiting.withLock { waiting in
        let messages = waiting.messages
        waiting.messages = []
        if messages.isEmpty { waiting.isProcessing = false }
        let closers = messages.isEmpty ? waiting.closers : []
        if messages.isEmpty { waiting.closers = [] }
        return (messages, closers)
      }
      for queued in messages { await take(queued) }
      guard messages.isEmpty else { continue }
      for closer in closers { closer() }
      return
    }
  }

  private func take(_ queued: Queued) async {
    // An effect may have been cancelled by a message before this one.
    if let effect = queued.effect, !effects.isActive(effect) {
      queued.outcome?(.success(()))
      return
    }
    do throws(ApplicationError) {
      let started = try await process(queued.message)
      effects.start(started) { [weak self] in await self?.take($0, of: $1) }
      queued.outcome?(.success(()))
    } catch {
      if let outcome = queued.outcome {
        outcome(.failure(error))
      } else {
        onFailure(queued.message, error)
      }
    }
  }

  /// Processes a message, again and again until no other writer comes before.
  private func process(_ message: Message) async throws(ApplicationError) -> [Effect<Message>] {
    let annotation = try ChangeAnnotation(message: message)
    for attempt in 1... {
      let snapshot = list.snapshot
      let state = try Self.stored(snapshot) ?? first
      var changed = state
      let started = update(&changed, message)
      if changed == state { return started }
      do {
        try await list.apply(
          .changeset(Self.changeset(changed, in: snapshot), basedOn: snapshot.revision), annotation)
        return started
      } catch DataSourceError.conflict(let conflict) {
        guard attempt < ConflictPause.attemptCountMax else { throw .list(.conflict(conflict)) }
        await ConflictPause.wait(attempt)
      } catch let error as DataSourceError {
        throw .list(error)
      } catch {
        throw .storage(StorageError(.failed, "the state cannot be changed", cause: error))
      }
    }
    throw .closed
  }

  // MARK: Ending

  /// Waits until no message waits and no effect runs: what has started has come to its end.
  public func idle() async {
    repeat {
      await effects.idle()
      await processed(closing: false)
    } while !isIdle
  }

  private var isIdle: Bool {
    effects.isIdle && waiting.withLock { $0.messages.isEmpty && !$0.isProcessing }
  }

  /// Takes no more messages, cancels the effects, and returns when the messages that wait are
  /// processed. The list stays open.
  public func close() async {
    await processed(closing: true)
    await effects.close()
  }

  private func processed(closing: Bool) async {
    await withCheckedContinuation { continuation in
      let isDone = waiting.withLock { waiting in
        if closing { waiting.isClosed = true }
        if waiting.isProcessing { waiting.closers.append { continuation.resume() } }
        return !waiting.isProcessing
      }
      if isDone { continuation.resume() }
    }
  }
}

/// Why a message was not processed.
public enum ApplicationError: Error, Sendable {
  /// The message has no JSON form, which the journal keeps.
  case unencodable
  /// As many messages wait as may.
  case queueFull(limit: Int)
  /// The application has ended.
  case closed
  /// The list refused the change. If its file has failed, it is suspended:
  /// ``ListDataSource/resume(after:)``.
  case list(DataSourceError)
  /// The list cannot be read.
  case storage(StorageError)
}

extension ApplicationError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .unencodable: "the message has no JSON form, so the journal cannot keep it"
    case .queueFull(let limit): "\(limit) messages are waiting already"
    case .closed: "the application has ended"
    case .list(let error): error.description
    case .storage(let error): error.description
    }
  }
}

extension ApplicationError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
