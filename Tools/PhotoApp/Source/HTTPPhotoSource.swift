#if Web
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// Photos that a server lists as JSON.
  struct HTTPPhotoSource: PhotoSource {
    /// The address of the server; its query goes along with every request.
    let address: URL
    private let client = HTTPClient.shared

    /// As long as nothing arrives in this time, a request has failed.
    private static let time = TimeAmount.seconds(10)
    /// A page with more bytes is none.
    private static let byteCountMax = 4 << 20

    init(_ address: URL) { self.address = address }

    func photos(ofPage page: Int, size: Int) async throws(PhotoFailure) -> PhotoPage {
      var request = HTTPClientRequest(url: url(ofPage: page, size: size))
      request.headers.add(name: "accept", value: "application/json")
      let body: ByteBuffer
      do {
        let response = try await client.execute(request, timeout: Self.time)
        guard response.status == .ok else {
          throw PhotoFailure("the server answers \(response.status.code)")
        }
        body = try await response.body.collect(upTo: Self.byteCountMax)
      } catch let failure as PhotoFailure {
        throw failure
      } catch is NIOTooManyBytesError {
        throw PhotoFailure("the server sends too much")
      } catch {
        throw PhotoFailure("the server cannot be reached")
      }
      do {
        return try JSONDecoder().decode(PhotoPage.self, from: Data(body.readableBytesView))
      } catch {
        throw PhotoFailure("the server sends something that is no list of photos")
      }
    }

    private func url(ofPage page: Int, size: Int) -> String {
      var parts = URLComponents(url: address, resolvingAgainstBaseURL: true) ?? URLComponents()
      parts.path = parts.path.hasSuffix("/") ? parts.path + "photos" : parts.path + "/photos"
      parts.queryItems =
        (parts.queryItems ?? []) + [
          URLQueryItem(name: "page", value: "\(page)"),
          URLQueryItem(name: "count", value: "\(size)"),
        ]
      return parts.string ?? address.absoluteString
    }
  }
#endif
