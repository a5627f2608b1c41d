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
    /// The pauses after attempts on which no whole answer has come. A browser asks once for a picture, and a
    /// connection that breaks is no reason to show none.
    private static let pauses: [Duration] = [.milliseconds(200), .seconds(1)]

    /// Returns the bytes at an address of the server, or at one that the server has named; `nil` if they cannot
    /// be fetched.
    func bytes(at address: String) async -> [UInt8]? {
      for pause in Self.pauses {
        do {
          return try await fetch(address)
        } catch is NIOTooManyBytesError {
          return nil
        } catch {
          do { try await Task.sleep(for: pause) } catch { return nil }
        }
      }
      return try? await fetch(address)
    }

    /// Makes one attempt.
    ///
    /// - Returns: The bytes; `nil` if the server refuses them.
    /// - Throws: An error if no whole answer comes, or one with too many bytes.
    private func fetch(_ address: String) async throws -> [UInt8]? {
      let request = HTTPClientRequest(url: server.absoluteAddress(address))
      let response = try await HTTPClient.photos.execute(request, timeout: Self.time)
      guard response.status == .ok else { return nil }
      return Array(try await response.body.collect(upTo: Self.byteCountMax).readableBytesView)
    }
  }
#endif
