/// A certificate for `localhost` and `127.0.0.1` that signs itself. It is valid from 2020 to 2120. No
/// machine trusts it, so its key is no secret. `openssl ca -selfsign` made it, with
/// `subjectAltName=DNS:localhost,IP:127.0.0.1`.
package enum SelfSigned {
  package static let certificate = """
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

  package static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4eqZsCucWWu3NVLv
    1IJKt+CClR2YBaD1ZgEdtT7V60OhRANCAATd8tezpg1tGCUvlsdT3E73D6X44xVZ
    FkQxz1uQwkICf2D4TGa+tvEVTOokcX7HIOhRh8eaizYit603BKGWJKVU
    -----END PRIVATE KEY-----

    """

  /// Writes both as files, and returns their paths.
  package static func write(
    to folder: TemporaryFolder
  ) throws -> (certificate: String, key: String) {
    (
      try folder.write(certificate, to: "certificate.pem"), try folder.write(key, to: "key.pem")
    )
  }
}
