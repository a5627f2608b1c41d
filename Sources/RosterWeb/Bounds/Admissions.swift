#if Web
  import RosterConcurrency

  /// Who is connected, and how often each address asks.
  final class Admissions: Sendable {
    private struct Client {
      var connectionCount = 0
      var sessionCount = 0
      var requests: TokenBucket
      var attempts: TokenBucket
    }

    private struct Connection {
      let address: ClientAddress
      let close: @Sendable () -> Void
      /// Whether it has sent a complete head of a request.
      var hasAsked = false
    }

    private struct State {
      var clients: [ClientAddress: Client] = [:]
      var connections: [Int: Connection] = [:]
      /// The connections that have not asked for anything yet, the oldest first.
      var silent: [Int] = []
      var lastID = 0
    }

    enum Admission {
      /// Admitted, perhaps instead of another connection; `closeOther` closes that one.
      case admitted(Int, closeOther: (@Sendable () -> Void)?)
      case refused(WebServerCounts.Reason)
    }

    /// How often an address may give a wrong token.
    private static let attemptRate = WebServerBounds.Rate(perSecond: 1, burst: 10)
    /// How many addresses are remembered, beyond those that are connected.
    private static let rememberedCount = 10_000

    private let bounds: WebServerBounds
    private let state = Guarded(State())

    init(_ bounds: WebServerBounds) {
      self.bounds = bounds
    }

    /// Admits a new connection, if need be instead of one that has not asked for anything yet.
    ///
    /// - Parameter close: Closes the connection, if it has to make room for another one.
    func admit(
      _ address: ClientAddress, at now: UInt64, close: @escaping @Sendable () -> Void
    ) -> Admission {
      state.withLock { state in
        let ofAddress = state.clients[address]?.connectionCount ?? 0
        let isAddressFull =
          !address.isLoopback && ofAddress >= bounds.connectionCountPerAddress
        var closeOther: (@Sendable () -> Void)?
        if isAddressFull || state.connections.count >= bounds.connectionCount {
          let id = state.silent.first {
            !isAddressFull || state.connections[$0]?.address == address
          }
          guard let id else {
            return .refused(isAddressFull ? .connectionsOfAddress : .connections)
          }
          closeOther = state.connections[id]?.close
          remove(id, from: &state, at: now)
        }
        state.lastID += 1
        state.connections[state.lastID] = Connection(address: address, close: close)
        state.silent.append(state.lastID)
        change(address, in: &state, at: now) { $0.connectionCount += 1 }
        return .admitted(state.lastID, closeOther: closeOther)
      }
    }

    /// Notes that a connection has sent a complete head of a request.
    func hasAsked(_ id: Int) {
      state.withLock { state in
        guard state.connections[id]?.hasAsked == false else { return }
        state.connections[id]?.hasAsked = true
        state.silent.removeAll { $0 == id }
      }
    }

    /// Forgets a connection that is closed. Does nothing if it was replaced.
    func release(_ id: Int, at now: UInt64) {
      state.withLock { remove(id, from: &$0, at: now) }
    }

    /// Whether an address may send one more request now.
    func takeRequest(of address: ClientAddress, at now: UInt64) -> Bool {
      state.withLock { change(address, in: &$0, at: now) { $0.requests.take(at: now) } }
    }

    /// Whether an address may give one more token that is wrong.
    func takeAttempt(of address: ClientAddress, at now: UInt64) -> Bool {
      state.withLock { change(address, in: &$0, at: now) { $0.attempts.take(at: now) } }
    }

    /// Whether an address may have one more session; it has it then.
    func openSession(of address: ClientAddress, at now: UInt64) -> Bool {
      state.withLock { state in
        change(address, in: &state, at: now) { client in
          guard address.isLoopback || client.sessionCount < bounds.sessionCountPerAddress
          else { return false }
          client.sessionCount += 1
          return true
        }
      }
    }

    func closeSession(of address: ClientAddress, at now: UInt64) {
      state.withLock { change(address, in: &$0, at: now) { $0.sessionCount -= 1 } }
    }

    private func remove(_ id: Int, from state: inout State, at now: UInt64) {
      guard let connection = state.connections.removeValue(forKey: id) else { return }
      if !connection.hasAsked { state.silent.removeAll { $0 == id } }
      change(connection.address, in: &state, at: now) { $0.connectionCount -= 1 }
    }

    /// Changes what is known of an address. Addresses that nothing is known of are forgotten.
    private func change<Value>(
      _ address: ClientAddress, in state: inout State, at now: UInt64,
      _ body: (inout Client) -> Value
    ) -> Value {
      if state.clients.count > Self.rememberedCount {
        state.clients = state.clients.filter { $1.connectionCount > 0 || $1.sessionCount > 0 }
      }
      var client =
        state.clients[address]
        ?? Client(
          requests: TokenBucket(bounds.requestRate, at: now),
          attempts: TokenBucket(Self.attemptRate, at: now))
      let value = body(&client)
      let isForgotten =
        client.connectionCount == 0 && client.sessionCount == 0
        && client.requests.isFull(at: now) && client.attempts.isFull(at: now)
      state.clients[address] = isForgotten ? nil : client
      return value
    }
  }
#endif
