internal import Dispatch
internal import RosterConcurrency
internal import RosterCore
internal import RosterPages
package import RosterRows
public import RosterStore

/// Serves the inspector of a file to the browsers of this machine: for a debug build, and without a web framework.
///
///     let inspector = try InspectorServer(of: store)
///     print(inspector.address())
///
/// It listens at 127.0.0.1 only, and answers a browser that has opened one of its addresses. It has the inspector and
/// no pages of lists; these, other machines and TLS are served by the product `RosterWeb`. It ends with `close()`, or
/// with its last reference.
///
/// It has 32 connections at once, and closes what else connects. A client has 10 seconds to ask, and a minute to read
/// an answer.
public final class InspectorServer: Sendable {
  private struct State {
    /// What opens the inspector, the newest last.
    var keys: [SecretText] = []
    var connectionCount = 0
    var listening: (any DispatchSourceRead)?
  }

  /// The port at 127.0.0.1.
  public let port: Int

  private let access: InspectorAccess
  private let store: any InspectableStore
  private let site = ListSite(title: "Inspector")
  private let state = Guarded(State())

  private static let keyCountMax = 16
  private static let connectionCountMax = 32
  private static let patience = Duration.seconds(10)

  /// Begins to serve.
  ///
  /// - Parameters:
  ///   - store: The file, which is best opened for reading only: a long check then disturbs no commit.
  ///   - port: The port; 0 for a free one.
  ///   - live: Returns a list by its name if this process has it open, as for `ListSite.inspect(_:live:)`.
  /// - Throws: `InspectorServerError` if there is no such port, or it is in use.
  public convenience init(
    of store: SQLiteStore, port: Int = 0,
    live: @escaping @Sendable (String) -> LiveList? = { _ in nil }
  ) throws(InspectorServerError) {
    try self.init(any: store, port: port, live: live)
  }

  package init(
    any store: any InspectableStore, port: Int,
    live: @escaping @Sendable (String) -> LiveList?
  ) throws(InspectorServerError) {
    guard let wanted = UInt16(exactly: port) else {
      throw InspectorServerError(
        "\(port) is no port; ports are numbers from 1 to 65535, and 0 is a free one")
    }
    let (socket, port) = try LoopbackSocket.open(at: wanted)
    self.port = Int(port)
    self.store = store
    access = InspectorAccess(port: port, token: SecretText())
    site.inspect(any: store, live: live)
    let listening = DispatchSource.makeReadSource(
      fileDescriptor: socket, queue: DispatchQueue(label: "roster.inspector.listening"))
    listening.setEventHandler { [weak self] in self?.takeConnections(of: socket) }
    listening.setCancelHandler { LoopbackSocket.end(socket) }
    state.withLock { $0.listening = listening }
    listening.resume()
  }

  deinit { close() }

  /// Takes no more connections. Answers that are on their way are still sent.
  public func close() {
    let listening = state.withLock { state in
      defer { (state.listening, state.keys) = (nil, []) }
      return state.listening
    }
    listening?.cancel()
    site.close()
  }

  /// Returns an address that opens the inspector once, in one browser, which may ask from then on. So an address that a
  /// terminal or a history keeps opens nothing later.
  ///
  /// The last 16 addresses that were not opened are valid.
  public func address() -> String {
    let key = SecretText()
    state.withLock { state in
      guard state.listening != nil else { return }
      state.keys.append(key)
      if state.keys.count > Self.keyCountMax { state.keys.removeFirst() }
    }
    return "http://127.0.0.1:\(port)/?key=\(key.text)"
  }

  private func redeem(_ key: String) -> Bool {
    state.withLock { state in
      guard let index = state.keys.firstIndex(where: { $0.matches(key) }) else { return false }
      state.keys.remove(at: index)
      return true
    }
  }

  // MARK: Connections

  private func takeConnections(of socket: Int32) {
    while true {
      switch LoopbackSocket.connection(of: socket) {
      case .nothing: return
      case .failure:
        // The system says again at once that a connection waits, as long as none can be taken.
        CurrentThread.sleep(milliseconds: 100)
        return
      case .connection(let connection): take(connection)
      }
    }
  }

  private func take(_ connection: Int32) {
    let isAdmitted = state.withLock { state in
      guard state.listening != nil, state.connectionCount < Self.connectionCountMax else {
        return false
      }
      state.connectionCount += 1
      return true
    }
    guard isAdmitted else { return LoopbackSocket.end(connection) }
    // Clients may be slow, and browsers connect before they ask. Those that wait in a concurrent queue would take all
    // of its threads, of which there are as many as cores.
    let queue = DispatchQueue(label: "roster.inspector.connection", qos: .utility)
    queue.async { self.serve(connection, on: queue) }
  }

  /// Answers the request of a connection, which has one.
  private func serve(_ connection: Int32, on queue: DispatchQueue) {
    switch Self.request(of: connection) {
    case .failure(let refusal):
      send(refusal.response, to: connection)
      LoopbackSocket.endUnread(connection)
      leave()
    case .success(nil):
      LoopbackSocket.end(connection)
      leave()
    case .success(let request?):
      switch access.verdict(on: request, redeem: redeem) {
      case .answer(let response): answer(request, response, to: connection)
      case .ask(let asked):
        Task {
          let response = asked.path.isEmpty ? index : await site.respond(to: asked)
          queue.async { self.answer(request, response, to: connection) }
        }
      }
    }
  }

  private struct Refusal: Error {
    var response: SiteResponse
  }

  /// Reads the head of a request; returns `nil` if the client has ended.
  private static func request(of connection: Int32) -> Result<InspectorRequest?, Refusal> {
    var bytes: [UInt8] = []
    var searchedCount = 0
    let deadline = ContinuousClock.now + patience
    while true {
      if let end = InspectorRequest.end(in: bytes, behind: searchedCount) {
        guard let request = InspectorRequest(bytes[..<end]) else {
          return .failure(Refusal(response: .text(400, "this is no request of HTTP 1.1")))
        }
        return .success(request)
      }
      searchedCount = bytes.count
      guard bytes.count < InspectorRequest.byteCountMax, ContinuousClock.now < deadline else {
        return .failure(Refusal(response: .text(431, "the request is too long, or too slow")))
      }
      let part = LoopbackSocket.received(
        from: connection, countMax: InspectorRequest.byteCountMax - bytes.count, until: deadline)
      if part.isEmpty { return .success(nil) }
      bytes += part
    }
  }

  private func answer(
    _ request: InspectorRequest, _ response: SiteResponse, to connection: Int32
  ) {
    send(response, isHead: request.method == "HEAD", to: connection)
    if request.hasBody {
      LoopbackSocket.endUnread(connection)
    } else {
      LoopbackSocket.end(connection)
    }
    leave()
  }

  private func send(_ response: SiteResponse, isHead: Bool = false, to connection: Int32) {
    var lines = ["HTTP/1.1 \(response.status) "]
    for header in SecurityHeaders.all + response.headers {
      lines.append("\(header.name): \(header.value)")
    }
    lines += [
      "Content-Type: \(response.contentType)", "Content-Length: \(response.body.count)",
      "Cache-Control: no-store", "Connection: close",
    ]
    let head = lines.map { $0 + "\r\n" }.joined() + "\r\n"
    LoopbackSocket.deliver(Array(head.utf8) + (isHead ? [] : response.body), to: connection)
  }

  /// Makes room for another connection.
  private func leave() { state.withLock { $0.connectionCount -= 1 } }

  // MARK: The first page

  /// Leads to the inspector of the only list, or names all lists.
  private var index: SiteResponse {
    let lists: [String]
    do {
      lists = try store.lists().map(\.name)
    } catch {
      return .text(500, error.message(without: store.place))
    }
    if lists.count == 1 { return .redirect(to: "/inspect/\(lists[0].percentEncoded)") }
    let links = lists.map {
      "<li><a href=\"/inspect/\($0.percentEncoded)\">\($0.htmlEscaped)</a></li>"
    }
    let html = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Inspector</title>
      <link rel="icon" href="data:,">
      <main>
      <h1>Inspector</h1>
      \(lists.isEmpty ? "<p>There are no lists.</p>" : "<ul>\(links.joined())</ul>")
      </main>
      </html>

      """
    return SiteResponse(contentType: "text/html; charset=utf-8", body: Array(html.utf8))
  }
}
