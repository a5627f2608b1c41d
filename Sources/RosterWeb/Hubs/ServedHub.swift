#if Web
  import Dispatch
  import RosterConcurrency
  import RosterCore
  import RosterJSON
  import RosterSync

  /// The hub of one list, asked by many connections at once.
  ///
  /// It answers one request at a time: two that settle changes at once would only compute again what
  /// the other one has moved. It waits for storage, so it does so on a queue of its own.
  ///
  /// If its list cannot be read or written, each request fails. It tells so once for each code of the
  /// error, until a request is answered.
  final class ServedHub: Sendable {
    /// How many requests wait, with the one that is answered. More are refused, since each keeps its
    /// message in memory.
    static let waitingCountMax = 64

    /// What opens this list, besides the token of the server.
    let token: AccessToken?
    private let answer: @Sendable (JSONValue) throws -> JSONValue
    private let queue: DispatchQueue
    private let waitingCount = Guarded(0)
    /// How the list has failed since a request was answered. Only the queue uses it.
    private let failures = Guarded<Set<StorageError.Code>>([])
    private let onFailure: @Sendable (any Error) -> Void
    private let onRecovery: @Sendable () -> Void

    /// - Parameters:
    ///   - onFailure: Is told why the list cannot be read or written. Called on the queue of the hub.
    ///   - onRecovery: Is told that it can again.
    init<Model, SectionModel, Output>(
      _ hub: SyncHub<Model, SectionModel, Output>, named name: String, token: AccessToken?,
      onFailure: @escaping @Sendable (any Error) -> Void,
      onRecovery: @escaping @Sendable () -> Void
    ) {
      self.token = token
      self.onFailure = onFailure
      self.onRecovery = onRecovery
      answer = { try hub.serve($0) }
      queue = DispatchQueue(label: "roster.hub.\(name)", qos: .userInitiated)
    }

    /// Settles a message.
    ///
    /// - Throws: `HubRefusal` if too many wait; the errors of `SyncHub.serve(_:)`.
    func answer(_ message: JSONValue) async throws -> JSONValue {
      let isAdmitted = waitingCount.withLock { count in
        guard count < Self.waitingCountMax else { return false }
        count += 1
        return true
      }
      guard isAdmitted else { throw HubRefusal.busy }
      defer { waitingCount.withLock { $0 -= 1 } }
      return try await withCheckedThrowingContinuation { continuation in
        queue.async {
          let result = Result { try self.answer(message) }
          self.note(result)
          continuation.resume(with: result)
        }
      }
    }

    private func note(_ result: Result<JSONValue, any Error>) {
      switch result {
      case .success:
        let hadFailed = failures.withLock { failures in
          defer { failures = [] }
          return !failures.isEmpty
        }
        if hadFailed { onRecovery() }
      case .failure(let error):
        guard HubRefusal(error).reason == .storage else { return }
        let failure = (error as? StorageError)?.code ?? .failed
        if failures.withLock({ $0.insert(failure).inserted }) { onFailure(error) }
      }
    }
  }
#endif
