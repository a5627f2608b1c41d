#if Web
  import NIOCore
  import NIOHTTP1
  import RosterPages

  /// Lets only requests in that keep the rules, and answers the others. A connection whose request was
  /// refused is closed.
  ///
  /// Requests come one at a time: the handler before it holds back the next one until this one is
  /// answered.
  final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: PageServer
    private let connection: ConnectionGuard
    private let id: Int
    private var context: ChannelHandlerContext?
    private var bodyByteCount = 0
    private var hasBegunAnswer = false
    private var isRefused = false

    init(_ server: PageServer, _ connection: ConnectionGuard, id: Int) {
      self.server = server
      self.connection = connection
      self.id = id
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isRefused else { return }
      switch unwrapInboundIn(data) {
      case .head(var head):
        server.admissions.hasAsked(id)
        connection.headIsComplete()
        hasBegunAnswer = false
        bodyByteCount = 0
        do throws(Refusal) {
          let verdict = try verdict(on: head, context)
          // What is no feed is not upgraded to anything.
          if verdict != .feed { head.headers.remove(name: "Upgrade") }
          connection.boundsQueue = verdict != .elsewhere
        } catch {
          return refuse(error)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
      case .body(let bytes):
        bodyByteCount += bytes.readableBytes
        guard bodyByteCount <= server.bounds.bodyByteCount else { return refuse(.bodyTooLarge) }
        context.fireChannelRead(data)
      case .end:
        connection.requestIsComplete()
        context.fireChannelRead(data)
      }
    }

    private func verdict(
      on head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) throws(Refusal) -> RequestRules.Verdict {
      let now = NIODeadline.now().uptimeNanoseconds
      guard server.admissions.takeRequest(of: connection.address, at: now) else {
        throw .tooManyRequests
      }
      do throws(Refusal) {
        let verdict = try server.rules.check(head, at: .init(context.channel))
        if let length = head.headers["Content-Length"].first.flatMap({ Int($0) }),
          length > server.bounds.bodyByteCount
        {
          throw .bodyTooLarge
        }
        return verdict
      } catch {
        if error.reason == .token, server.rules.givesToken(head, at: .init(context.channel)),
          !server.admissions.takeAttempt(of: connection.address, at: now)
        {
          throw .tooManyRequests
        }
        throw error
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if let error = error as? HTTPParserError {
        server.admissions.hasAsked(id)
        refuse(error == .headerOverflow ? .headTooLarge : .malformed)
      }
      context.fireErrorCaught(error)
    }

    // MARK: Out

    /// Answers in place of the site, if it has not begun to answer, and closes.
    func refuse(_ refusal: Refusal) {
      guard !isRefused, let context else { return }
      isRefused = true
      connection.counter.refused(refusal.reason)
      guard !hasBegunAnswer else { return context.close(promise: nil) }
      let (contentType, text) = refusal.body(forPrograms: server.programs != nil)
      let body = ByteBuffer(string: text)
      var headers = HTTPHeaders(server.securityHeaders.map { ($0.name, $0.value) })
      headers.add(name: "Content-Type", value: contentType)
      headers.add(name: "Cache-Control", value: "no-store")
      for header in refusal.headers { headers.add(name: header[0], value: header[1]) }
      headers.add(name: "Content-Length", value: "\(body.readableBytes)")
      headers.add(name: "Connection", value: "close")
      let head = HTTPResponseHead(
        version: .http1_1, status: .init(statusCode: refusal.status), headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      // What the client still sends is read and dropped. Closed with bytes unread, the connection would
      // be reset, and the answer lost.
      context.close(mode: .output, promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard !isRefused else {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      switch unwrapOutboundIn(data) {
      case .head(let head): hasBegunAnswer = !head.isInformational
      case .body: break
      case .end: connection.answered()
      }
      context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if isRefused, case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
      context.fireUserInboundEventTriggered(event)
    }
  }

  extension HTTPResponseHead {
    fileprivate var isInformational: Bool { 100..<200 ~= status.code && status.code != 101 }
  }

  extension RequestRules.Endpoint {
    /// The end of a channel on this machine.
    init(_ channel: any Channel) {
      self.init(
        address: channel.localAddress?.ipAddress, port: channel.localAddress?.port ?? 0,
        isLocal: ClientAddress(channel.localAddress).isLoopback)
    }
  }
#endif
