#if Web
  import RosterWeb
  import Testing

  @Suite(.timeLimit(.minutes(10))) struct WebServerBoundsTests {
    @Test func halfOpenConnectionsAreLetGo() async throws {
      let configuration = RunningServer.bounded { $0.requestTime = .seconds(1) }
      try await RunningServer.run(configuration) { server in
        var clients: [RawClient] = []
        for text in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"] {
          let client = try await server.client()
          await client.send(text)
          clients.append(client)
        }
        // The head is there, but not the body.
        let client = try await server.client()
        await client.request("POST", "/a", ["Content-Length": "10"], body: "abc")
        for client in clients + [client] { #expect(await client.rest().isEmpty) }
        #expect(server.counts.letGo == [.requestTime: 4])
        try await server.answersOthers()
      }
    }

    @Test func slowBytesDoNotKeepARequestOpen() async throws {
      let configuration = RunningServer.bounded { $0.requestTime = .seconds(1) }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        await client.send("GET / HTTP/1.1\r\n")
        while server.counts.letGo.isEmpty {
          await client.send("X: y\r\n")
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(server.counts.letGo == [.requestTime: 1])
      }
    }

    @Test func floodOfSilentConnectionsMakesRoomForOthers() async throws {
      let configuration = RunningServer.bounded { $0.connectionCount = 20 }
      try await RunningServer.run(configuration) { server in
        let feed = try await server.client()
        #expect(await feed.openFeed() == 101)
        var silent: [RawClient] = []
        for _ in 0..<60 { silent.append(try await server.client()) }
        try await server.answersOthers()
        await server.reaches { $0.letGo[.connections, default: 0] >= 41 }
        await server.reaches { $0.openConnections <= 20 }
        await feed.send(1, [0x61])
        #expect(await feed.frame()?.payload == [0x61])
        withExtendedLifetime(silent) {}
      }
    }

    @Test func connectionsBeyondTheBoundAreRefused() async throws {
      let configuration = RunningServer.bounded { $0.connectionCount = 4 }
      try await RunningServer.run(configuration) { server in
        var feeds: [RawClient] = []
        for _ in 0..<4 {
          let feed = try await server.client()
          #expect(await feed.openFeed() == 101)
          feeds.append(feed)
        }
        #expect(await (try server.client()).rest().isEmpty)
        #expect(server.counts.refused == [.connections: 1])
        await feeds[3].send(1, [0x61])
        #expect(await feeds[3].frame()?.payload == [0x61])
        feeds.removeFirst().close()
        await server.reaches { $0.openConnections == 3 }
        #expect(await (try server.client()).ask()?.status == 200)
      }
    }

    @Test func slowReadersAreLetGoAndOthersServed() async throws {
      let configuration = RunningServer.bounded { $0.writeTime = .seconds(2) }
      try await RunningServer.run(configuration) { server in
        let other = try await server.client()
        #expect(await other.openFeed() == 101)
        var slow: [RawClient] = []
        for number in 0..<10 {
          let client = try await server.client(reads: false)
          if number.isMultiple(of: 2) {
            await client.request("GET", "/larger")
          } else {
            await client.request("GET", "/lists/endless/feed", client.handshake)
          }
          slow.append(client)
        }
        for _ in 0..<20 {
          await other.send(1, [0x61])
          #expect(await other.frame()?.payload == [0x61])
        }
        // A connection is counted as closed before its session is.
        await server.reaches {
          $0.letGo[.writeTime] == 10 && $0.openConnections == 1 && $0.openSessions == 1
        }
        withExtendedLifetime(slow) {}
      }
    }

    @Test func pongsForAClientThatDoesNotReadAreBounded() async throws {
      let configuration = RunningServer.bounded {
        $0.writeTime = .seconds(2)
        $0.messageRate = .init(perSecond: 1_000_000, burst: 1_000_000)
      }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client(reads: false)
        await client.request("GET", "/lists/endless/feed", client.handshake)
        let pings = Array(
          repeating: RawClient.frame(9, Array(repeating: 1, count: 125)), count: 10_000)
        await client.send(pings.flatMap { $0 })
        await server.reaches { $0.letGo[.writeTime] == 1 && $0.openConnections == 0 }
      }
    }

    @Test func silentSessionIsLetGo() async throws {
      let configuration = RunningServer.bounded { $0.idleTime = .milliseconds(900) }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        #expect(await client.openFeed() == 101)
        #expect(await client.frame()?.opcode == 9)
        #expect(await client.frame()?.opcode == 9)
        #expect(await client.frame() == nil)
        #expect(server.counts.letGo == [.idleTime: 1])
      }
    }

    @Test func sessionThatOnlyPingsIsLetGo() async throws {
      let configuration = RunningServer.bounded { $0.requestTime = .seconds(1) }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        #expect(await client.openFeed() == 101)
        while server.counts.letGo.isEmpty {
          await client.send(9, [1])
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(server.counts.letGo == [.requestTime: 1])
        client.close()
        await server.reaches { $0.openConnections == 0 && $0.openSessions == 0 }
      }
    }

    @Test func emptyLinesBeforeARequestCount() async throws {
      try await RunningServer.run { server in
        let few = try await server.client()
        await few.send(String(repeating: "\r\n", count: 100))
        #expect(await few.ask()?.status == 200)
        let many = try await server.client()
        await many.send(String(repeating: "\r\n", count: 100_000))
        #expect(await many.rest().isEmpty)
        #expect(server.counts.letGo == [.headTooLarge: 1])
        try await server.answersOthers()
      }
    }

    @Test func answeredPingsKeepASessionOpen() async throws {
      let configuration = RunningServer.bounded { $0.idleTime = .seconds(3) }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        #expect(await client.openFeed() == 101)
        await client.send(1, [0x61])
        #expect(await client.frame()?.payload == [0x61])
        // A ping comes in each third of this time.
        for _ in 0..<4 {
          let ping = try #require(await client.frame())
          #expect(ping.opcode == 9)
          await client.send(10, ping.payload)
        }
        #expect(server.counts.letGo.isEmpty)
      }
    }

    @Test func idleConnectionIsLetGo() async throws {
      let configuration = RunningServer.bounded { $0.idleTime = .milliseconds(200) }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        #expect(await client.ask()?.status == 200)
        #expect(await client.rest().isEmpty)
        #expect(server.counts.letGo == [.idleTime: 1])
      }
    }

    @Test func floodOfRequestsIsRefused() async throws {
      let configuration = RunningServer.bounded {
        $0.requestRate = .init(perSecond: 1, burst: 20)
      }
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        var statuses: [Int] = []
        while let answer = await client.ask() { statuses.append(answer.status) }
        #expect(statuses.dropLast().allSatisfy { $0 == 200 })
        #expect(statuses.last == 429)
        #expect(statuses.count >= 21)
        #expect(server.counts.refused == [.requestRate: 1])
      }
    }

    @Test func largeHeadIsRefused() async throws {
      try await RunningServer.run { server in
        let long = String(repeating: "a", count: 17_000)
        let lines = Dictionary(uniqueKeysWithValues: (0..<70).map { ("X-\($0)", "y") })
        for (target, lines) in [("/" + long, [:]), ("/", ["X": long]), ("/", lines)] {
          let client = try await server.client()
          await client.request("GET", target, lines)
          let answer = String(decoding: await client.rest(), as: UTF8.self)
          #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 431 "))
        }
        #expect(server.counts.refused == [.headTooLarge: 3])
        #expect(server.site.requests.isEmpty)
        try await server.answersOthers()
      }
    }

    @Test func largeBodyIsRefused() async throws {
      try await RunningServer.run { server in
        let announced = try await server.client()
        await announced.request("POST", "/a", ["Content-Length": "100000000"])
        #expect(await announced.answer()?.status == 413)
        let chunked = try await server.client()
        await chunked.request(
          "POST", "/a", ["Content-Length": "", "Transfer-Encoding": "chunked"],
          body: "20000\r\n" + String(repeating: "a", count: 0x20000) + "\r\n")
        let answer = String(decoding: await chunked.rest(), as: UTF8.self)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 413 "))
        #expect(server.counts.refused == [.bodyTooLarge: 2])
        #expect(server.site.requests.isEmpty)
        try await server.answersOthers()
      }
    }
  }
#endif
