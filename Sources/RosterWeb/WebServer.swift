#if Web
  import HummingbirdCore
  import HummingbirdTLS
  import NIOSSL
  public import RosterPages

  /// Serves lists as pages, until it is cancelled.
  ///
  /// A server holds the bounds of its ``WebServerConfiguration``: what a client asks for beyond them is
  /// refused or let go, and counted. Other clients do not notice.
  public final class WebServer: Sendable {
    private let site: any Site
    private let configuration: WebServerConfiguration
    private let programs: ProgramAccess?
    let counter = WebServerCounter()

    /// How long sessions and answers may take to end before they are cut off.
    private static let endingTime = Duration.seconds(5)

    /// Makes a server of lists.
    public convenience init(
      _ site: ListSite, configuration: WebServerConfiguration = WebServerConfiguration()
    ) {
      self.init(site: site as any Site, configuration: configuration)
    }

    /// Makes a server of any site.
    ///
    /// - Parameter programs: What programs need, if they are the clients; `nil` for browsers.
    package init(
      site: any Site, configuration: WebServerConfiguration, programs: ProgramAccess? = nil
    ) {
      self.site = site
      self.configuration = configuration
      self.programs = programs
    }

    /// What the server has done since it was started.
    public var counts: WebServerCounts { counter.present }

    /// Serves until the task is cancelled. Then the server closes what is idle, ends sessions and waits a
    /// moment for the rest.
    ///
    /// - Parameter whenBound: Is called once, with the address for browsers, when clients can connect.
    /// - Throws: A ``WebServerError`` if the configuration is not allowed or the server cannot listen.
    public func run(whenBound: (@Sendable (String) async -> Void)? = nil) async throws {
      try requireSafety()
      let pages = PageChannel(server: PageServer(site, configuration, counter, programs: programs))
      if let context = try tlsConfiguration() {
        try await serve(TLSChannel(pages, tlsConfiguration: context), whenBound)
      } else {
        try await serve(pages, whenBound)
      }
    }

    private func serve(
      _ channel: some ServerChildChannel, _ whenBound: (@Sendable (String) async -> Void)?
    ) async throws {
      try await ServerRun(
        address: configuration.address, port: configuration.port, label: "roster.web"
      )
      .run(channel, endingIn: Self.endingTime) { port in await whenBound?(self.url(port: port)) }
    }

    /// The address for browsers of this machine.
    private func url(port: Int) -> String {
      let isAny = configuration.address == "0.0.0.0" || configuration.address == "::"
      let host = isAny ? "localhost" : configuration.address
      return (configuration.certificate == nil ? "http://" : "https://")
        + (host.contains(":") ? "[\(host)]" : host) + ":\(port)/"
    }

    // MARK: Safety

    /// Refuses to serve everyone without a token.
    private func requireSafety() throws {
      let hasToken = configuration.token != nil || programs?.hasTokens() ?? false
      guard try configuration.isLocal || hasToken else {
        throw WebServerError(
          "\(configuration.address) is reached from other machines, so a token is needed")
      }
    }

    private func tlsConfiguration() throws -> TLSConfiguration? {
      guard let certificate = configuration.certificate else { return nil }
      do {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.chainPath)
        let key = try NIOSSLPrivateKey(file: certificate.keyPath, format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
          certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        return tls
      } catch {
        throw WebServerError(
          "the certificate \(certificate.chainPath) or its key \(certificate.keyPath) cannot be used: "
            + "\(error)")
      }
    }
  }
#endif
