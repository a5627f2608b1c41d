#if Sync
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOSSL
  internal import RosterConcurrency
  public import RosterJSON

  /// Brings requests of a device to a hub over HTTP and HTTPS.
  ///
  ///     let hub = try HTTPSyncTransport("https://hub.example.org", list: "notes", token: token)
  ///     let notes = try SyncedList(list, with: hub, coding: .json)
  ///
  /// All failures are a ``HubError``. Redirects are not followed, so that the token goes nowhere else.
  /// Once the transport is released, its connections are closed.
  public final class HTTPSyncTransport: SyncTransport {
    /// How long is waited, and for how much.
    public struct Configuration: Hashable, Sendable {
      /// For a connection.
      public var connectingTime = Duration.seconds(10)
      /// For the next bytes. A hub settles up to 256 changes before it answers.
      public var readingTime = Duration.seconds(30)
      /// For a whole answer.
      public var totalTime = Duration.seconds(120)
      /// The maximum number of bytes of an answer, when it is decompressed. It may hold
      /// 4,194,304 values. A hub bounds its answers to 8 MiB by default, and a model of its list that is
      /// larger comes as it is.
      public var answerByteCountMax = 1 << 25
      /// Whether messages are compressed on the way.
      public var compresses = true
      /// A file in PEM with the certificates that are trusted in place of those of the system, for a
      /// hub with a certificate of its own.
      public var trustedCertificates: String?
      /// How the application calls itself.
      public var userAgent = "Roster"

      /// Makes the default configuration.
      public init() {}
    }

    private let client: HTTPClient
    private let address: String
    private let token: String?
    private let configuration: Configuration

    /// Makes a transport. Nothing is sent yet.
    ///
    /// - Parameters:
    ///   - hub: The address of the hub, as `https://hub.example.org`. Without TLS, everyone on the way
    ///     can read and change everything, and the token.
    ///   - list: The name of the list at the hub.
    ///   - token: What the hub wants to know of its devices.
    ///   - configuration: How long is waited, and for how much.
    /// - Throws: `invalidAddress`.
    public init(
      _ hub: String, list: String, token: String? = nil,
      configuration: Configuration = Configuration()
    ) throws(HubError) {
      address = try Self.address(hub, list: list)
      self.token = token
      self.configuration = configuration
      var settings = HTTPClient.Configuration(
        redirectConfiguration: .disallow,
        timeout: .init(
          connect: TimeAmount(configuration.connectingTime),
          read: TimeAmount(configuration.readingTime)),
        // Before the hub closes an idle connection, so that no request meets its end.
        connectionPool: .init(idleTimeout: .seconds(20)), decompression: .disabled)
      // A request that waits longer for a connection than it takes to make one would never end.
      settings.connectionPool.retryConnectionEstablishment = false
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.minimumTLSVersion = .tlsv12
      if let path = configuration.trustedCertificates { tls.trustRoots = .file(path) }
      settings.tlsConfiguration = tls
      client = HTTPClient(configuration: settings)
    }

    // It goes on until all connections are closed. Nothing waits for it.
    deinit { client.shutdown { _ in } }

    private static func address(_ hub: String, list: String) throws(HubError) -> String {
      let scheme = hub.prefix { $0 != ":" }.lowercased()
      let isKnown =
        (scheme == "http" || scheme == "https") && hub.dropFirst(scheme.count).hasPrefix("://")
      guard isKnown, !hub.contains(where: { $0 == "?" || $0 == "#" || $0.isWhitespace }) else {
        throw HubError.noAddress
      }
      guard let path = HubPath.sync(list) else {
        throw HubError(
          .invalidAddress,
          "no hub serves a list with such a name: it is empty, . or .., or has a slash, a backslash, "
            + "a control character or a percent sign with two digits",
          mayHaveArrived: false)
      }
      return (hub.hasSuffix("/") ? String(hub.dropLast()) : hub) + path
    }

    /// Sends a request, and returns the hub's answer.
    ///
    /// - Throws: ``HubError``.
    public func exchange(_ request: JSONValue) async throws -> JSONValue {
      let body = NotedBody(bytes: bytes(of: request))
      do {
        let (status, headers, bytes) = try await answer(to: body)
        guard status == 200 else { throw Self.refusal(status, headers, bytes) }
        return try message(headers, bytes)
      } catch let error as HubError {
        throw error
      } catch {
        throw HubError(error, mayHaveArrived: body.hasBegun.withLock { $0 })
      }
    }

    // MARK: Sending

    private func bytes(of request: JSONValue) -> (bytes: [UInt8], isCompressed: Bool) {
      var bytes: [UInt8] = []
      request.appendCanonical(to: &bytes)
      guard configuration.compresses, bytes.count >= Gzip.byteCountMin,
        let compressed = Gzip.compressed(bytes)
      else { return (bytes, false) }
      return (compressed, true)
    }

    private func answer(
      to body: NotedBody
    ) async throws -> (status: Int, headers: HTTPHeaders, bytes: [UInt8]) {
      var request = HTTPClientRequest(url: address)
      request.method = .POST
      request.headers = [
        "Content-Type": "application/json", "Accept": "application/json",
        "User-Agent": configuration.userAgent,
      ]
      if configuration.compresses { request.headers.add(name: "Accept-Encoding", value: "gzip") }
      if body.isCompressed { request.headers.add(name: "Content-Encoding", value: "gzip") }
      if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
      request.body = .stream(body, length: .known(Int64(body.byteCount)))
      let deadline = ContinuousClock.now + configuration.totalTime
      let response = try await client.execute(
        request, timeout: TimeAmount(configuration.totalTime))
      var bytes: [UInt8] = []
      for try await chunk in response.body {
        bytes.append(contentsOf: chunk.readableBytesView)
        try requireRoom(for: bytes.count)
        guard ContinuousClock.now < deadline else { throw HTTPClientError.deadlineExceeded }
      }
      try Task.checkCancellation()
      return (Int(response.status.code), response.headers, bytes)
    }

    private func requireRoom(for byteCount: Int) throws(HubError) {
      guard byteCount > configuration.answerByteCountMax else { return }
      throw HubError(
        .answerTooLarge,
        "the answer has more than \(configuration.answerByteCountMax) bytes; allow more",
        mayHaveArrived: true, status: 200)
    }

    // MARK: Reading

    private func message(
      _ headers: HTTPHeaders, _ bytes: [UInt8]
    ) throws(HubError) -> JSONValue {
      var bytes = bytes
      switch headers.first(name: "Content-Encoding")?.lowercased() {
      case nil, "identity": break
      case "gzip":
        do throws(Gzip.Failure) {
          bytes = try Gzip.decompressed(bytes, atMost: configuration.answerByteCountMax)
        } catch {
          if error == .tooLarge { try requireRoom(for: .max) }
          throw Self.unreadable
        }
      default: throw Self.unreadable
      }
      do throws(JSONParseError) {
        return try JSONParser.ofPeers.parse(bytes)
      } catch { throw Self.unreadable }
    }

    private static let unreadable = HubError(
      .malformed, "the answer is not that of a hub; check the address", mayHaveArrived: true,
      status: 200)

    private static func refusal(
      _ status: Int, _ headers: HTTPHeaders, _ bytes: [UInt8]
    ) -> HubError {
      let error = (try? JSONParser().parse(bytes))?["error"]
      let reason = error?["reason"]?.stringValue.flatMap(HubReason.init)
      let message = error?["message"]?.stringValue ?? "its status is \(status)"
      let retryAfter = headers.first(name: "Retry-After").flatMap { Int($0) }
      return HubError(
        .init(reason, status: status), "the hub refused the request: \(message)",
        // What the hub itself refuses, it has not begun to settle. What stands before it may have
        // lost the hub's answer.
        mayHaveArrived: !(400..<500 ~= status) || status == 408, status: status,
        retryAfter: retryAfter.flatMap { $0 >= 0 ? .seconds($0) : nil })
    }
  }

  /// A body that notes when the connection takes it. Before, the hub cannot have the request.
  private struct NotedBody: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var rest: ByteBuffer?
      fileprivate let hasBegun: Guarded<Bool>

      mutating func next() async -> ByteBuffer? {
        hasBegun.withLock { $0 = true }
        defer { rest = nil }
        return rest
      }
    }

    let hasBegun = Guarded(false)
    let isCompressed: Bool
    private let buffer: ByteBuffer

    init(bytes: (bytes: [UInt8], isCompressed: Bool)) {
      buffer = ByteBuffer(bytes: bytes.bytes)
      isCompressed = bytes.isCompressed
    }

    var byteCount: Int { buffer.readableBytes }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: buffer, hasBegun: hasBegun) }
  }

  extension HubError {
    fileprivate static let noAddress = HubError(
      .invalidAddress, "a hub has an address like https://hub.example.org", mayHaveArrived: false)

    /// - Parameter error: What the client has thrown.
    fileprivate init(_ error: any Error, mayHaveArrived: Bool) {
      if error is CancellationError {
        self.init(.cancelled, "it was cancelled", mayHaveArrived: mayHaveArrived)
        return
      }
      switch error as? HTTPClientError {
      case .cancelled, .requestStreamCancelled:
        self.init(.cancelled, "it was cancelled", mayHaveArrived: mayHaveArrived)
      case .readTimeout, .connectTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
        .getConnectionFromPoolTimeout:
        self.init(
          .timedOut, "the hub takes too long; try again", mayHaveArrived: mayHaveArrived)
      case .invalidURL, .emptyHost, .emptyScheme:
        self = .noAddress
      default:
        self =
          mayHaveArrived
          ? HubError(
            .connectionLost, "the connection broke before the answer was complete; try again",
            mayHaveArrived: true)
          : HubError(
            .unreachable,
            "the hub cannot be reached; check the address, its certificate and the connection, try "
              + "again",
            mayHaveArrived: false)
      }
    }
  }
#endif
