#if Web
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTP1
  import NIOHTTPTypes
  import NIOHTTPTypesHTTP1
  import NIOWebSocket
  import RosterConcurrency
  import RosterPages

  /// A connection of the server: HTTP, until it becomes a WebSocket.
  ///
  ///     [TLS]  ConnectionGuard  HTTP coding  one request at a time  RequestGate  upgrade
  ///                                                                                ├─▶ answers
  ///     [TLS]  ConnectionGuard  frames  FeedHandler ◀──────────────────────────────┘
  struct PageChannel: HTTPChannelHandler {
    struct Value: ServerChildChannelValue {
      let channel: any Channel
      let outcome: EventLoopFuture<Outcome>
    }

    /// What a connection became with its first request.
    enum Outcome: Sendable {
      case answers(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
      case feed(Feed)
    }

    let server: PageServer

    var responder: Responder {
      { request, writer, channel in
        try await server.respond(to: request, writer, on: channel)
      }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
      let address = ClientAddress(channel.remoteAddress)
      let admission = server.admissions.admit(address, at: Self.now) {
        channel.close(promise: nil)
      }
      switch admission {
      case .refused(let reason):
        server.counter.refused(reason)
        channel.close(promise: nil)
        let outcome: EventLoopFuture<Outcome> = channel.eventLoop.makeFailedFuture(
          ChannelError.ioOnClosedChannel)
        return channel.eventLoop.makeSucceededFuture(Value(channel: channel, outcome: outcome))
      case .admitted(let id, let closeOther):
        if let closeOther {
          server.counter.letGo(.connections)
          closeOther()
        }
        server.counter.count {
          $0.connections += 1
          $0.openConnections += 1
        }
        let server = server
        channel.closeFuture.whenComplete { _ in
          server.admissions.release(id, at: Self.now)
          server.counter.count { $0.openConnections -= 1 }
        }
        return channel.eventLoop.makeCompletedFuture {
          try Value(channel: channel, outcome: addHandlers(to: channel, address, id: id))
        }
      }
    }

    func handle(value: Value, logger: Logger) async {
      await withTaskCancellationHandler {
        guard let outcome = try? await value.outcome.get() else { return }
        switch outcome {
        case .answers(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
        case .feed(let feed): await feed.run()
        }
      } onCancel: {
        value.channel.close(promise: nil)
      }
    }

    private static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }

    // MARK: Handlers

    private func addHandlers(
      to channel: any Channel, _ address: ClientAddress, id: Int
    ) throws -> EventLoopFuture<Outcome> {
      let bounds = server.bounds
      let connection = ConnectionGuard(address, bounds, server.counter)
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = bounds.headByteCount
      limits.maxHeaderListSize = bounds.headByteCount
      limits.maxHeaderFieldCount = bounds.headLineCount
      let encoder = HTTPResponseEncoder()
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
      let oneAtATime = HTTPServerPipelineHandler()
      let gate = RequestGate(server, connection, id: id)
      let upgrade = NIOTypedHTTPServerUpgradeHandler(
        httpEncoder: encoder, extraHTTPHandlers: [decoder, oneAtATime, gate],
        upgradeConfiguration: .init(
          upgraders: [upgrader(SessionSlot(channel, server, address), connection, gate)]
        ) { channel in
          channel.eventLoop.makeCompletedFuture { try Self.addAnswering(to: channel) }
        })
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandlers([connection, encoder, decoder, oneAtATime, gate, upgrade])
      return upgrade.upgradeResultFuture
    }

    private static func addAnswering(to channel: any Channel) throws -> Outcome {
      try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      return try .answers(
        NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(isOutboundHalfClosureEnabled: true)))
    }

    private func upgrader(
      _ slot: SessionSlot, _ connection: ConnectionGuard, _ gate: RequestGate
    ) -> NIOTypedWebSocketServerUpgrader<Outcome> {
      let bounds = server.bounds
      let counter = server.counter
      let loop = slot.channel.eventLoop
      let handlers = NIOLoopBound((connection, gate), eventLoop: loop)
      return NIOTypedWebSocketServerUpgrader(
        maxFrameSize: bounds.frameByteCount, enableAutomaticErrorHandling: false,
        shouldUpgrade: { _, head in
          loop.makeFutureWithTask { slot.open(for: head) }.map { refusal in
            if let refusal {
              handlers.value.1.refuse(refusal)
              return nil
            }
            return HTTPHeaders([("Sec-WebSocket-Protocol", RequestRules.subprotocol)])
          }
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            guard let session = slot.session else { throw ChannelError.ioOnClosedChannel }
            let connection = handlers.value.0
            connection.upgraded()
            try channel.pipeline.syncOperations.addHandler(
              FeedHandler(session, connection, bounds))
            return .feed(Feed(session: session, channel: channel, counter: counter))
          }
        })
    }
  }

  /// The session of a connection, which ends with it.
  private final class SessionSlot: Sendable {
    let channel: any Channel
    private let server: PageServer
    private let address: ClientAddress
    private let opened = Guarded<(any PageSession)?>(nil)

    init(_ channel: any Channel, _ server: PageServer, _ address: ClientAddress) {
      self.channel = channel
      self.server = server
      self.address = address
    }

    var session: (any PageSession)? { opened.withLock { $0 } }

    /// Opens the session that a request asks for.
    ///
    /// - Returns: Why not, if the site has none.
    func open(for head: HTTPRequestHead) -> Refusal? {
      guard let target = RequestTarget(head.uri) else { return .path }
      let now = NIODeadline.now().uptimeNanoseconds
      guard server.admissions.openSession(of: address, at: now) else { return .tooManySessions }
      let session: any PageSession
      do throws(PageError) {
        session = try server.site.openSession(at: target.path)
      } catch {
        server.admissions.closeSession(of: address, at: now)
        return Refusal(error.status, .session, error.message)
      }
      opened.withLock { $0 = session }
      server.counter.count {
        $0.sessions += 1
        $0.openSessions += 1
      }
      // At once, if the connection is closed already.
      channel.closeFuture.whenComplete { [server, address] _ in
        session.close()
        server.admissions.closeSession(of: address, at: NIODeadline.now().uptimeNanoseconds)
        server.counter.count { $0.openSessions -= 1 }
      }
      return nil
    }
  }

  extension PageError {
    /// The status of an answer that says this error.
    fileprivate var status: Int {
      switch code {
      case .notFound: 404
      case .malformed: 400
      case .tooLarge: 413
      case .refused: 403
      case .busy: 503
      case .failed: 500
      }
    }
  }
#endif
