#if Web
  import Dispatch
  import RosterJSON
  import RosterSync
  import RosterWeb
  import Synchronization

  /// The hub of one list, asked by many connections at once.
  ///
  /// It answers one request at a time: two that settle changes at once would only compute again what
  /// the other one has moved. It waits for storage, so it does so on a queue of its own.
  final class ServedHub: Sendable {
    /// How many requests wait. More are refused, since each keeps its message in memory.
    private static let waitingCountMax = 64

    /// What opens this list, besides the token of the server.
    let token: AccessToken?
    private let answer: @Sendable (JSONValue) throws -> JSONValue
    private let queue: DispatchQueue
    private let waitingCount = Mutex(0)

    init<Model, SectionModel, Output>(
      _ hub: SyncHub<Model, SectionModel, Output>, named name: String, token: AccessToken?
    ) {
      self.token = token
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
        queue.async { continuation.resume(with: Result { try self.answer(message) }) }
      }
    }
  }
#endif
