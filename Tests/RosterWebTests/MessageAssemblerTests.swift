#if Web
  import NIOCore
  import NIOWebSocket
  import Testing

  @testable import RosterWeb

  @Suite struct MessageAssemblerTests {
    private func frame(
      _ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true, isMasked: Bool = true
    ) -> WebSocketFrame {
      let key: WebSocketMaskingKey = [9, 8, 7, 6]
      var data = ByteBuffer(bytes: bytes)
      if isMasked { data.webSocketMask(key) }
      return WebSocketFrame(
        fin: fin, opcode: opcode, maskKey: isMasked ? key : nil, data: data)
    }

    private func assembler(_ change: (inout WebServerBounds) -> Void = { _ in }) -> MessageAssembler
    {
      var bounds = WebServerBounds()
      change(&bounds)
      return MessageAssembler(bounds)
    }

    /// The code that the frames are answered with, if they are not allowed.
    private func code(_ frames: [WebSocketFrame], _ assembler: MessageAssembler)
      -> WebSocketErrorCode?
    {
      var assembler = assembler
      do throws(MessageAssembler.Violation) {
        for frame in frames { _ = try assembler.take(frame) }
        return nil
      } catch {
        return error.code
      }
    }

    @Test func partsBecomeAMessageAroundPings() throws {
      var assembler = assembler()
      let text = Array("hällo".utf8)
      #expect(try assembler.take(frame(.text, Array(text[..<2]), fin: false)) == .nothing)
      #expect(try assembler.take(frame(.ping, [1])) == .ping([1]))
      #expect(try assembler.take(frame(.continuation, Array(text[2...]), fin: false)) == .nothing)
      #expect(try assembler.take(frame(.continuation, [])) == .message(text))
      #expect(try assembler.take(frame(.text, [0x61])) == .message([0x61]))
      #expect(try assembler.take(frame(.pong, [])) == .nothing)
      #expect(try assembler.take(frame(.connectionClose, [])) == .close)
      #expect(try assembler.take(frame(.connectionClose, [0x03, 0xE8, 0x61])) == .close)
    }

    @Test func messageIsBounded() {
      let assembler = assembler {
        $0.messageByteCount = 4
        $0.framesPerMessage = 3
      }
      let part = frame(.continuation, [0x61, 0x61], fin: false)
      let empty = frame(.continuation, [], fin: false)
      let first = frame(.text, [0x61], fin: false)
      #expect(code([frame(.text, [1, 2, 3, 4])], assembler) == nil)
      #expect(code([frame(.text, [1, 2, 3, 4, 5])], assembler) == .messageTooLarge)
      #expect(code([first, part], assembler) == nil)
      #expect(code([first, part, part], assembler) == .messageTooLarge)
      #expect(code([first, empty, empty, empty], assembler) == .messageTooLarge)
    }

    @Test func malformedFramesAreRefused() {
      let assembler = assembler()
      let first = frame(.text, [0x61], fin: false)
      var reserved = frame(.text, [])
      reserved.rsv1 = true
      #expect(code([frame(.text, [0x61], isMasked: false)], assembler) == .protocolError)
      #expect(code([frame(.ping, [], isMasked: false)], assembler) == .protocolError)
      #expect(code([reserved], assembler) == .protocolError)
      #expect(code([frame(.continuation, [])], assembler) == .protocolError)
      #expect(code([first, first], assembler) == .protocolError)
      #expect(code([frame(.binary, [])], assembler) == .unacceptableData)
      #expect(code([frame(.text, [0xFF])], assembler) == .dataInconsistentWithMessage)
      #expect(code([frame(.connectionClose, [3])], assembler) == .protocolError)
      #expect(code([frame(.connectionClose, [0x03, 0xED])], assembler) == .protocolError)
      #expect(code([frame(.connectionClose, [0x03, 0xE8, 0xFF])], assembler) == .protocolError)
    }
  }
#endif
