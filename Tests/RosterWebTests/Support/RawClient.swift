#if Web
  import NIOCore
  import NIOPosix
  import NIOSSL

  /// A client that sends any bytes, and reads only what a test asks for.
  final class RawClient {
    struct Answer {
      var status: Int
      var headers: [String: String]
      var body: String
    }

    struct Frame: Equatable {
      var opcode: UInt8
      var payload: [UInt8]
      var isFinal = true

      /// The code of a frame that closes.
      var closeCode: Int? {
        guard opcode == 8, payload.count >= 2 else { return nil }
        return Int(payload[0]) << 8 | Int(payload[1])
      }
    }

    let port: Int
    private let scheme: String
    private let channel: any Channel
    private var bytes: [UInt8] = []
    private var chunks: AsyncStream<[UInt8]>.Iterator

    /// Connects.
    ///
    /// - Parameters:
    ///   - reads: Whether the client takes bytes off the network at all.
    ///   - isSecure: Whether it speaks TLS, and trusts the ``TestCertificate``.
    ///   - latest: The latest version of TLS that it speaks; all that it knows if `nil`.
    init(
      port: Int, reads: Bool = true, isSecure: Bool = false, latest: TLSVersion? = nil
    ) async throws {
      self.port = port
      scheme = isSecure ? "https" : "http"
      var trust = try TestCertificate.trust
      trust.minimumTLSVersion = .tlsv1
      trust.maximumTLSVersion = latest
      let context = isSecure ? try NIOSSLContext(configuration: trust) : nil
      let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
      chunks = stream.makeAsyncIterator()
      channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.autoRead, value: reads)
        .channelOption(.allowRemoteHalfClosure, value: true)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            if let context {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: nil))
            }
            try channel.pipeline.syncOperations.addHandler(ChunkReader(continuation))
          }
        }
        .connect(host: "127.0.0.1", port: port).get()
    }

    deinit { channel.close(promise: nil) }

    // MARK: Bytes

    /// Sends bytes. The server may have closed already.
    func send(_ bytes: [UInt8]) async {
      try? await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    func send(_ text: String) async { await send(Array(text.utf8)) }

    /// Closes the connection from this side.
    func close() { channel.close(promise: nil) }

    /// Says that no more is to come from this side.
    func finish() async { try? await channel.close(mode: .output).get() }

    /// Waits until the server has closed, and returns what it sent before.
    func rest() async -> [UInt8] {
      while await more() {}
      defer { bytes = [] }
      return bytes
    }

    private func more() async -> Bool {
      guard let chunk = await chunks.next(isolation: #isolation) else { return false }
      bytes += chunk
      return true
    }

    private func take(_ count: Int) async -> [UInt8]? {
      while bytes.count < count {
        guard await more() else { return nil }
      }
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }

    // MARK: Requests

    /// Sends a request as a browser would.
    ///
    /// - Parameter lines: Header lines in place of those or in addition.
    func request(
      _ method: String = "GET", _ target: String = "/", _ lines: [String: String] = [:],
      body: String = ""
    ) async {
      var headers = ["Host": "127.0.0.1:\(port)"]
      if method == "POST" {
        headers["Content-Length"] = "\(body.utf8.count)"
        headers["Origin"] = "\(scheme)://127.0.0.1:\(port)"
      }
      headers.merge(lines) { $1 }
      let text = headers.filter { !$0.value.isEmpty }.map { "\($0): \($1)\r\n" }.joined()
      await send("\(method) \(target) HTTP/1.1\r\n\(text)\r\n\(body)")
    }

    /// Reads one answer; `nil` if the server closes instead.
    func answer(hasBody: Bool = true) async -> Answer? {
      let end = Array("\r\n\r\n".utf8)
      var range = bytes.firstRange(of: end)
      while range == nil {
        guard await more() else { return nil }
        range = bytes.firstRange(of: end)
      }
      guard let range, let head = await take(range.upperBound) else { return nil }
      let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        headers[parts[0].lowercased()] = parts.last.map { String($0.drop { $0 == " " }) }
      }
      let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      var body: [UInt8] = []
      if hasBody, let count = headers["content-length"].flatMap({ Int($0) }) {
        guard let bytes = await take(count) else { return nil }
        body = bytes
      }
      return Answer(
        status: status ?? 0, headers: headers, body: String(decoding: body, as: UTF8.self))
    }

    /// Sends a request and reads the answer.
    func ask(
      _ method: String = "GET", _ target: String = "/", _ lines: [String: String] = [:],
      body: String = ""
    ) async -> Answer? {
      await request(method, target, lines, body: body)
      return await answer(hasBody: method != "HEAD")
    }

    // MARK: Frames

    /// Asks for the session of a list.
    ///
    /// - Returns: The status of the answer, 101 if the session is open.
    func openFeed(_ list: String = "echo", _ lines: [String: String] = [:]) async -> Int? {
      await ask("GET", "/lists/\(list)/feed", handshake.merging(lines) { $1 })?.status
    }

    /// The header lines that ask for a session.
    var handshake: [String: String] {
      [
        "Origin": "\(scheme)://127.0.0.1:\(port)", "Connection": "Upgrade", "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol": "roster.1",
      ]
    }

    /// Sends a frame.
    func send(
      _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true,
      reserved: UInt8 = 0
    ) async {
      await send(
        Self.frame(opcode, payload, isFinal: isFinal, isMasked: isMasked, reserved: reserved))
    }

    static func frame(
      _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true,
      reserved: UInt8 = 0
    ) -> [UInt8] {
      var frame: [UInt8] = [(isFinal ? 0x80 : 0) | reserved | opcode]
      let mask: UInt8 = isMasked ? 0x80 : 0
      switch payload.count {
      case 0..<126: frame.append(mask | UInt8(payload.count))
      case 126..<65_536:
        frame += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
      default:
        frame.append(mask | 127)
        frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
      }
      guard isMasked else { return frame + payload }
      let key: [UInt8] = [1, 2, 3, 4]
      return frame + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    /// Reads one frame; `nil` if the server closes instead.
    func frame() async -> Frame? {
      guard let head = await take(2) else { return nil }
      var count = Int(head[1] & 0x7F)
      if count >= 126 {
        guard let length = await take(count == 126 ? 2 : 8) else { return nil }
        count = length.reduce(0) { $0 << 8 | Int($1) }
      }
      guard let payload = await take(count) else { return nil }
      return Frame(opcode: head[0] & 0x0F, payload: payload, isFinal: head[0] & 0x80 != 0)
    }

    /// Reads frames until one closes.
    func closeCode() async -> Int? {
      while let frame = await frame() {
        if let code = frame.closeCode { return code }
      }
      return nil
    }
  }

  private final class ChunkReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<[UInt8]>.Continuation

    init(_ continuation: AsyncStream<[UInt8]>.Continuation) {
      self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
