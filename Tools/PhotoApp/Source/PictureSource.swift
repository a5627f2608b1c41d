#if Web
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// The pictures of a server, as it sends them.
  struct PictureSource: Sendable {
    /// The address of the server.
    let server: URL

    /// A picture with more bytes is not fetched.
    private static let byteCountMax = 16 << 20
    private static let time = TimeAmount.seconds(20)

    /// Returns the bytes at an address of the server, or at one that the server has named; `nil` if they cannot
    /// be fetched.
    func bytes(at address: String) async -> [UInt8]? {
      let request = HTTPClientRequest(url: server.absoluteAddress(address))
      do {
        let response = try await HTTPClient.photos.execute(request, timeout: Self.time)
        guard response.status == .ok else { return nil }
        return Array(try await response.body.collect(upTo: Self.byteCountMax).readableBytesView)
      } catch {
        return nil
      }
    }
  }
#endif
