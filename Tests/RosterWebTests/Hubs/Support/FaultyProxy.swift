#if Web
  import NIOCore
  import NIOPosix
  import Synchronization

  /// Stands between devices and a hub, and cuts connections where a test wants it.
  final class FaultyProxy: Sendable {
    /// Decides whether a connection is cut in place of letting so many bytes through.
    typealias Fault = @Sendable (_ byteCount: Int) -> Bool

    private final class Target: Sendable {
      let port = Atomic(0)
    }

    private let channel: any Channel
    private let target: Target
    private let port: Int

    /// Listens on a free port.
    ///
    /// - Parameters:
    ///   - request: Is asked for each piece of a request. A cut request does not reach the hub.
    ///   - answer: Is asked for each piece of an answer. The hub has settled the request then.
    init(request: @escaping Fault, answer: @escaping Fault) async throws {
      let target = Target()
      self.target = target
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { device in
          ClientBootstrap(group: device.eventLoop)
            .channelInitializer { hub in
              hub.eventLoop.makeCompletedFuture {
                try hub.pipeline.syncOperations.addHandler(Forwarding(to: device, answer))
              }
            }
            .connect(host: "127.0.0.1", port: target.port.load(ordering: .relaxed))
            .flatMapThrowing { hub in
              try device.pipeline.syncOperations.addHandler(Forwarding(to: hub, request))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    var url: String { "http://\(host)" }

    /// The name by which devices call the hub, which the hub has to allow.
    var host: String { "127.0.0.1:\(port)" }

    /// Names the hub at an address like `http://127.0.0.1:8080/`.
    func forward(to url: String) {
      let port = url.split(separator: ":").last.flatMap { Int($0.prefix { $0 != "/" }) }
      target.port.store(port ?? 0, ordering: .relaxed)
    }
  }

  /// Gives what one side sends to the other one.
  private final class Forwarding: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let cuts: FaultyProxy.Fault

    init(to other: any Channel, _ cuts: @escaping FaultyProxy.Fault) {
      self.other = other
      self.cuts = cuts
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      guard !cuts(bytes.readableBytes) else {
        context.close(promise: nil)
        return other.close(promise: nil)
      }
      other.writeAndFlush(bytes, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      other.close(promise: nil)
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
