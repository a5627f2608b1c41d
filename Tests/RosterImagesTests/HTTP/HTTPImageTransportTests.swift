#if Images
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import RosterMounting
  import RosterTestKit
  import Testing

  @testable import RosterImages

  /// The real client against a server on the loopback.
  struct HTTPImageTransportTests {
    private let bytes = SystemImageDecoderTests.encoded(.png, 20, 10)

    private func fetch(
      _ address: String, timeouts: HTTPImageTransport.Timeouts = HTTPImageTransport.Timeouts(),
      limits: ImageLimits = ImageLimits()
    ) async -> Result<[UInt8], ImageError> {
      let transport = HTTPImageTransport(timeouts: timeouts)
      var answer = ImageAnswer(limits: limits)
      do throws(ImageError) {
        try await transport.fetch(address, into: &answer)
        return .success(try answer.finished())
      } catch { return .failure(error) }
    }

    private func code(_ result: Result<[UInt8], ImageError>) -> ImageError.Code? {
      if case .failure(let error) = result { error.code } else { nil }
    }

    @Test func pictureComesWhole() async throws {
      try await PictureServer.with(bytes) { server in
        #expect(await fetch(server.address("picture")) == .success(bytes))
        #expect(await fetch(server.address("chunked")) == .success(bytes))
      }
    }

    @Test func redirectsAreFollowedToAnEnd() async throws {
      try await PictureServer.with(bytes) { server in
        #expect(await fetch(server.address("redirect/3")) == .success(bytes))
        #expect(code(await fetch(server.address("redirect/9"))) == .redirected)
        #expect(code(await fetch(server.address("circle"))) == .redirected)
      }
    }

    @Test func refusalHasItsStatusAndItsPause() async throws {
      try await PictureServer.with(bytes) { server in
        guard case .failure(let error) = await fetch(server.address("busy")) else {
          Issue.record("the picture comes")
          return
        }
        #expect(error.status == 503)
        #expect(error.retryAfter == .seconds(7))
        #expect(error.isTransient)
        #expect(code(await fetch(server.address("missing"))) == .refused)
      }
    }

    @Test func answerThatIsCutShortIsNotWhole() async throws {
      try await PictureServer.with(bytes) { server in
        guard case .failure(let error) = await fetch(server.address("cut")) else {
          Issue.record("the picture comes")
          return
        }
        #expect(error.code == .truncated)
        #expect(error.isTransient)
      }
    }

    @Test func answerThatIsTooLongEndsEarly() async throws {
      var limits = ImageLimits()
      limits.byteCountMax = 1_000_000
      try await PictureServer.with(bytes) { [limits] server in
        #expect(code(await fetch(server.address("long"), limits: limits)) == .tooLarge)
        #expect(code(await fetch(server.address("endless"), limits: limits)) == .tooLarge)
      }
    }

    @Test func silentServerTakesTooLong() async throws {
      var timeouts = HTTPImageTransport.Timeouts()
      timeouts.reading = .milliseconds(100)
      try await PictureServer.with(bytes) { [timeouts] server in
        #expect(code(await fetch(server.address("silent"), timeouts: timeouts)) == .timedOut)
      }
    }

    @Test func cancelledFetchEnds() async throws {
      try await PictureServer.with(bytes) { server in
        let address = server.address("silent")
        let task = Task { await fetch(address) }
        await server.nextRequest()
        task.cancel()
        #expect(code(await task.value) == .cancelled)
      }
    }

    @Test func serverThatIsNotThereIsAFailedConnection() async throws {
      let address = try await PictureServer.with(bytes) { $0.address("picture") }
      let code = code(await fetch(address))
      #expect(code == .connection || code == .timedOut)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://example.org/a", "http:", "picture.png", ""])
    func otherAddressesAreRefused(_ address: String) async {
      #expect(code(await fetch(address)) == .invalidAddress)
    }

    @Test func loaderLoadsOverHTTP() async throws {
      let files = try TemporaryFolder()
      try await PictureServer.with(bytes) { server in
        let loader = ImageLoader(folder: ImageFolder(path: files.path))
        let request = ImageRequest(
          server.address("picture"), size: PixelSize(width: 10, height: 10))
        async let first = loader.picture(for: request)
        async let second = loader.picture(for: request)
        let pictures = try await [first, second]
        #expect(pictures.allSatisfy { $0.width == 10 && $0.height == 5 })
        #expect(loader.counts.downloads == 1)
        #expect(loader.counts.decodings == 1)
      }
    }
  }
#endif
