#if Web
  import NIOCore
  import Testing

  @testable import RosterWeb

  @Suite struct ConnectionClockTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000)
    private let bounds = {
      var bounds = WebServerBounds()
      bounds.requestTime = .seconds(10)
      bounds.idleTime = .seconds(60)
      return bounds
    }()

    @Test func bytesDoNotMakeARequestLast() {
      var clock = ConnectionClock(bounds, at: start)
      clock.received(at: start + .seconds(9))
      #expect(clock.deadline == start + .seconds(10))
      #expect(clock.reason == .requestTime)
    }

    @Test func answeredConnectionMayBeIdle() {
      var clock = ConnectionClock(bounds, at: start)
      clock.requestIsComplete()
      #expect(clock.deadline == nil)
      clock.answered(at: start + .seconds(1))
      #expect(clock.deadline == start + .seconds(61))
      #expect(clock.reason == .idleTime)
      clock.received(at: start + .seconds(50))
      #expect(clock.deadline == start + .seconds(60))
      #expect(clock.reason == .requestTime)
    }

    @Test func feedHasNoDeadlineUntilItCloses() {
      var clock = ConnectionClock(bounds, at: start)
      clock.requestIsComplete()
      clock.upgraded()
      #expect(clock.deadline == nil)
      clock.closing(at: start)
      #expect(clock.deadline == start + .seconds(3))
      #expect(clock.reason == nil)
      clock.upgraded()
      clock.closing(at: start + .seconds(2))
      #expect(clock.deadline == start + .seconds(3))
    }
  }
#endif
