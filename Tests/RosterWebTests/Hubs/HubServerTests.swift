#if Web
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import RosterCore
  import RosterEngine
  import RosterJSON
  import RosterStore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterSync
  @testable import RosterWeb

  /// What a hub answers over HTTP, and what it refuses.
  @Suite(.timeLimit(.minutes(10))) struct HubServerTests {
    /// Runs a test beside a hub of the list `notes`, and perhaps of the list `other`.
    private func run(
      _ configuration: WebServerConfiguration = .hub(), token: AccessToken? = nil,
      otherToken: AccessToken? = nil,
      _ body: (RunningHub, JSONList) async throws -> Void
    ) async throws {
      let folder = try TemporaryFolder()
      let site = HubSite()
      let list = try JSONList.file(folder.path(of: "hub.sqlite"), isShared: true)
      let other = try JSONList.file(
        folder.path(of: "hub.sqlite"), list: "other", isShared: true)
      try site.add(SyncHub(list, name: "notes", coding: .json), named: "notes", token: token)
      if let otherToken {
        try site.add(
          SyncHub(other, name: "other", coding: .json), named: "other", token: otherToken)
      }
      try await RunningHub.run(site, configuration) { hub in try await body(hub, list) }
      await list.close()
      await other.close()
      withExtendedLifetime(folder) {}
    }

    /// The request of a device that has nothing.
    private static let empty = bytes(#"{"sync":1,"after":0,"mark":"","changes":[]}"#)

    /// The bytes of a message, with its digest if it is an object.
    private static func bytes(_ message: String) -> [UInt8] {
      guard let object = try? JSONParser().parse(Array(message.utf8)).objectValue else {
        return Array(message.utf8)
      }
      return Array(object.sealed.canonicalText.utf8)
    }

    private struct Answer {
      var status: Int
      var headers: HTTPHeaders
      var bytes: [UInt8]

      var json: JSONValue? { try? JSONParser().parse(bytes) }
      var reason: String? { json?["error"]?["reason"]?.stringValue }
    }

    private func ask(
      _ hub: RunningHub, _ path: String = "lists/notes/sync", _ method: HTTPMethod = .POST,
      _ headers: [(String, String)] = [("Content-Type", "application/json")],
      token: AccessToken? = nil, body: [UInt8] = empty, with client: HTTPClient = .shared
    ) async throws -> Answer {
      var request = HTTPClientRequest(url: hub.url + path)
      request.method = method
      request.headers = HTTPHeaders(headers)
      if let token { request.headers.add(name: "Authorization", value: "Bearer \(token.text)") }
      if method == .POST { request.body = .bytes(ByteBuffer(bytes: body)) }
      let response = try await client.execute(request, timeout: .seconds(60))
      let bytes = try await response.body.collect(upTo: 1 << 26)
      return Answer(
        status: Int(response.status.code), headers: response.headers,
        bytes: Array(bytes.readableBytesView))
    }

    @Test func aListThatCannotBeReadIsComplainedOfOnceUntilItCanBeRead() async throws {
      let file = MemoryList()
      let complaints = Recorder<String>()
      let site = HubSite { list, error in
        complaints.record("\(list): \((error as? StorageError)?.code ?? .closed)")
      } onRecovery: { list in
        complaints.record(list)
      }
      let list = try JSONList(
        storage: file, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
      try await list.apply(.section("a"))
      try site.add(SyncHub(list, name: "notes", coding: .json), named: "notes")
      try await RunningHub.run(site) { hub in
        for _ in 0..<2 {
          for _ in 0..<3 {
            file.fail(.before, skipping: 0)
            let answer = try await ask(hub)
            #expect(answer.reason == "storage")
          }
          // What is wrong with a message says nothing of the list.
          let refusal = try await ask(hub, body: Self.bytes("[]"))
          #expect(refusal.reason == "malformedMessage")
          for _ in 0..<2 {
            let answer = try await ask(hub)
            #expect(answer.status == 200)
          }
        }
      }
      #expect(complaints.values == ["notes: failed", "notes", "notes: failed", "notes"])
      await list.close()
    }

    /// While the list stands at a gate, no request is answered but the one that is too many.
    @Test func oneRequestMoreThanMayWaitIsRefused() async throws {
      let storage = GatedStorage(MemoryList())
      let list = try JSONList(
        storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
      try await list.apply(.section("a"))
      let site = HubSite()
      try site.add(SyncHub(list, name: "notes", coding: .json), named: "notes")
      var configuration = WebServerConfiguration.hub()
      configuration.bounds = .hubBehindBalancer
      var connections = HTTPClient.Configuration()
      connections.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
        ServedHub.waitingCountMax + 1
      try await HTTPClient.withHTTPClient(configuration: connections) { client in
        try await RunningHub.run(site, configuration) { hub in
          let gate = storage.stop(.journal)
          // If something fails, the server ends nevertheless.
          defer { gate.open() }
          try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0...ServedHub.waitingCountMax {
              group.addTask { try await ask(hub, with: client) }
            }
            let refused = try #require(try await group.next())
            #expect(refused.status == 503 && refused.reason == "busy")
            #expect(refused.headers.first(name: "Retry-After") == "1")
            let transport = try HTTPSyncTransport(hub.url, list: "notes")
            let error = await #expect(throws: HubError.self) { try await transport.exchange([:]) }
            #expect(error?.code == .busy && error?.retryAfter == .seconds(1))
            gate.open()
            for try await answer in group { #expect(answer.status == 200) }
          }
          #expect(try await ask(hub).status == 200)
        }
      }
      await list.close()
    }

    @Test func aDeviceWithNothingGetsThePage() async throws {
      try await run { hub, list in
        try await list.apply(.section("a"))
        let answer = try await ask(hub)
        #expect(answer.status == 200)
        #expect(answer.json?["hub"] == "notes")
        #expect(answer.json?["revisions"]?.arrayValue?.count == 1)
        // What protects pages in browsers would be half of a short answer.
        #expect(!answer.headers.contains(name: "Content-Security-Policy"))
      }
    }

    @Test func healthNeedsNoToken() async throws {
      try await run(.hub(token: AccessToken())) { hub, _ in
        let answer = try await ask(hub, "health", .GET, [])
        #expect(answer.json == ["healthy": true])
      }
    }

    @Test(arguments: [
      (#"{"sync":1"#, 400, "malformedMessage"),
      (#"{"sync":1,"after":-1,"mark":"","changes":[]}"#, 400, "malformedMessage"),
      (#"{"sync":1,"after":0,"mark":"","changes":[{"key":1}]}"#, 400, "malformedMessage"),
      ("[]", 400, "malformedMessage"),
      (#"{"sync":3,"after":0,"mark":"","changes":[]}"#, 422, "newerFormat"),
      (#"{"sync":1,"hub":"else","after":0,"mark":"","changes":[]}"#, 409, "otherHub"),
    ])
    func aMessageThatIsNoneIsRefused(body: String, status: Int, reason: String) async throws {
      try await run { hub, list in
        let answer = try await ask(hub, body: Self.bytes(body))
        #expect(answer.status == status && answer.reason == reason)
        #expect(list.snapshot.revision == 0)
        #expect(try await ask(hub).status == 200)
      }
    }

    @Test func whatIsNoRequestOfADeviceIsRefused() async throws {
      try await run { hub, _ in
        let json = ("Content-Type", "application/json")
        let unknown = try await ask(hub, "lists/else/sync")
        #expect(unknown.status == 404 && unknown.reason == "unknownList")
        let path = try await ask(hub, "lists/notes")
        #expect(path.status == 404 && path.reason == "path")
        let method = try await ask(hub, "lists/notes/sync", .GET, [])
        #expect(method.status == 405 && method.reason == "method")
        let type = try await ask(hub, "lists/notes/sync", .POST, [("Content-Type", "text/plain")])
        #expect(type.status == 415 && type.reason == "contentType")
        let encoding = try await ask(
          hub, "lists/notes/sync", .POST, [json, ("Content-Encoding", "br")])
        #expect(encoding.status == 415 && encoding.reason == "encoding")
        let page = try await ask(
          hub, "lists/notes/sync", .POST, [json, ("Origin", hub.url)])
        #expect(page.status == 403 && page.reason == "origin")
        let host = try await ask(
          hub, "lists/notes/sync", .POST, [json, ("Host", "example.org")])
        #expect(host.status == 421 && host.reason == "host")
      }
    }

    @Test func aMessageThatIsTooLargeIsRefused() async throws {
      var configuration = WebServerConfiguration.hub()
      configuration.bounds.bodyByteCount = 10_000
      try await run(configuration) { hub, _ in
        let large = try await ask(hub, body: Array(repeating: 0x20, count: 10_001))
        #expect(large.status == 413 && large.reason == "bodyTooLarge")
        #expect(try await ask(hub).status == 200)
      }
    }

    @Test func aMessageThatBecomesTooLargeIsRefused() async throws {
      try await run { hub, _ in
        let byteCount = WebServerBounds.hub.bodyByteCount + 1
        let bomb = try #require(Gzip.compressed(Array(repeating: 0x20, count: byteCount)))
        #expect(bomb.count < 10_000)
        let gzip = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")]
        let answer = try await ask(hub, "lists/notes/sync", .POST, gzip, body: bomb)
        #expect(answer.status == 413 && answer.reason == "bodyTooLarge")
        let cut = try await ask(
          hub, "lists/notes/sync", .POST, gzip, body: bomb.dropLast(9))
        #expect(cut.status == 400 && cut.reason == "malformedMessage")
      }
    }

    @Test func theTokenOfTheServerOpensAllListsAndThatOfAListOne() async throws {
      let (server, notes, other) = (AccessToken(), AccessToken(), AccessToken())
      try await run(.hub(token: server), token: notes, otherToken: other) { hub, _ in
        func status(_ list: String, _ token: AccessToken?) async throws -> Int {
          try await ask(hub, "lists/\(list)/sync", token: token).status
        }
        #expect(try await status("notes", server) == 200)
        #expect(try await status("other", server) == 200)
        #expect(try await status("notes", notes) == 200)
        #expect(try await status("other", other) == 200)
        let wrong = try await ask(hub, "lists/other/sync", token: notes)
        #expect(wrong.status == 401 && wrong.reason == "token")
        #expect(try await status("notes", nil) == 401)
        // Which lists exist is not told.
        #expect(try await status("else", notes) == 401)
        #expect(try await status("else", server) == 404)
      }
    }

    @Test func aListWithoutATokenIsClosedWhereAnotherOneHasOne() async throws {
      try await run(otherToken: AccessToken()) { hub, _ in
        let answer = try await ask(hub)
        #expect(answer.status == 401)
      }
    }

    @Test func anAddressOfOthersDemandsAToken() async throws {
      var configuration = WebServerConfiguration.hub()
      configuration.address = "0.0.0.0"
      let server = WebServer(HubSite(), configuration: configuration)
      let error = await #expect(throws: WebServerError.self) { try await server.run() }
      #expect(error?.description.contains("a token is needed") == true)
    }

    @Test(arguments: ["", ".", "..", "a/b", "a\\b", "a\nb", "a%20b"])
    func aNameThatIsNoPartOfAnAddressIsRefused(name: String) async throws {
      let folder = try TemporaryFolder()
      let list = try JSONList.file(folder.path(of: "hub.sqlite"))
      let error = #expect(throws: HubError.self) {
        try HubSite().add(SyncHub(list, name: "notes", coding: .json), named: name)
      }
      #expect(error?.code == .invalidAddress)
    }

    @Test func theHubSettlesWhatOthersWroteMeanwhile() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "hub.sqlite")
      let site = HubSite()
      let list = try JSONList.file(path, isShared: true)
      try site.add(SyncHub(list, name: "notes", coding: .json), named: "notes")
      try await RunningHub.run(site) { hub in
        let writer = try JSONList.file(path, isShared: true)
        for count in 1...20 {
          try await writer.apply(count == 1 ? .section("a") : .insert("b\(count)"))
          // At once, without waiting until the hub has heard of it.
          #expect(try await ask(hub).json?["revision"]?.intValue == count)
        }
        await writer.close()
      }
      await list.close()
    }
  }
#endif
