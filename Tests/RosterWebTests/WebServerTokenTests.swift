#if Web
  import RosterWeb
  import Testing

  @Suite(.timeLimit(.minutes(10))) struct WebServerTokenTests {
    private let token = AccessToken()

    private var configuration: WebServerConfiguration { WebServerConfiguration(token: token) }

    @Test func formGivesACookieThatOpensEverything() async throws {
      try await RunningServer.run(configuration) { server in
        let stranger = try #require(
          await server.ask("GET", "/lists/a", ["Accept": "text/html"]))
        #expect(stranger.status == 303)
        #expect(stranger.headers["location"] == "/login")

        let client = try await server.client()
        let form = try #require(await client.ask("GET", "/login"))
        #expect(form.body.contains("name=\"token\" type=\"password\""))
        #expect(form.headers["referrer-policy"] == "same-origin")
        let answer = try #require(await client.ask("POST", "/login", body: "token=" + token.text))
        #expect(answer.status == 303)
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.contains("; HttpOnly; SameSite=Strict"))
        let lines = ["Cookie": String(cookie.prefix { $0 != ";" })]
        #expect(await client.ask("GET", "/lists/a", lines)?.status == 200)
        #expect(await server.openFeed("echo", lines) == 101)
      }
    }

    @Test func headerOpensEverything() async throws {
      try await RunningServer.run(configuration) { server in
        let lines = ["Authorization": "Bearer " + token.text]
        #expect(await server.ask("GET", "/", lines)?.status == 200)
        #expect(await server.openFeed("echo", lines) == 101)
      }
    }

    @Test func withoutTheTokenNothingReachesTheSite() async throws {
      try await RunningServer.run(configuration) { server in
        #expect(await server.ask()?.status == 401)
        #expect(await server.ask("GET", "/?token=" + token.text)?.status == 401)
        #expect(await server.ask("POST", "/a")?.status == 401)
        #expect(await server.openFeed() == 401)
        #expect(server.site.requests.isEmpty)
        #expect(server.counts.sessions == 0)
        #expect(server.counts.refused == [.token: 4])
      }
    }

    @Test func tokensCannotBeTriedForLong() async throws {
      try await RunningServer.run(configuration) { server in
        let client = try await server.client()
        var statuses: [Int] = []
        while statuses.last != 429,
          let answer = await client.ask(
            "POST", "/login", body: "token=" + AccessToken().text)
        {
          statuses.append(answer.status)
        }
        #expect(statuses.count > 10)
        #expect(statuses.dropLast().allSatisfy { $0 == 401 })
        #expect(server.counts.refused == [.token: statuses.count])
        // A guess in a header counts as well.
        repeat {
          let lines = ["Authorization": "Bearer " + AccessToken().text]
          statuses.append(try #require(await server.ask("GET", "/", lines)).status)
        } while statuses.last != 429
        #expect(server.counts.refused[.requestRate] == 1)
      }
    }

    @Test func wrongCookiesCannotBeTriedForLong() async throws {
      try await RunningServer.run(configuration) { server in
        var statuses: [Int] = []
        repeat {
          let lines = ["Cookie": "roster-\(server.port)=" + AccessToken().text]
          statuses.append(try #require(await server.ask("GET", "/", lines)).status)
        } while statuses.last != 429
        #expect(statuses.count > 10 && statuses.dropLast().allSatisfy { $0 == 401 })
        // The right one still opens everything, and a stranger is still asked for it.
        let right = ["Cookie": "roster-\(server.port)=" + token.text]
        #expect(await server.ask("GET", "/", right)?.status == 200)
        #expect(await server.ask("GET", "/", ["Cookie": "other=1"])?.status == 401)
      }
    }

    @Test func otherAddressesNeedAToken() async throws {
      var configuration = WebServerConfiguration()
      configuration.address = "0.0.0.0"
      let server = WebServer(site: StubSite(), configuration: configuration)
      await #expect(throws: WebServerError.self) { try await server.run() }
    }

    @Test func certificateThatIsNotThereIsRefusedAtTheStart() async throws {
      var configuration = WebServerConfiguration()
      configuration.certificate = .init(chainPath: "/nowhere/a.pem", keyPath: "/nowhere/b.pem")
      let server = WebServer(site: StubSite(), configuration: configuration)
      let error = await #expect(throws: WebServerError.self) { try await server.run() }
      #expect(error?.description.contains("/nowhere/a.pem") == true)
    }

    @Test func portInUseIsSaid() async throws {
      try await RunningServer.run { server in
        let second = WebServer(
          site: StubSite(), configuration: WebServerConfiguration(port: server.port))
        let error = await #expect(throws: WebServerError.self) { try await second.run() }
        #expect(error?.description.contains("in use") == true)
      }
    }
  }
#endif
