#if Web
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// Photos that a server lists as JSON.
  struct HTTPPhotoSource: PhotoSource {
    /// The address of the server; its query goes along with every request.
    let address: URL
    private let client = HTTPClient.photos

    /// As long as nothing arrives in this time, a request has failed.
    private static let time = TimeAmount.seconds(10)
    /// A page with more bytes is none.
    private static let byteCountMax = 4 << 20

    init(_ address: URL) { self.address = address }

    func photos(ofPage page: Int, size: Int) async throws(PhotoFailure) -> PhotoPage {
      try await answer(
        at: ["photos"],
        [
          URLQueryItem(name: "page", value: "\(page)"),
          URLQueryItem(name: "count", value: "\(size)"),
        ], as: PhotoPage.self, what: "list of photos")
    }

    func photo(_ id: Photo.ID) async throws(PhotoFailure) -> Photo {
      try await answer(at: ["photos", id], as: Photo.self, what: "photo")
    }

    /// Fetches something that the server has as JSON.
    private func answer<Value: Decodable>(
      at path: [String], _ query: [URLQueryItem] = [], as type: Value.Type, what: String
    ) async throws(PhotoFailure) -> Value {
      var request = HTTPClientRequest(url: url(path, query))
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
        throw PhotoFailure("the server cannot be reached", isPassing: true)
      }
      do {
        return try JSONDecoder().decode(Value.self, from: Data(body.readableBytesView))
      } catch {
        throw PhotoFailure("the server sends something that is no \(what)")
      }
    }

    private func url(_ path: [String], _ query: [URLQueryItem]) -> String {
      var parts = URLComponents(url: address, resolvingAgainstBaseURL: true) ?? URLComponents()
      if !parts.path.hasSuffix("/") { parts.path += "/" }
      parts.path += path.joined(separator: "/")
      let items = (parts.queryItems ?? []) + query
      parts.queryItems = items.isEmpty ? nil : items
      return parts.string ?? address.absoluteString
    }
  }

  extension HTTPClient {
    /// The client of the application. It lives as long as the program.
    ///
    /// A connection that is refused is an error at once. Otherwise the client tries to connect until the time of
    /// the request is over, and the user waits as long for the reason; ``PhotoRetries`` tries again instead.
    static let photos: HTTPClient = {
      var configuration = HTTPClient.Configuration.singletonConfiguration
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.timeout.connect = .seconds(3)
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
  }
#endif
