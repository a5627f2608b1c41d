#if Web
  import Foundation
  import NIOSSL
  import RosterTestSupport
  import RosterWeb

  /// A certificate for `localhost` and `127.0.0.1` that signs itself, as files. It is valid from 2020 to
  /// 2120. No machine trusts it, so its key is no secret. `openssl ca -selfsign` made it, with
  /// `subjectAltName=DNS:localhost,IP:127.0.0.1`.
  enum TestCertificate {
    /// Runs `body` while the files exist.
    static func write(
      _ body: (WebServerConfiguration.Certificate) async throws -> Void
    ) async throws {
      let folder = try TemporaryFolder()
      let files = WebServerConfiguration.Certificate(
        chainPath: folder.path(of: "certificate.pem"), keyPath: folder.path(of: "key.pem"))
      try certificate.write(toFile: files.chainPath, atomically: true, encoding: .utf8)
      try key.write(toFile: files.keyPath, atomically: true, encoding: .utf8)
      try await body(files)
      withExtendedLifetime(folder) {}
    }

    /// What a client trusts that knows this certificate, and no other one.
    static var trust: TLSConfiguration {
      get throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)))
        return configuration
      }
    }

    private static let certificate = """
      -----BEGIN CERTIFICATE-----
      MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
      c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
      CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABN3y17OmDW0YJS+W
      x1PcTvcPpfjjFVkWRDHPW5DCQgJ/YPhMZr628RVM6iRxfscg6FGHx5qLNiK3rTcE
      oZYkpVSjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
      hwR/AAABMB0GA1UdDgQWBBQPEesvR0F4/xQtp7/BnCOnFqjmNzAKBggqhkjOPQQD
      AgNJADBGAiEAx7X2SsqAsm60z+In0Xc/w5tEV+8oQen57lmQ00fEXbwCIQCEYEOr
      R+XL5HuWNPiUQlTvq5J/S1Y6CaxUga0NNiOteQ==
      -----END CERTIFICATE-----

      """

    private static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4eqZsCucWWu3NVLv
      1IJKt+CClR2YBaD1ZgEdtT7V60OhRANCAATd8tezpg1tGCUvlsdT3E73D6X44xVZ
      FkQxz1uQwkICf2D4TGa+tvEVTOokcX7HIOhRh8eaizYit603BKGWJKVU
      -----END PRIVATE KEY-----

      """
  }
#endif
