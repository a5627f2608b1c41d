#if Web
  import NIOCore
  import NIOWebSocket
  import RosterJSON

  /// Puts messages together from frames, as RFC 6455 has it for a server without extensions.
  ///
  /// The aggregator of swift-nio is not used: a frame that it has put together has neither the masks nor the reserved bits
  /// of its parts, which are checked here, and a message of a single frame passes it whatever its size.
  struct MessageAssembler {
    /// What a frame amounts to.
    enum Event: Hashable, Sendable {
      /// Part of a message, or an answer to a ping.
      case nothing
      /// A whole text.
      case message([UInt8])
      /// Is to be answered with the same bytes.
      case ping([UInt8])
      /// The client is done.
      case close
    }

    /// Why the connection cannot go on.
    struct Violation: Error, Hashable, Sendable {
      let code: WebSocketErrorCode
      let reason: WebServerCounts.Reason
      let text: String

      static func malformed(_ text: String) -> Violation {
        Violation(code: .protocolError, reason: .malformedFrame, text: text)
      }

      func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    private let bounds: WebServerBounds
    private var bytes: [UInt8] = []
    /// The frames of the message that is not complete.
    private var frameCount = 0

    init(_ bounds: WebServerBounds) {
      self.bounds = bounds
    }

    /// Takes the next frame.
    mutating func take(_ frame: WebSocketFrame) throws(Violation) -> Event {
      guard frame.maskKey != nil else { throw .malformed("frames of clients are masked") }
      guard frame.reservedBits.isEmpty else { throw .malformed("no extension was agreed on") }
      switch frame.opcode {
      case .ping: return .ping(Array(frame.unmaskedData.readableBytesView))
      case .pong: return .nothing
      case .connectionClose:
        try checkClose(frame.unmaskedData)
        return .close
      case .text:
        guard frameCount == 0 else { throw .malformed("a message begins within another one") }
      case .continuation:
        guard frameCount > 0 else { throw .malformed("a continuation continues nothing") }
      case .binary:
        throw Violation(code: .unacceptableData, reason: .notText, text: "messages are text")
      default: throw .malformed("the opcode is unknown")
      }
      return try append(frame)
    }

    private mutating func append(_ frame: WebSocketFrame) throws(Violation) -> Event {
      frameCount += 1
      guard bytes.count + frame.length <= bounds.messageByteCount,
        frameCount <= bounds.framesPerMessage
      else {
        throw Violation(
          code: .messageTooLarge, reason: .messageTooLarge,
          text: "a message has at most \(bounds.messageByteCount) bytes")
      }
      bytes.append(contentsOf: frame.unmaskedData.readableBytesView)
      guard frame.fin else { return .nothing }
      defer {
        bytes = []
        frameCount = 0
      }
      guard String(validUTF8: bytes) != nil else {
        throw Violation(
          code: .dataInconsistentWithMessage, reason: .notText, text: "messages are UTF-8")
      }
      return .message(bytes)
    }

    /// Checks what a frame that closes says: nothing, or a code that may be sent, and a text.
    private func checkClose(_ data: ByteBuffer) throws(Violation) {
      guard data.readableBytes > 0 else { return }
      let code: UInt16? = data.getInteger(at: data.readerIndex)
      let text = data.readableBytesView.dropFirst(2)
      guard let code, 1000...1003 ~= code || 1007...1014 ~= code || 3000...4999 ~= code,
        String(validUTF8: text) != nil
      else { throw .malformed("the code or the text of the closing is not allowed") }
    }
  }
#endif
