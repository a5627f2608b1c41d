#if Web
  package import HummingbirdCore
  import Logging
  import NIOCore
  import NIOPosix

  /// A server from the moment it listens until its task is cancelled and it has ended.
  package struct ServerRun: Sendable {
    private let address: String
    private let port: Int
    private let label: String

    /// - Parameters:
    ///   - address: The address to listen on.
    ///   - port: The port to listen on; 0 for one that is free.
    ///   - label: The name of the server in logs.
    package init(address: String, port: Int, label: String) {
      (self.address, self.port, self.label) = (address, port, label)
    }

    /// Serves connections until the task is cancelled. Then the server closes what is idle, and waits for
    /// the rest.
    ///
    /// - Parameters:
    ///   - channel: Serves a connection.
    ///   - endingTime: How long connections may take to end before they are cut off.
    ///   - whenBound: Is called once, with the port, when clients can connect.
    /// - Throws: A ``WebServerError`` if the server cannot listen.
    package func run(
      _ channel: some ServerChildChannel, endingIn endingTime: Duration,
      whenBound: @escaping @Sendable (Int) async -> Void
    ) async throws {
      let server = Server(
        childChannelSetup: channel,
        configuration: ServerConfiguration(address: .hostname(address, port: port)),
        onServerRunning: { [port] channel in await whenBound(channel.localAddress?.port ?? port) },
        eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
        logger: Logger(label: label) { _ in SwiftLogNoOpLogHandler() })
      // Not cancelled with this task: it ends in its own time.
      let serving = Task { try await server.run() }
      try await withTaskCancellationHandler {
        do {
          try await serving.value
        } catch {
          // Cancelled before it could listen, a server says that it was shut down.
          if Task.isCancelled { return }
          throw WebServerError(listening: address, port, error)
        }
      } onCancel: {
        Task { try await server.shutdownGracefully() }
        Task {
          try await Task.sleep(for: endingTime)
          serving.cancel()
        }
      }
    }
  }
#endif
