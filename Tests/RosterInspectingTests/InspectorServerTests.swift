import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore
import RosterTestKit
import Testing

@testable import RosterInspecting

/// The inspector that a program serves to its own machine.
struct InspectorServerTests {
  private static let host = "127.0.0.1:4000"
  private static let token = SecretText("the-token")

  private func access() -> InspectorAccess { InspectorAccess(port: 4000, token: Self.token) }

  private func request(_ lines: String...) throws -> InspectorRequest {
    try #require(InspectorRequest(lines.joined(separator: "\r\n").utf8), "\(lines)")
  }

  private static let cookie = "Cookie: a=b; roster-inspector-4000=the-token"

  /// The status of an answer; 0 if the site is asked.
  private func status(of verdict: InspectorAccess.Verdict) -> Int {
    if case .answer(let response) = verdict { response.status } else { 0 }
  }

  // MARK: Requests

  @Test func headsAreRead() throws {
    let bytes = Array("GET /a?b HTTP/1.1\r\nHost: x\r\nAccept:\t*/*\r\naccept: y\r\n\r\nrest".utf8)
    let end = try #require(InspectorRequest.end(in: bytes))
    let request = try #require(InspectorRequest(bytes[..<end]))
    #expect(request.method == "GET" && request.target == "/a?b")
    #expect(request.only("host") == "x" && request.all("accept") == ["*/*", "y"])
    #expect(request.only("accept") == nil && request.all("none").isEmpty && !request.hasBody)
    #expect(InspectorRequest.end(in: Array("GET / HTTP/1.1\r\n\r".utf8)) == nil)
    #expect(InspectorRequest.end(in: []) == nil)
    let padded = try self.request("GET / HTTP/1.1", "A: \t b c \t", "B:  ", "C:")
    #expect(padded.only("a") == "b c" && padded.only("b") == "" && padded.only("c") == "")
  }

  /// However a head is cut, its end is found by what comes last.
  @Test func endIsFoundAcrossParts() {
    let bytes = Array("GET / HTTP/1.1\r\n\r\n\r\n".utf8)
    for known in 0..<18 {
      #expect(InspectorRequest.end(in: Array(bytes[..<known]), behind: max(0, known - 1)) == nil)
      #expect(InspectorRequest.end(in: bytes, behind: known) == 14, "behind \(known)")
    }
    // What was searched is not searched again.
    #expect(InspectorRequest.end(in: bytes, behind: 18) == 16)
  }

  @Test(arguments: [
    "", "GET /", "GET / HTTP/1.0", "GET  / HTTP/1.1", "GET / HTTP/1.1 x", "GET / HTTP/1.1\nHost: x",
    "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n: x", "GET / HTTP/1.1\r\nA b: x",
    "GET / HTTP/1.1\r\nA: b\r\n c", "GET / HTTP/1.1\r\nA: b\rc", "GET / HTTP/1.1\r\nA: \u{0}",
    "GET / HTTP/1.1\r\nA: é", "\r\nGET / HTTP/1.1",
  ])
  func whatIsNoHeadIsRefused(head: String) {
    #expect(InspectorRequest(head.utf8) == nil)
  }

  // MARK: Access

  @Test func whoHasTheTokenMayAsk() throws {
    let get = try request(
      "GET /inspect/main/api/row?key=i1 HTTP/1.1", "Host: localhost:4000", Self.cookie)
    let asked = SiteRequest(path: ["inspect", "main", "api", "row"], query: ["key": "i1"])
    #expect(access().verdict(on: get) { _ in false } == .ask(asked))
    let post = try request(
      "POST /inspect/main/api/check HTTP/1.1", "Host: \(Self.host)", Self.cookie,
      "Origin: http://\(Self.host)", "Content-Length: 0", "Sec-Fetch-Site: same-origin")
    let check = SiteRequest(method: .post, path: ["inspect", "main", "api", "check"])
    #expect(access().verdict(on: post) { _ in false } == .ask(check))
    // The page of a list is not here.
    let page = try request("GET /lists/a%20b HTTP/1.1", "Host: \(Self.host)", Self.cookie)
    #expect(access().verdict(on: page) { _ in false } == .answer(.redirect(to: "/inspect/a%20b")))
  }

  @Test(arguments: [
    (["GET / HTTP/1.1", cookie], 421),
    (["GET / HTTP/1.1", "Host: evil.example:4000", cookie], 421),
    (["GET / HTTP/1.1", "Host: 127.0.0.1:4001", cookie], 421),
    (["GET / HTTP/1.1", "Host: \(host)", "Host: \(host)", cookie], 421),
    (["PUT / HTTP/1.1", "Host: \(host)", cookie], 405),
    (["POST / HTTP/1.1", "Host: \(host)", cookie, "Content-Length: 1"], 413),
    (["GET / HTTP/1.1", "Host: \(host)", cookie, "Transfer-Encoding: chunked"], 413),
    (["POST /inspect/main/api/check HTTP/1.1", "Host: \(host)", cookie], 403),
    (["GET / HTTP/1.1", "Host: \(host)", cookie, "Origin: http://evil.example"], 403),
    (["GET / HTTP/1.1", "Host: \(host)", cookie, "Origin: null"], 403),
    (["GET / HTTP/1.1", "Host: \(host)", cookie, "Sec-Fetch-Site: cross-site"], 403),
    (
      [
        "GET / HTTP/1.1", "Host: \(host)", cookie, "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe",
      ], 403
    ),
    (
      [
        "GET / HTTP/1.1", "Host: \(host)", cookie, "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
      ], 0
    ),
    (["GET /../x HTTP/1.1", "Host: \(host)", cookie], 400),
    (["GET / HTTP/1.1", "Host: \(host)"], 401),
    (["GET /?key=x HTTP/1.1", "Host: \(host)"], 401),
    (["GET / HTTP/1.1", "Host: \(host)", "Cookie: roster-inspector-4000=the-toke"], 401),
    (["GET / HTTP/1.1", "Host: \(host)", "Cookie: roster-inspector-4000=the-token1"], 401),
    (["GET / HTTP/1.1", "Host: \(host)", "Cookie: roster-inspector-4001=the-token"], 401),
    (["GET /images/x HTTP/1.1", "Host: \(host)", cookie], 404),
    (["GET /lists/main/feed HTTP/1.1", "Host: \(host)", cookie], 404),
  ])
  func othersAreRefused(lines: [String], expected: Int) throws {
    let request = try #require(InspectorRequest(lines.joined(separator: "\r\n").utf8))
    let verdict = access().verdict(on: request) { _ in false }
    #expect(status(of: verdict) == expected, "\(verdict)")
  }

  @Test func aKeyIsTakenOnceAndLeavesTheAddress() throws {
    var keys = ["k"]
    let opened = try request("GET /inspect/main?key=k HTTP/1.1", "Host: \(Self.host)")
    func verdict() -> InspectorAccess.Verdict {
      access().verdict(on: opened) { key in
        defer { keys.removeAll { $0 == key } }
        return keys.contains(key)
      }
    }
    guard case .answer(let response) = verdict() else { return #expect(Bool(false)) }
    #expect(response.status == 303)
    #expect(response.headers.contains(.init("Location", "/inspect/main")))
    #expect(
      response.headers.contains(
        .init(
          "Set-Cookie", "roster-inspector-4000=the-token; Path=/; HttpOnly; SameSite=Strict")))
    #expect(status(of: verdict()) == 401)
    // A page of another site cannot spend it.
    keys = ["k"]
    let foreign = try request(
      "GET /?key=k HTTP/1.1", "Host: \(Self.host)", "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Mode: no-cors")
    #expect(status(of: access().verdict(on: foreign) { keys.contains($0) }) == 403)
  }

  // MARK: On the wire

  /// Sends a request to a port of this machine; returns the answer as text.
  ///
  /// On a thread of its own: the server answers on one of those that tasks have, of which there may be two.
  private func answer(_ lines: String..., at port: Int) async throws -> String {
    let head = (lines + ["Host: 127.0.0.1:\(port)", "", ""]).joined(separator: "\r\n")
    let port = try #require(UInt16(exactly: port))
    let answer: String? = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Self.answer(to: head, at: port))
      }
    }
    return try #require(answer)
  }

  private static func answer(to head: String, at port: UInt16) -> String? {
    guard let client = client(at: port) else { return nil }
    defer { LoopbackSocket.end(client) }
    LoopbackSocket.deliver(Array(head.utf8), to: client)
    var bytes: [UInt8] = []
    while true {
      let part = LoopbackSocket.received(from: client, countMax: 65_536)
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
  }

  /// Connects to a port of this machine.
  private static func client(at port: UInt16) -> Int32? {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let client = socket(AF_INET, kind, 0)
    #if canImport(Darwin)
      var isQuiet: Int32 = 1
      setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return client }
    LoopbackSocket.end(client)
    return nil
  }

  private func query(of address: String) throws -> String {
    try #require(address.split(separator: "?").last.map { "/?\($0)" })
  }

  @Test func anInspectorIsServedByTheSystemsOwnSockets() async throws {
    let inspected = try InspectedList()
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
    }
    let store = try SQLiteStore(
      path: inspected.path, configuration: SQLiteConfiguration(isReadOnly: true))
    let server = try InspectorServer(of: store) { [list = inspected.list] _ in
      LiveList(plain: list)
    }
    let port = server.port
    #expect(try await answer("GET / HTTP/1.1", at: port).hasPrefix("HTTP/1.1 401 "))
    let address = server.address()
    #expect(address.hasPrefix("http://127.0.0.1:\(port)/?key="))
    let target = try query(of: address)
    let opened = try await answer("GET \(target) HTTP/1.1", at: port)
    #expect(opened.hasPrefix("HTTP/1.1 303 "))
    let cookie = try #require(
      opened.part(after: "Set-Cookie: ", until: ";"), "\(opened)")
    // Once only.
    #expect(try await answer("GET \(target) HTTP/1.1", at: port).hasPrefix("HTTP/1.1 401 "))
    let index = try await answer("GET / HTTP/1.1", "Cookie: \(cookie)", at: port)
    #expect(index.contains("Location: /inspect/main\r\n"))
    let page = try await answer("GET /inspect/main HTTP/1.1", "Cookie: \(cookie)", at: port)
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("Content-Security-Policy: "))
    #expect(page.hasSuffix("</html>\n"))
    let head = try await answer("HEAD /inspect/main HTTP/1.1", "Cookie: \(cookie)", at: port)
    #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
    let script = try await answer("GET /assets/inspect.js HTTP/1.1", "Cookie: \(cookie)", at: port)
    #expect(script.contains("Content-Type: text/javascript"))
    let row = try await answer(
      "GET /inspect/main/api/row?key=i2 HTTP/1.1", "Cookie: \(cookie)", at: port)
    #expect(row.contains(#""after":"b""#), "\(row)")
    #expect(try await answer("nothing", at: port).hasPrefix("HTTP/1.1 400 "))
    let pending = try await answer(
      "GET /inspect/main/api/pending HTTP/1.1", "Cookie: \(cookie)", at: port)
    #expect(pending.contains(#""live":true"#), "\(pending)")
    server.close()
    #expect(server.address().hasPrefix("http://127.0.0.1:\(port)/"))
    // Its file is there for as long as it is.
    withExtendedLifetime(inspected) {}
  }

  /// Browsers connect before they ask, and others never do.
  @Test(arguments: [(31, "HTTP/1.1 401 "), (32, "")])
  func clientsThatSayNothingHoldUpNoOtherUpToABound(idleCount: Int, start: String) async throws {
    let server = try InspectorServer(of: SQLiteStore.inMemory())
    let port = try #require(UInt16(exactly: server.port))
    let idle = (0..<idleCount).compactMap { _ in Self.client(at: port) }
    defer { for client in idle { LoopbackSocket.end(client) } }
    try #require(idle.count == idleCount)
    let answer = try await answer("GET / HTTP/1.1", at: server.port)
    #expect(answer.hasPrefix(start) && answer.isEmpty == start.isEmpty, "\(answer)")
    server.close()
  }

  /// What was not read of a request would reset the connection, and take the answer away.
  @Test func clientsThatSayTooMuchAreAnswered() async throws {
    let server = try InspectorServer(of: SQLiteStore.inMemory())
    let long = "A: " + String(repeating: "a", count: 200_000)
    let tooLong = try await answer("GET / HTTP/1.1", long, at: server.port)
    #expect(tooLong.hasPrefix("HTTP/1.1 431 ") && tooLong.hasSuffix("too slow\n"))
    let port = try #require(UInt16(exactly: server.port))
    let head =
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 200000\r\n"
      + "Origin: http://127.0.0.1:\(port)\r\n\r\n"
    let body = String(repeating: "a", count: 200_000)
    let withBody = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Self.answer(to: head + body, at: port))
      }
    }
    #expect(withBody?.hasPrefix("HTTP/1.1 413 ") == true)
    #expect(withBody?.hasSuffix("a request has no body here\n") == true)
    server.close()
  }

  @Test func aSocketSaysWhetherAConnectionWaits() throws {
    let (listening, port) = try LoopbackSocket.open(at: 0)
    #expect(LoopbackSocket.connection(of: listening) == .nothing)
    let client = try #require(Self.client(at: port))
    defer { LoopbackSocket.end(client) }
    guard case .connection(let connection) = LoopbackSocket.connection(of: listening) else {
      Issue.record("no connection is taken")
      return LoopbackSocket.end(listening)
    }
    #expect(LoopbackSocket.connection(of: listening) == .nothing)
    // A client that takes too long gets no more.
    #expect(!LoopbackSocket.deliver([1], to: connection, until: .now))
    #expect(LoopbackSocket.deliver([2], to: connection))
    #expect(LoopbackSocket.received(from: client, countMax: 8) == [2])
    LoopbackSocket.end(connection)
    LoopbackSocket.end(listening)
    #expect(LoopbackSocket.connection(of: -1) == .failure)
  }

  @Test func signalsEndNoCall() {
    var results = [-1, -1, 7, 8]
    func call() -> Int {
      defer { errno = EINTR }
      return results.removeFirst()
    }
    let later = ContinuousClock.now + .seconds(60)
    #expect(LoopbackSocket.uninterrupted(until: later, call) == 7)
    #expect(LoopbackSocket.uninterrupted(until: later, call) == 8)
    results = [-1, 1]
    #expect(LoopbackSocket.uninterrupted(until: .now, call) == -1, "the time is over")
    let failure = LoopbackSocket.uninterrupted(until: later) {
      errno = ECONNRESET
      return -1
    }
    #expect(failure == -1)
  }

  @Test func severalListsAreNamed() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    for name in ["a", "b <c>"] { _ = try store.list(named: name) }
    let server = try InspectorServer(of: store)
    let opened = try await answer("GET \(query(of: server.address())) HTTP/1.1", at: server.port)
    let cookie = try #require(opened.part(after: "Set-Cookie: ", until: ";"))
    let index = try await answer("GET / HTTP/1.1", "Cookie: \(cookie)", at: server.port)
    #expect(index.contains(#"<a href="/inspect/a">a</a>"#))
    #expect(index.contains(#"<a href="/inspect/b%20%3Cc%3E">b &lt;c&gt;</a>"#))
    // It serves for as long as it is used.
    server.close()
  }

  @Test func aPortThatCannotBeHadIsNamed() throws {
    let store = try SQLiteStore.inMemory()
    let server = try InspectorServer(of: store)
    let error = #expect(throws: InspectorServerError.self) {
      try InspectorServer(of: store, port: server.port)
    }
    #expect(error?.description.contains("port \(server.port) of 127.0.0.1") == true)
    for port in [-1, 65_536, Int.max] {
      let error = #expect(throws: InspectorServerError.self) {
        try InspectorServer(of: store, port: port)
      }
      #expect(error?.description.hasPrefix("\(port) is no port") == true)
    }
  }
}

extension String {
  /// The text between two others, of which the first stands somewhere.
  fileprivate func part(after start: String, until end: String) -> String? {
    guard let first = firstRange(of: start),
      let last = self[first.upperBound...].firstRange(of: end)
    else { return nil }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
