#if Web
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import RosterCore
  import RosterEngine
  import RosterJSON
  import RosterPages
  import RosterTestKit
  import Synchronization
  import Testing

  @testable import RosterSync
  @testable import RosterWeb

  /// The way of a device to its hub, and what it says when there is none.
  @Suite(.timeLimit(.minutes(10))) struct HTTPSyncTransportTests {
    /// Runs a test beside a hub of the list `notes`.
    private func run(
      _ configuration: WebServerConfiguration = .hub(),
      _ body: (RunningHub, JSONList, TemporaryFolder) async throws -> Void
    ) async throws {
      let folder = try TemporaryFolder()
      let site = HubSite()
      let list = try JSONList.file(folder.path(of: "hub.sqlite"), isShared: true)
      try site.add(SyncHub(list, name: "notes", coding: .json), named: "notes")
      try await RunningHub.run(site, configuration) { try await body($0, list, folder) }
      await list.close()
    }

    private func device(
      _ folder: TemporaryFolder, _ name: String, _ transport: any SyncTransport
    ) throws -> SyncedList<JSONValue, JSONValue, Never> {
      try SyncedList(
        JSONList.file(folder.path(of: "\(name).sqlite")), with: transport, coding: .json)
    }

    /// Returns the error of an exchange that has to fail.
    private func failure(
      _ transport: HTTPSyncTransport, _ sourceLocation: SourceLocation = #_sourceLocation
    ) async -> HubError? {
      await #expect(throws: HubError.self, sourceLocation: sourceLocation) {
        let request = SyncRequest(hub: nil, after: 0, mark: "", changes: [], names: [])
        return try await transport.exchange(request.json)
      }
    }

    @Test(arguments: [true, false])
    func devicesSynchronize(compressed: Bool) async throws {
      try await run { hub, list, folder in
        var configuration = HTTPSyncTransport.Configuration()
        configuration.compresses = compressed
        let transport = try HTTPSyncTransport(
          hub.url, list: "notes", configuration: configuration)
        let one = try device(folder, "one", transport)
        let two = try device(folder, "two", transport)
        try await one.list.apply(.section("a", "b", "c"))
        for count in 0..<100 { try await one.list.apply(.insert("x\(count)")) }
        #expect(try await one.synchronize().count == 101)
        _ = try await two.synchronize()
        try await two.list.apply(.remove(0))
        _ = try await two.synchronize()
        _ = try await one.synchronize()
        #expect(try one.list.fingerprint == list.fingerprint)
        #expect(try two.list.fingerprint == list.fingerprint)
        #expect(list.snapshot.state.itemCount == 102)
        for device in [one, two] { await device.list.close() }
      }
    }

    @Test func aHubWithACertificateOfItsOwnIsTrustedByName() async throws {
      let files = try TemporaryFolder()
      let (certificate, key) = try SelfSigned.write(to: files)
      var server = WebServerConfiguration.hub(token: AccessToken())
      server.certificate = .init(chainPath: certificate, keyPath: key)
      try await run(server) { hub, _, folder in
        #expect(hub.url.hasPrefix("https://"))
        let token = try #require(server.token?.text)
        var configuration = HTTPSyncTransport.Configuration()
        configuration.trustedCertificates = certificate
        let known = try HTTPSyncTransport(
          hub.url, list: "notes", token: token, configuration: configuration)
        let device = try device(folder, "one", known)
        _ = try await device.synchronize()
        await device.list.close()
        let unknown = await failure(try HTTPSyncTransport(hub.url, list: "notes", token: token))
        #expect(unknown?.code == .unreachable && unknown?.mayHaveArrived == false)
        let withoutToken = await failure(
          try HTTPSyncTransport(hub.url, list: "notes", configuration: configuration))
        #expect(withoutToken?.code == .token && withoutToken?.mayHaveArrived == false)
      }
    }

    @Test func aHubThatIsNotThereHasNothing() async throws {
      let error = await failure(try HTTPSyncTransport("http://127.0.0.1:1", list: "notes"))
      #expect(error?.code == .unreachable && error?.mayHaveArrived == false)
    }

    @Test func aLostAnswerMayHaveArrived() async throws {
      let cutsNext = Mutex(false)
      let proxy = try await FaultyProxy(
        request: { _ in false },
        answer: { _ in
          cutsNext.withLock { cuts in
            defer { cuts = false }
            return cuts
          }
        })
      var configuration = WebServerConfiguration.hub()
      configuration.allowedHosts = [proxy.host]
      try await run(configuration) { hub, list, folder in
        proxy.forward(to: hub.url)
        let one = try device(folder, "one", HTTPSyncTransport(proxy.url, list: "notes"))
        _ = try await one.synchronize()
        try await one.list.apply(.section("a"))
        cutsNext.withLock { $0 = true }
        let error = await #expect(throws: HubError.self) { try await one.synchronize() }
        #expect(error?.code == .connectionLost && error?.mayHaveArrived == true)
        // The hub has it, and does not take it twice.
        #expect(try list.ids == ["a"])
        #expect(try await one.hasPendingChanges)
        #expect(
          try await one.synchronize() == [SyncOutcome(revision: 3, kind: .confirmed)])
        #expect(try list.ids == ["a"] && one.list.ids == ["a"])
        await one.list.close()
      }
    }

    /// A device with a bad connection stands still in the middle of its request, while another one comes
    /// back as well.
    @Test func aDeviceWhoseRequestIsHalfSentKeepsNoOtherWaiting() async throws {
      let passed = Recorder<Int>()
      let proxy = try await FaultyProxy(
        request: { byteCount in
          passed.record(byteCount)
          return false
        }, answer: { _ in false })
      var configuration = WebServerConfiguration.hub()
      configuration.allowedHosts = [proxy.host]
      try await run(configuration) { hub, list, folder in
        proxy.forward(to: hub.url)
        let slow = HaltingTransport(proxy.url)
        let one = try device(folder, "one", slow)
        let two = try device(folder, "two", HTTPSyncTransport(hub.url, list: "notes"))
        let text = (0..<20_000).map { "\($0 &* 2_654_435_761 % 1_000_003)" }.joined()
        #expect(text.utf8.count > 2 * HaltingTransport.byteCountMin)
        try await one.list.apply(.section(text))
        async let outcomes = one.synchronize()
        await passed.wait { $0.reduce(0, +) >= HaltingTransport.byteCountMin }
        try await two.list.apply(.section("b"))
        #expect(try await two.synchronize().map(\.kind) == [.confirmed])
        #expect(try list.ids == ["b"])
        slow.goOn()
        #expect(try await outcomes.map(\.kind) == [.confirmed])
        _ = try await two.synchronize()
        #expect(try list.ids.count == 2)
        for device in [one, two] {
          #expect(try device.list.fingerprint == list.fingerprint)
          await device.list.close()
        }
      }
    }

    @Test func aHubThatSaysNothingTakesTooLong() async throws {
      let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .bind(host: "127.0.0.1", port: 0).get()
      var configuration = HTTPSyncTransport.Configuration()
      configuration.readingTime = .milliseconds(100)
      let error = await failure(
        try HTTPSyncTransport(
          "http://127.0.0.1:\(silent.localAddress?.port ?? 0)", list: "notes",
          configuration: configuration))
      #expect(error?.code == .timedOut && error?.mayHaveArrived == true)
      try await silent.close()
    }

    @Test(arguments: [true, false])
    func anAnswerThatIsTooLargeIsNotTaken(compressed: Bool) async throws {
      try await run { hub, list, _ in
        try await list.apply(.section("a"))
        for count in 0..<50 { try await list.apply(.insert("x\(count)")) }
        var configuration = HTTPSyncTransport.Configuration()
        configuration.compresses = compressed
        configuration.answerByteCountMax = 2_000
        let error = await failure(
          try HTTPSyncTransport(hub.url, list: "notes", configuration: configuration))
        #expect(error?.code == .answerTooLarge)
      }
    }

    @Test func whatTheHubRefusesIsTyped() async throws {
      var server = WebServerConfiguration.hub(token: AccessToken())
      server.bounds.bodyByteCount = 600
      try await run(server) { hub, list, folder in
        let token = try #require(server.token?.text)
        let unknown = await failure(try HTTPSyncTransport(hub.url, list: "else", token: token))
        #expect(unknown?.code == .unknownList && unknown?.status == 404)
        let transport = try HTTPSyncTransport(hub.url, list: "notes", token: token)
        let newer = await #expect(throws: HubError.self) {
          try await transport.exchange(["sync": 3])
        }
        #expect(newer?.code == .newerFormat && newer?.mayHaveArrived == false)
        let malformed = await #expect(throws: HubError.self) {
          try await transport.exchange(["sync": 1])
        }
        #expect(malformed?.code == .malformed)
        let text = (0..<1_000).map { "\($0 &* 2_654_435_761 % 1_000_003)" }.joined()
        let large = await #expect(throws: HubError.self) {
          try await transport.exchange(["sync": 1, "mark": .string(text)])
        }
        #expect(large?.code == .tooLarge && large?.mayHaveArrived == false)
        #expect(list.snapshot.revision == 0)
      }
    }

    @Test func aServerThatIsNoHubIsRecognized() async throws {
      try await run { hub, _, _ in
        let error = await failure(try HTTPSyncTransport(hub.url + "health", list: "notes"))
        #expect(error?.code == .refused && error?.status == 404)
      }
    }

    @Test(arguments: ["", "hub", "ftp://hub", "http://hub?a", "http://hub#a", "http:// hub"])
    func anAddressThatIsNoneIsRefused(address: String) {
      let error = #expect(throws: HubError.self) {
        try HTTPSyncTransport(address, list: "notes")
      }
      #expect(error?.code == .invalidAddress)
    }

    @Test func aNameIsAPartOfThePath() {
      #expect(HubPath.sync("to do") == "/lists/to%20do/sync")
      #expect(HubPath.sync("Notizen für später") == "/lists/Notizen%20f%C3%BCr%20sp%C3%A4ter/sync")
      #expect(HubPath.sync("a/b") == nil)
    }

    /// A device asks for no path that a server refuses, and for each that it takes.
    @Test func aDeviceAndAServerTakeTheSameNames() {
      let scalars: [Unicode.Scalar] = [
        "a", "F", "2", "%", ".", "/", "\\", "~", "\u{1F}", "\u{7F}", "\u{9F}", "ü",
      ]
      var names = [""]
      for _ in 0..<3 {
        names += names.flatMap { name in scalars.map { name + String($0) } }
      }
      for name in Set(names) {
        #expect((HubPath.sync(name) != nil) == name.isPathComponent, "\(name.debugDescription)")
        if let path = HubPath.sync(name) {
          #expect(RequestTarget(path)?.path == ["lists", name, "sync"], "\(name.debugDescription)")
        }
      }
    }
  }

  /// Sends the first half of a large request to the list `notes`, and the second half when a test says
  /// so.
  private final class HaltingTransport: SyncTransport {
    /// The size from which a request is sent in halves.
    static let byteCountMin = 50_000

    private let url: String
    private let (way, end) = AsyncStream<Void>.makeStream()

    init(_ url: String) { self.url = url + "/lists/notes/sync" }

    /// Lets the second half go, and everything that is sent later.
    func goOn() { end.finish() }

    func exchange(_ request: JSONValue) async throws -> JSONValue {
      let bytes = Array(request.canonicalText.utf8)
      let firstCount = bytes.count < Self.byteCountMin ? bytes.count : bytes.count / 2
      let (body, parts) = AsyncStream<ByteBuffer>.makeStream()
      parts.yield(ByteBuffer(bytes: bytes[..<firstCount]))
      async let response = send(.stream(body, length: .known(Int64(bytes.count))))
      if firstCount < bytes.count {
        for await _ in way {}
        parts.yield(ByteBuffer(bytes: bytes[firstCount...]))
      }
      parts.finish()
      let answer = try await response.body.collect(upTo: 1 << 26)
      return try JSONParser().parse(Array(answer.readableBytesView))
    }

    private func send(_ body: HTTPClientRequest.Body) async throws -> HTTPClientResponse {
      var request = HTTPClientRequest(url: url)
      request.method = .POST
      request.headers = ["Content-Type": "application/json"]
      request.body = body
      return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    }
  }
#endif
