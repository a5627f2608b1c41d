#if Web
  import NIOCore

  /// Where a server listens, who may ask it, and how much.
  public struct WebServerConfiguration: Sendable {
    /// The files of a certificate for TLS, in PEM.
    public struct Certificate: Hashable, Sendable {
      /// The certificate of the server, followed by those that signed it.
      public var chainPath: String
      /// The private key of the certificate.
      public var keyPath: String

      /// Names the files of a certificate.
      public init(chainPath: String, keyPath: String) {
        self.chainPath = chainPath
        self.keyPath = keyPath
      }
    }

    /// The address to listen on. Any address but those of the loopback demands a ``token``.
    public var address: String
    /// The port to listen on; 0 for one that is free.
    public var port: Int
    /// What clients have to know; `nil` lets in everyone who reaches the address.
    public var token: AccessToken?
    /// The certificate to serve with; `nil` serves without TLS.
    public var certificate: Certificate?
    /// Names that clients may call the server by, as in `example.org` or `example.org:8443`, besides
    /// `localhost` and the address that they reach.
    public var allowedHosts: [String]
    /// Origins whose pages may use the server, as in `https://example.org`, besides its own.
    public var allowedOrigins: [String]
    /// How much clients may ask for.
    public var bounds: WebServerBounds

    /// Makes a configuration for clients of this machine.
    public init(port: Int = 0, token: AccessToken? = nil) {
      address = "127.0.0.1"
      self.port = port
      self.token = token
      allowedHosts = []
      allowedOrigins = []
      bounds = WebServerBounds()
    }

    /// Whether only this machine can reach the address.
    ///
    /// - Throws: A ``WebServerError`` if there is no such address.
    package var isLocal: Bool {
      get throws {
        do {
          return ClientAddress(
            try SocketAddress.makeAddressResolvingHost(address, port: port)
          ).isLoopback
        } catch {
          throw WebServerError("there is no address \(address)")
        }
      }
    }
  }
#endif
