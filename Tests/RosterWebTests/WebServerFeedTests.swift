#if Web
  import RosterWeb
  import Testing

  @Suite(.timeLimit(.minutes(10))) struct WebServerFeedTests {
    private static let text: UInt8 = 1
    private static let hello = Array("hello".utf8)

    /// Opens a session, sends what a test sends, and returns the code that the server closes with.
    private func closeCode(
      _ list: String = "echo", _ configuration: WebServerConfiguration = WebServerConfiguration(),
      counted reason: WebServerCounts.Reason?, _ send: (RawClient) async -> Void
    ) async throws -> Int? {
      var code: Int?
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        #expect(await client.openFeed(list) == 101)
        await send(client)
        code = await client.closeCode()
        #expect(server.counts.letGo == (reason.map { [$0: 1] } ?? [:]))
        client.close()
        await server.reaches { $0.openConnections == 0 && $0.openSessions == 0 }
        try await server.answersOthers()
      }
      return code
    }

    @Test func whatIsWrongIsSaidBeforeTheEnd() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        #expect(await client.openFeed("picky") == 101)
        await client.send(Self.text, Self.hello)
        await client.send(Self.text, Self.hello)
        #expect(await client.frame() == .init(opcode: 1, payload: Array("wrong".utf8)))
        #expect(await client.closeCode() == 1008)
        #expect(server.counts.letGo == [.malformedMessage: 1])
      }
    }

    @Test func messagesGoBothWays() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        #expect(await client.openFeed() == 101)
        for count in [0, 125, 126, 60_000] {
          let message = Array(repeating: UInt8(ascii: "m"), count: count)
          await client.send(Self.text, message)
          #expect(await client.frame() == .init(opcode: 1, payload: message))
        }
        #expect(server.counts.messagesReceived == 4)
        await server.reaches { $0.messagesSent == 4 && $0.messageBytesSent == 60_251 }
      }
    }

    @Test func fragmentsBecomeOneMessage() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        #expect(await client.openFeed() == 101)
        await client.send(Self.text, Array("he".utf8), isFinal: false)
        await client.send(9, [7])
        await client.send(0, Array("llo".utf8))
        #expect(await client.frame() == .init(opcode: 10, payload: [7]))
        #expect(await client.frame() == .init(opcode: 1, payload: Self.hello))
      }
    }

    @Test func longMessagesAreSentInFrames() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        #expect(await client.openFeed("endless") == 101)
        var count = 0
        repeat {
          let frame = try #require(await client.frame())
          #expect(frame.opcode == (count == 0 ? 1 : 0))
          count += frame.payload.count
          if frame.isFinal { break }
        } while true
        #expect(count == 200_000)
      }
    }

    @Test func framesMayFollowTheHandshakeAtOnce() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        let lines = client.handshake.merging(["Host": "127.0.0.1:\(server.port)"]) { $1 }
        let head = lines.map { "\($0): \($1)\r\n" }.joined()
        await client.send(
          Array("GET /lists/echo/feed HTTP/1.1\r\n\(head)\r\n".utf8)
            + RawClient.frame(1, Self.hello))
        #expect(await client.answer()?.status == 101)
        #expect(await client.frame() == .init(opcode: 1, payload: Self.hello))
      }
    }

    @Test func clientMayClose() async throws {
      let code = try await closeCode(counted: nil) { await $0.send(8, [0x03, 0xE8]) }
      #expect(code == 1000)
    }

    @Test func sessionMayClose() async throws {
      let code = try await closeCode(counted: nil) { await $0.send(1, Array("end".utf8)) }
      #expect(code == 1000)
    }

    @Test func unmaskedFrameIsRefused() async throws {
      let code = try await closeCode(counted: .malformedFrame) {
        await $0.send(1, Self.hello, isMasked: false)
      }
      #expect(code == 1002)
    }

    @Test func reservedBitIsRefused() async throws {
      let code = try await closeCode(counted: .malformedFrame) {
        await $0.send(1, Self.hello, reserved: 0x40)
      }
      #expect(code == 1002)
    }

    @Test func fragmentedPingIsRefused() async throws {
      let code = try await closeCode(counted: .malformedFrame) {
        await $0.send(9, [], isFinal: false)
      }
      #expect(code == 1002)
    }

    @Test func continuationOfNothingIsRefused() async throws {
      let code = try await closeCode(counted: .malformedFrame) { await $0.send(0, []) }
      #expect(code == 1002)
    }

    @Test func binaryMessageIsRefused() async throws {
      let code = try await closeCode(counted: .notText) { await $0.send(2, Self.hello) }
      #expect(code == 1003)
    }

    @Test func textThatIsNoTextIsRefused() async throws {
      let code = try await closeCode(counted: .notText) { await $0.send(1, [0xC3, 0x28]) }
      #expect(code == 1007)
    }

    @Test func largeFrameIsRefusedBeforeItIsRead() async throws {
      let code = try await closeCode(counted: .frameTooLarge) { client in
        let frame = RawClient.frame(1, Array(repeating: 0x61, count: 65_537))
        await client.send(Array(frame.prefix(20)))
      }
      #expect(code == 1009)
    }

    @Test func frameOfAllTheMemoryThereIsIsRefused() async throws {
      let code = try await closeCode(counted: .frameTooLarge) { client in
        await client.send([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4])
      }
      #expect(code == 1009)
    }

    @Test func largeMessageIsRefused() async throws {
      let configuration = RunningServer.bounded { $0.messageByteCount = 1_000 }
      let code = try await closeCode("echo", configuration, counted: .messageTooLarge) { client in
        let part = Array(repeating: UInt8(0x61), count: 600)
        await client.send(1, part, isFinal: false)
        await client.send(0, part, isFinal: false)
      }
      #expect(code == 1009)
    }

    @Test func floodOfEmptyFragmentsIsRefused() async throws {
      let code = try await closeCode(counted: .messageTooLarge) { client in
        await client.send(1, [], isFinal: false)
        for _ in 0..<100 { await client.send(0, [], isFinal: false) }
      }
      #expect(code == 1009)
    }

    @Test(arguments: [1, 9, 10] as [UInt8])
    func floodOfFramesIsRefused(opcode: UInt8) async throws {
      let code = try await closeCode(counted: .messageRate) { client in
        let frame = RawClient.frame(opcode, [0x61])
        await client.send(Array(repeating: frame, count: 5_000).flatMap { $0 })
      }
      #expect(code == 1008)
    }

    @Test func messageThatTheSiteRefusesEndsTheSession() async throws {
      let code = try await closeCode("picky", counted: .malformedMessage) {
        await $0.send(1, Self.hello)
      }
      #expect(code == 1008)
    }

    @Test func sessionsEndWithTheServer() async throws {
      let site = StubSite()
      let server = WebServer(site: site, configuration: WebServerConfiguration())
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        try await server.run { url in
          continuation.yield(url.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0)
        }
      }
      var iterator = ports.makeAsyncIterator()
      let client = try await RawClient(port: #require(await iterator.next()))
      #expect(await client.openFeed() == 101)
      task.cancel()
      #expect(await client.closeCode() == 1001)
      client.close()
      try await task.value
      #expect(server.counts.openSessions == 0)
    }
  }
#endif
