#if Web
  import Hummingbird
  import Roster
  import RosterPages
  import RosterWeb

  /// The code in the comments of `RosterWeb`. It is compiled only: it serves until the program ends.
  enum DocCommentExamples {
    typealias List = ListDataSource<String, String, Never>

    static func serve(
      _ site: ListSite, beside router: Router<BasicRequestContext>
    ) -> some ApplicationProtocol {
      // begin example
      let application = Application(
        router: router, server: .roster(site, configuration: WebServerConfiguration()))
      // end example
      return application
    }

    static func serve(
      _ list: List, _ site: ListSite, by server: WebServer, _ messages: AsyncStream<String>,
      answer: @escaping @Sendable (String) async throws -> Void
    ) async throws {
      // begin example
      try await server.runUntilSignalled {
        for await message in messages { try await answer(message) }
      } closing: {
        site.close()
        await list.close()
      } whenBound: { url in
        print(url)
      }
      // end example
    }

    static func serve(_ list: List, by server: WebServer) async throws {
      // begin example
      try await server.runUntilSignalled { url in print(url) }
      await list.close()
      // end example
    }
  }
#endif
