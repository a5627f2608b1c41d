#if Web
  import Foundation
  import RosterWeb
  import Testing

  /// Servers that run until the program is told to end. Signals belong to a process, so each test has one of
  /// its own.
  @Suite struct WebServerSignalTests {
    @Test func firstSignalEndsTheServerAndTheProgramGoesOn() async {
      await #expect(processExitsWith: .exitCode(7)) {
        // Servers that follow each other closely do not take each other's signals.
        for number in Array(repeating: [SIGINT, SIGTERM], count: 10).joined() {
          let (urls, continuation) = AsyncStream<String>.makeStream()
          let server = WebServer(site: StubSite(), configuration: WebServerConfiguration())
          try await server.runUntilSignalled { url in
            continuation.yield(url)
            kill(getpid(), number)
          }
          continuation.finish()
          var count = 0
          for await url in urls {
            count += 1
            guard url.hasPrefix("http://127.0.0.1:") else { exit(1) }
          }
          guard count == 1 else { exit(2) }
        }
        exit(7)
      }
    }

    @Test func cancellationEndsTheServer() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let server = WebServer(site: StubSite(), configuration: WebServerConfiguration())
        let (ports, continuation) = AsyncStream<String>.makeStream()
        let task = Task { try await server.runUntilSignalled { continuation.yield($0) } }
        for await _ in ports { break }
        task.cancel()
        try await task.value
        exit(7)
      }
    }

    @Test func workBesideTheServerEndsWhenTheApplicationIsClosed() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let server = WebServer(site: StubSite(), configuration: WebServerConfiguration())
        let (messages, sender) = AsyncStream<String>.makeStream()
        let (steps, step) = AsyncStream<String>.makeStream()
        try await server.runUntilSignalled {
          for await message in messages { step.yield(message) }
          step.yield("worked")
        } closing: {
          sender.yield("closed")
          sender.finish()
        } whenBound: { _ in
          sender.yield("bound")
          kill(getpid(), SIGINT)
        }
        step.finish()
        guard await steps.reduce(into: [], { $0.append($1) }) == ["bound", "closed", "worked"]
        else { exit(1) }
        exit(7)
      }
    }

    @Test func workThatFailsEndsTheServer() async {
      await #expect(processExitsWith: .exitCode(7)) {
        struct Failure: Error {}
        let server = WebServer(site: StubSite(), configuration: WebServerConfiguration())
        let (starts, start) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        do {
          try await server.runUntilSignalled {
            for await _ in starts { throw Failure() }
          } closing: {
            end.yield()
          } whenBound: { _ in
            start.yield()
          }
        } catch is Failure {
          for await _ in ends { exit(7) }
        }
        exit(1)
      }
    }

    @Test func applicationIsClosedIfItsServerCannotListen() async {
      await #expect(processExitsWith: .exitCode(7)) {
        try await RunningServer.run { other in
          let server = WebServer(
            site: StubSite(), configuration: WebServerConfiguration(port: other.port))
          let (ends, end) = AsyncStream<Void>.makeStream()
          do {
            try await server.runUntilSignalled(closing: { end.yield() })
          } catch is WebServerError {
            for await _ in ends { exit(7) }
          }
        }
      }
    }

    @Test func serverThatCannotListenFailsAtOnce() async {
      await #expect(processExitsWith: .exitCode(7)) {
        try await RunningServer.run { other in
          let server = WebServer(
            site: StubSite(), configuration: WebServerConfiguration(port: other.port))
          do {
            try await server.runUntilSignalled()
          } catch is WebServerError {
            exit(7)
          }
        }
      }
    }
  }
#endif
