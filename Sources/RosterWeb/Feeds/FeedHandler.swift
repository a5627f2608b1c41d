#if Web
  import NIOCore
  import NIOWebSocket
  import RosterPages

  /// The WebSocket of a session: gives it the messages of the client, and holds the bounds.
  ///
  /// Everything runs on the event loop of the channel. Messages to the client are written by ``Feed``.
  final class FeedHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// Ends the session from this side, when it has nothing more to say.
    struct End: Sendable {}

    private let session: any PageSession
    private let connection: ConnectionGuard
    private let idleTime: TimeAmount
    private var assembler: MessageAssembler
    private var bucket: TokenBucket
    /// The pings since the client was last heard. They are counted, and not the time, because a server
    /// that was stopped for a while has heard of no client.
    private var unansweredPingCount = 0
    private var nextPing: Scheduled<Void>?
    /// The answer to the latest ping, while an earlier answer is not written.
    private var waitingPong: [UInt8]?
    private var isWritingPong = false
    private var isClosing = false
    /// How the WebSocket closes once the session has said what is wrong.
    private var ending: (code: WebSocketErrorCode, text: String)?
    private let requestTime: TimeAmount
    /// Closes the WebSocket of a client that never says what it wants.
    private var firstMessage: Scheduled<Void>?

    init(_ session: any PageSession, _ connection: ConnectionGuard, _ bounds: WebServerBounds) {
      self.session = session
      self.connection = connection
      idleTime = TimeAmount(bounds.idleTime)
      requestTime = TimeAmount(bounds.requestTime)
      assembler = MessageAssembler(bounds)
      bucket = TokenBucket(bounds.messageRate, at: NIODeadline.now().uptimeNanoseconds)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      pingLater(context)
      // Pings are no request.
      firstMessage = context.eventLoop.assumeIsolated().scheduleTask(in: requestTime) {
        self.close(
          context, .policyViolation, .requestTime, "the first message has not come in time")
      }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      nextPing?.cancel()
      nextPing = nil
      firstMessage?.cancel()
      firstMessage = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
      session.close()
      context.fireChannelInactive()
    }

    // MARK: In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      guard !isClosing else {
        if frame.opcode == .connectionClose { context.close(promise: nil) }
        return
      }
      unansweredPingCount = 0
      guard ending == nil else { return }
      guard bucket.take(at: NIODeadline.now().uptimeNanoseconds) else {
        return close(context, .policyViolation, .messageRate, "messages came too fast")
      }
      do throws(MessageAssembler.Violation) {
        try handle(assembler.take(frame), context)
      } catch {
        close(context, error.code, error.reason, error.text)
      }
    }

    private func handle(_ event: MessageAssembler.Event, _ context: ChannelHandlerContext) {
      switch event {
      case .nothing: break
      case .ping(let bytes): pong(bytes, context)
      case .close:
        close(context, .normalClosure, nil, "")
        context.close(promise: nil)
      case .message(let bytes):
        connection.counter.count { $0.messagesReceived += 1 }
        firstMessage?.cancel()
        firstMessage = nil
        do throws(PageError) {
          try session.receive(bytes)
        } catch {
          end(with: error, context)
        }
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard let error = error as? NIOWebSocketError else { return context.close(promise: nil) }
      switch error {
      case .invalidFrameLength:
        close(context, .messageTooLarge, .frameTooLarge, "a frame is too long")
      case .fragmentedControlFrame, .multiByteControlFrameLength:
        close(context, .protocolError, .malformedFrame, "a control frame is malformed")
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      switch event {
      case is ChannelShouldQuiesceEvent:
        close(context, .goingAway, nil, "the server ends")
      case ChannelEvent.inputClosed: context.close(promise: nil)
      default: context.fireUserInboundEventTriggered(event)
      }
    }

    /// Lets the session say what is wrong, which is its last message, and closes then.
    private func end(with error: PageError, _ context: ChannelHandlerContext) {
      ending = (error.closeCode, error.message)
      connection.counter.letGo(.malformedMessage)
      // A client that does not read has no use for it.
      _ = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(3)) {
        self.close(context, error.closeCode, nil, error.message)
      }
    }

    // MARK: Out

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      // After the frame that closes, nothing follows.
      guard !isClosing else {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      context.write(data, promise: promise)
    }

    func triggerUserOutboundEvent(
      context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
      guard event is End else {
        return context.triggerUserOutboundEvent(event, promise: promise)
      }
      close(context, ending?.code ?? .normalClosure, nil, ending?.text ?? "")
      promise?.succeed()
    }

    private func pingLater(_ context: ChannelHandlerContext) {
      nextPing = context.eventLoop.assumeIsolated().scheduleTask(
        in: .nanoseconds(max(1, idleTime.nanoseconds / 3))
      ) {
        self.ping(context)
      }
    }

    private func ping(_ context: ChannelHandlerContext) {
      guard !isClosing else { return }
      guard unansweredPingCount < 2 else { return connection.letGo(.idleTime) }
      unansweredPingCount += 1
      let frame = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
      context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
      pingLater(context)
    }

    /// Answers a ping. While an answer waits for a slow reader, only the latest ping is remembered.
    private func pong(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
      guard !isWritingPong else {
        waitingPong = bytes
        return
      }
      isWritingPong = true
      let frame = WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer(bytes: bytes))
      context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
        self.isWritingPong = false
        guard let waiting = self.waitingPong, !self.isClosing else { return }
        self.waitingPong = nil
        self.pong(waiting, context)
      }
    }

    /// Writes the frame that closes, and ends the session. The client has a moment to answer.
    ///
    /// - Parameter reason: What the client is counted as; `nil` if it did nothing wrong.
    private func close(
      _ context: ChannelHandlerContext, _ code: WebSocketErrorCode,
      _ reason: WebServerCounts.Reason?, _ text: String
    ) {
      guard !isClosing else { return }
      isClosing = true
      session.close()
      if let reason { connection.counter.letGo(reason) }
      var data = ByteBuffer()
      data.write(webSocketErrorCode: code)
      // A control frame has at most 125 bytes; a character that is cut becomes one of three bytes.
      data.writeString(String(decoding: text.utf8.prefix(120), as: UTF8.self))
      let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
      context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
      connection.closing()
    }
  }

  extension PageError {
    /// The code that closes the WebSocket of a session that is over with this error.
    fileprivate var closeCode: WebSocketErrorCode {
      switch code {
      case .notFound, .malformed, .refused: .policyViolation
      case .tooLarge: .messageTooLarge
      case .busy: .unknown(1013)
      case .failed: .unexpectedServerError
      }
    }
  }
#endif
