#if Web
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import RosterConcurrency
  import RosterWeb

  /// A server of photos on this machine: a list in pages, and generated pictures.
  ///
  ///     GET /photos?page=2&count=30      a page of the list, as JSON
  ///     GET /photos/p7                   one photo
  ///     POST /photos                     adds one, which is the newest
  ///     GET /pictures/p7.png?width=160   a picture
  ///
  /// A request may ask for faults; see ``ServerFaults``.
  final class PhotoServer: Sendable {
    private let port: Int
    private let catalogue: Guarded<PhotoCatalogue>

    /// The connection ends in the middle of an answer, as the request has asked for.
    private struct CutAnswer: Error {}

    /// - Parameters:
    ///   - port: The port on the loopback; 0 for one that is free.
    ///   - photoCount: How many photos there are in the beginning.
    init(port: Int, photoCount: Int) {
      self.port = port
      catalogue = Guarded(PhotoCatalogue(count: photoCount))
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter whenBound: Is called once, with the address, when clients can connect.
    /// - Throws: A ``WebServerError`` if the port cannot be used.
    func run(whenBound: @escaping @Sendable (String) async -> Void) async throws {
      let channel = HTTP1Channel { [self] request, writer, _ in try await answer(request, writer) }
      try await ServerRun(address: "127.0.0.1", port: port, label: "roster-photos.server")
        .run(channel, endingIn: .seconds(5)) { port in
          await whenBound("http://127.0.0.1:\(port)/")
        }
    }

    private func answer(_ request: Request, _ writer: consuming ResponseWriter) async throws {
      let target = URLComponents(string: request.head.path ?? "/")
      let items = (target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
      let query = Dictionary(items) { $1 }
      let faults = ServerFaults(query: query)
      if faults.delay > 0 { try await Task.sleep(for: .milliseconds(faults.delay)) }
      var answer = try self.answer(
        isPost: request.method == .post, path: target?.path ?? "/", query: query)
      if let status = faults.status { answer = .text(status, "As the request has asked for.") }
      if let type = faults.type { answer.type = type }
      answer.body += Array(repeating: 0, count: max(0, faults.size - answer.body.count))
      try await write(answer, cut: faults.cut, writer)
    }

    private func answer(isPost: Bool, path: String, query: [String: String]) throws -> ServerAnswer
    {
      guard isPost else {
        return try catalogue.withLock { $0 }.answer(path: path, query: query)
      }
      guard path == "/photos" else { return .text(404, "There is nothing here.") }
      let catalogue = catalogue.withLock { catalogue in
        catalogue.count += 1
        return catalogue
      }
      return try .json(catalogue.page(1, of: 1).photos)
    }

    private func write(
      _ answer: ServerAnswer, cut: Int?, _ writer: consuming ResponseWriter
    ) async throws {
      var fields = HTTPFields()
      fields[.contentType] = answer.type
      fields[.contentLength] = "\(answer.body.count)"
      let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
      var body = try await writer.writeHead(head)
      try await body.write(
        ByteBuffer(bytes: cut.map { answer.body.prefix($0) } ?? answer.body[...]))
      if let cut, cut < answer.body.count { throw CutAnswer() }
      try await body.finish(nil)
    }
  }
#endif
