#if Web
  extension WebServer {
    /// Serves an application until the program is told to end, and closes it then.
    ///
    ///     try await server.runUntilSignalled {
    ///       for await message in messages { try await answer(message) }
    ///     } closing: {
    ///       site.close()
    ///       await list.close()
    ///     } whenBound: { url in
    ///       print(url)
    ///     }
    ///
    /// As ``runUntilSignalled(whenBound:)``, with the work of the application beside it: the server ends when
    /// the work fails, since what is not stored is not to be served either. Then, and whatever else has ended
    /// the server, `close` is called, and the work is waited for.
    ///
    /// - Parameters:
    ///   - work: Answers what users do on the pages, until the lists are closed.
    ///   - close: Closes the site, so that no session asks for more, and then the lists.
    ///   - whenBound: Is called once, with the address for browsers, when clients can connect.
    /// - Throws: What the work has thrown, or else a ``WebServerError`` as if the server ran alone.
    public func runUntilSignalled(
      beside work: @escaping @Sendable () async throws -> Void = {},
      closing close: @Sendable () async -> Void,
      whenBound: (@Sendable (String) async -> Void)? = nil
    ) async throws {
      let serving = Task { try await runUntilSignalled(whenBound: whenBound) }
      let working = Task {
        do {
          try await work()
        } catch {
          serving.cancel()
          throw error
        }
      }
      let outcome = await withTaskCancellationHandler {
        await serving.result
      } onCancel: {
        serving.cancel()
      }
      await close()
      try await working.value
      try outcome.get()
    }
  }
#endif
