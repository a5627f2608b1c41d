#if Web
  import NIOCore
  import NIOWebSocket
  import RosterPages

  /// Writes the messages of a session to its WebSocket.
  ///
  /// The next message is asked for when the former one has left for the network, so that what happens
  /// meanwhile becomes one message.
  struct Feed: Sendable {
    let session: any PageSession
    let channel: any Channel
    let counter: WebServerCounter

    /// The bytes of a frame. Each has the time of ``WebServerBounds/writeTime``.
    private static let frameByteCount = 65_536

    /// Runs until the session or the connection is over.
    func run() async {
      do {
        while let message = await session.nextMessage() {
          try await write(message)
        }
        try await channel.triggerUserOutboundEvent(FeedHandler.End()).get()
      } catch {
        // The connection is closed, which has ended the session.
      }
      session.close()
      // The client answers the frame that closes, or is closed soon.
      try? await channel.closeFuture.get()
    }

    private func write(_ message: [UInt8]) async throws {
      var opcode = WebSocketOpcode.text
      var rest = ByteBuffer(bytes: message)
      repeat {
        let part = rest.readSlice(length: min(rest.readableBytes, Self.frameByteCount)) ?? rest
        let frame = WebSocketFrame(fin: rest.readableBytes == 0, opcode: opcode, data: part)
        try await channel.writeAndFlush(frame).get()
        opcode = .continuation
      } while rest.readableBytes > 0
      counter.count {
        $0.messagesSent += 1
        $0.messageBytesSent += message.count
      }
    }
  }
#endif
