#if Images
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import NIOHTTP1

  /// Fetches pictures over HTTP and HTTPS.
  ///
  /// Redirects are followed to at most five further addresses, and from HTTPS only to HTTPS. Once
  /// the transport is released, its connections are closed.
  public final class HTTPImageTransport: ImageTransport {
    /// How long is waited.
    public struct Timeouts: Hashable, Sendable {
      /// For a connection.
      public var connecting = Duration.seconds(10)
      /// For the next bytes.
      public var reading = Duration.seconds(20)
      /// For a whole answer.
      public var total = Duration.seconds(120)

      /// Makes the default timeouts.
      public init() {}
    }

    private static let redirectCountMax = 5

    private let client: HTTPClient
    private let timeouts: Timeouts
    private let userAgent: String

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - timeouts: How long is waited.
    ///   - userAgent: How the application calls itself.
    public init(timeouts: Timeouts = Timeouts(), userAgent: String = "Roster") {
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .follow(max: Self.redirectCountMax, allowCycles: false),
        timeout: .init(
          connect: TimeAmount(timeouts.connecting), read: TimeAmount(timeouts.reading)),
        decompression: .disabled)
      // A request that waits longer for a connection than it takes to make one would never end.
      configuration.connectionPool.retryConnectionEstablishment = false
      client = HTTPClient(configuration: configuration)
      self.timeouts = timeouts
      self.userAgent = userAgent
    }

    // It goes on until all connections are closed. Nothing waits for it.
    deinit { client.shutdown { _ in } }

    /// Fetches what is at an address.
    public func fetch(_ address: String, into answer: inout ImageAnswer) async throws(ImageError) {
      guard Self.isKnown(address) else {
        throw ImageError(.invalidAddress, "pictures are loaded from http and https addresses only")
      }
      var request = HTTPClientRequest(url: address)
      request.headers = ["Accept": "image/webp,image/png,image/jpeg", "User-Agent": userAgent]
      let response: HTTPClientResponse
      do {
        response = try await client.execute(request, timeout: TimeAmount(timeouts.total))
      } catch { throw ImageError(error, hasBegun: false) }
      try answer.begin(ImageAnswerHead(response))
      do {
        for try await chunk in response.body { try answer.append(chunk.readableBytesView) }
      } catch { throw ImageError(error, hasBegun: true) }
      if Task.isCancelled { throw .cancelled }
    }

    private static func isKnown(_ address: String) -> Bool {
      let scheme = address.prefix { $0 != ":" }.lowercased()
      return (scheme == "http" || scheme == "https")
        && address.dropFirst(scheme.count).hasPrefix("://")
    }
  }

  extension ImageLoader {
    /// Makes a loader that fetches JPEG, PNG and WebP over HTTP.
    ///
    ///     let loader = ImageLoader(folder: ImageFolder(path: path))
    ///
    /// - Parameters:
    ///   - folder: Where bytes are kept from one run to the next; `nil` for nowhere.
    ///   - configuration: The bounds, and what comes from outside.
    public convenience init(
      folder: ImageFolder?, configuration: ImageLoaderConfiguration = ImageLoaderConfiguration()
    ) {
      self.init(
        transport: HTTPImageTransport(), decoder: SystemImageDecoder(), folder: folder,
        configuration: configuration)
    }
  }

  extension ImageAnswerHead {
    fileprivate init(_ response: HTTPClientResponse) {
      let headers = response.headers
      self.init(
        status: Int(response.status.code), contentType: headers.first(name: "Content-Type"),
        contentLength: headers.first(name: "Content-Length").flatMap { Int($0) },
        // A date would need the server's clock; such a server is asked again after our own pause.
        retryAfter: headers.first(name: "Retry-After").flatMap { Int($0) }
          .flatMap { $0 >= 0 ? .seconds($0) : nil })
    }
  }

  extension ImageError {
    /// - Parameters:
    ///   - error: What the client or the answer has thrown.
    ///   - hasBegun: Whether the head of the answer was there.
    fileprivate init(_ error: any Error, hasBegun: Bool) {
      if let error = error as? ImageError {
        self = error
        return
      }
      if error is CancellationError {
        self = .cancelled
        return
      }
      switch error as? HTTPClientError {
      case .cancelled, .requestStreamCancelled: self = .cancelled
      case .readTimeout, .connectTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
        .getConnectionFromPoolTimeout:
        self.init(.timedOut, "the server takes too long; try again")
      case .redirectLimitReached, .redirectCycleDetected:
        self.init(.redirected, "the server redirects too often")
      case .invalidURL, .emptyHost, .emptyScheme:
        self.init(.invalidAddress, "the address of the picture is not valid")
      default:
        self =
          hasBegun
          ? ImageError(.truncated, "the connection broke before the answer was complete; try again")
          : ImageError(.connection, "the server cannot be reached; check the connection, try again")
      }
    }
  }
#endif
