#if Web
  import Foundation
  import NIOCore

  /// The outermost handler of a connection: holds its times, and the bytes that wait to be written.
  ///
  /// Everything runs on the event loop of the channel.
  final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    let address: ClientAddress
    let counter: WebServerCounter
    private let bounds: WebServerBounds
    private let writeTime: TimeAmount
    private var clock: ConnectionClock
    private var context: ChannelHandlerContext?
    private var alarm: (task: Scheduled<Void>, time: NIODeadline)?

    private var queuedByteCount = 0
    private var beganWriteCount = 0
    private var endedWriteCount = 0
    private var isCheckingWrites = false
    /// Writes that have begun at about the same time: the number of the last one, and when the first one did.
    private var waitingWrites: [(last: Int, time: NIODeadline)] = []
    /// The bytes since the last answer, while no head of a request has come; `nil` after it.
    private var headByteCount: Int? = 0
    /// The closing of this side, which waits until everything is written.
    private var waitingClose: EventLoopPromise<Void>?
    private var isLetGo = false

    /// Whether what waits to be written is bounded. What other parts of an application answer is theirs.
    var boundsQueue = true

    init(_ address: ClientAddress, _ bounds: WebServerBounds, _ counter: WebServerCounter) {
      self.address = address
      self.bounds = bounds
      self.counter = counter
      writeTime = TimeAmount(bounds.writeTime)
      clock = ConnectionClock(bounds, at: .now())
    }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      setAlarm()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      waitingClose?.fail(ChannelError.ioOnClosedChannel)
      waitingClose = nil
      alarm?.task.cancel()
      alarm = nil
    }

    // MARK: What the other handlers say

    /// The head of a request has arrived.
    func headIsComplete() { headByteCount = nil }

    /// All of a request has arrived.
    func requestIsComplete() { change { $0.requestIsComplete() } }

    /// All of an answer was given to the channel.
    func answered() {
      headByteCount = 0
      change { $0.answered(at: .now()) }
    }

    /// The connection is a WebSocket now.
    func upgraded() { change { $0.upgraded() } }

    /// The last bytes were given to the channel; the client closes now, or is closed soon.
    func closing() { change { $0.closing(at: .now()) } }

    /// Closes the connection at once, and counts why.
    func letGo(_ reason: WebServerCounts.Reason) {
      guard !isLetGo, let context else { return }
      isLetGo = true
      counter.letGo(reason)
      if reason == .writeTime || reason == .queuedBytes { discardWhatWaits(context) }
      context.close(promise: nil)
    }

    /// Has the system forget the bytes that the client does not read. It would try for minutes.
    private func discardWhatWaits(_ context: ChannelHandlerContext) {
      _ = (context.channel as? any SocketOptionProvider)?
        .setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }

    // MARK: Times

    private func change(_ body: (inout ConnectionClock) -> Void) {
      body(&clock)
      setAlarm()
    }

    /// Sets the alarm if the deadline is earlier than it. A later one is found when it rings.
    private func setAlarm() {
      guard let context, let deadline = clock.deadline else { return }
      if let alarm {
        if alarm.time <= deadline { return }
        alarm.task.cancel()
      }
      let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
        self.alarm = nil
        self.ring()
      }
      alarm = (task, deadline)
    }

    private func ring() {
      guard let deadline = clock.deadline else { return }
      guard deadline <= .now() else { return setAlarm() }
      if let reason = clock.reason {
        letGo(reason)
      } else {
        context?.close(promise: nil)
      }
    }

    // MARK: Bytes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if clock.phase == .idle { change { $0.received(at: .now()) } }
      headByteCount? += unwrapInboundIn(data).readableBytes
      context.fireChannelRead(data)
      // The decoder leaves out empty lines before a request, and does not count them.
      if let headByteCount, headByteCount > bounds.headByteCount + Self.readByteCount {
        letGo(.headTooLarge)
      }
    }

    /// What may come at once, and have the head of a request at its end.
    private static let readByteCount = 65_536

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let count = unwrapOutboundIn(data).readableBytes
      let isTooMuch = boundsQueue && queuedByteCount + count > bounds.queuedByteCount
      guard !isLetGo, !isTooMuch else {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return letGo(.queuedBytes)
      }
      queuedByteCount += count
      beganWriteCount += 1
      noteWrite()
      let written = promise ?? context.eventLoop.makePromise()
      written.futureResult.assumeIsolated().whenComplete { _ in
        self.queuedByteCount -= count
        self.endedWriteCount += 1
        self.closeOutputIfAllIsWritten()
      }
      context.write(data, promise: written)
      checkWritesLater()
    }

    /// Notes when a write begins. Those of a short time count as one.
    private func noteWrite() {
      let now = NIODeadline.now()
      if let last = waitingWrites.last, now - last.time < .nanoseconds(writeTime.nanoseconds / 64) {
        waitingWrites[waitingWrites.count - 1].last = beganWriteCount
      } else {
        waitingWrites.append((beganWriteCount, now))
      }
    }

    /// Lets a client go if the oldest write has not ended after the time for it.
    private func checkWritesLater() {
      waitingWrites.removeFirst(waitingWrites.prefix { $0.last <= endedWriteCount }.count)
      guard !isCheckingWrites, let oldest = waitingWrites.first, let context else { return }
      isCheckingWrites = true
      let deadline = oldest.time + writeTime
      context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
        self.isCheckingWrites = false
        self.waitingWrites.removeFirst(
          self.waitingWrites.prefix { $0.last <= self.endedWriteCount }.count)
        if let oldest = self.waitingWrites.first, oldest.time + self.writeTime <= .now() {
          self.letGo(.writeTime)
        } else {
          self.checkWritesLater()
        }
      }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      guard mode == .output else { return context.close(mode: mode, promise: promise) }
      if let waitingClose {
        waitingClose.futureResult.cascade(to: promise)
      } else {
        waitingClose = promise ?? context.eventLoop.makePromise()
      }
      closeOutputIfAllIsWritten()
    }

    /// Closes this side once everything is written. A client that has closed its side would otherwise lose
    /// what waits, because the channel would be closed altogether.
    private func closeOutputIfAllIsWritten() {
      guard let context, let promise = waitingClose, endedWriteCount == beganWriteCount else {
        return
      }
      waitingClose = nil
      closing()
      context.close(mode: .output, promise: promise)
    }
  }
#endif
