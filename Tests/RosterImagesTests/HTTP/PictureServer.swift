#if Images
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// A server on the loopback that answers well and badly, as its paths say.
  final class PictureServer: Sendable {
    private let channel: any Channel
    private let requests: AsyncStream<Void>

    private init(channel: any Channel, requests: AsyncStream<Void>) {
      (self.channel, self.requests) = (channel, requests)
    }

    static func with<Value: Sendable>(
      _ bytes: [UInt8], _ body: (PictureServer) async throws -> Value
    ) async throws -> Value {
      let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
      let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(
              PictureHandler(bytes) { continuation.yield() })
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      let server = PictureServer(channel: channel, requests: requests)
      do {
        let value = try await body(server)
        try await channel.close()
        return value
      } catch {
        try? await channel.close()
        throw error
      }
    }

    func address(_ path: String) -> String {
      "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\(path)"
    }

    /// Waits until a request has come that was not waited for.
    func nextRequest() async { for await _ in requests { return } }
  }

  private final class PictureHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let bytes: [UInt8]
    private let onRequest: () -> Void

    init(_ bytes: [UInt8], onRequest: @escaping () -> Void) {
      (self.bytes, self.onRequest) = (bytes, onRequest)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(let head) = unwrapInboundIn(data) else { return }
      onRequest()
      let path = head.uri.dropFirst()
      let type = [("Content-Type", "image/png")]
      let length = [("Content-Length", "\(bytes.count)")]
      switch path {
      case "picture": answer(context, .ok, type + length, [bytes])
      case "chunked": answer(context, .ok, type, bytes.map { [$0] })
      case "circle": answer(context, .found, [("Location", "/circle")], [])
      case "busy": answer(context, .serviceUnavailable, [("Retry-After", "7")], [])
      case "cut": cut(context, type + length)
      case "long": answer(context, .ok, type + [("Content-Length", "10000000")], [])
      case "endless":
        let chunk = [UInt8](repeating: 0, count: 100_000)
        answer(context, .ok, type, Array(repeating: chunk, count: 100))
      case "silent": break
      default:
        if path.hasPrefix("redirect/"), let left = Int(path.dropFirst("redirect/".count)) {
          let next = left > 0 ? "/redirect/\(left - 1)" : "/picture"
          answer(context, .found, [("Location", next)], [])
        } else {
          answer(context, .notFound, [], [])
        }
      }
    }

    private func answer(
      _ context: ChannelHandlerContext, _ status: HTTPResponseStatus,
      _ headers: [(String, String)], _ chunks: [[UInt8]]
    ) {
      begin(
        context, status,
        headers + (chunks.isEmpty && status != .ok ? [("Content-Length", "0")] : []))
      for chunk in chunks {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: chunk)))), promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Sends half of the picture, and hangs up.
    private func cut(_ context: ChannelHandlerContext, _ headers: [(String, String)]) {
      begin(context, .ok, headers)
      let half = ByteBuffer(bytes: bytes.prefix(bytes.count / 2))
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(half)))).whenComplete {
        [channel = context.channel] _ in channel.close(promise: nil)
      }
    }

    private func begin(
      _ context: ChannelHandlerContext, _ status: HTTPResponseStatus,
      _ headers: [(String, String)]
    ) {
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(headers))
      context.write(wrapOutboundOut(.head(head)), promise: nil)
    }
  }
#endif
