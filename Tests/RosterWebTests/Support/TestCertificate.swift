#if Web
  import NIOSSL
  import RosterTestKit
  import RosterWeb

  /// The certificate that signs itself, for a server and its clients.
  enum TestCertificate {
    /// Runs `body` while the files exist.
    static func write(
      _ body: (WebServerConfiguration.Certificate) async throws -> Void
    ) async throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = try SelfSigned.write(to: folder)
      try await body(.init(chainPath: certificate, keyPath: key))
      withExtendedLifetime(folder) {}
    }

    /// What a client trusts that knows this certificate, and no other one.
    static var trust: TLSConfiguration {
      get throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(Array(SelfSigned.certificate.utf8)))
        return configuration
      }
    }
  }
#endif
