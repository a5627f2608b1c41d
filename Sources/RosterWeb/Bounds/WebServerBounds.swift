#if Web
  /// How much the clients of a server may ask for.
  ///
  /// A client that goes beyond a bound is refused or let go, and counted. Bounds per address do not
  /// apply to the loopback, whose clients cannot be told apart.
  public struct WebServerBounds: Hashable, Sendable {
    /// The most bytes of one frame of a WebSocket that a client sends.
    public var frameByteCount = 65_536
    /// The most bytes of one message that a client sends, in one frame or several.
    public var messageByteCount = 262_144
    /// The most frames of one message.
    public var framesPerMessage = 64
    /// The most bytes of a request before its body: address and header lines.
    public var headByteCount = 16_384
    /// The most header lines of a request.
    public var headLineCount = 64
    /// The most bytes of the body of a request.
    public var bodyByteCount = 65_536
    /// The most open connections. Beyond it, a connection that has not asked for anything yet is let go
    /// for a new one.
    public var connectionCount = 700
    /// The most open connections of one address.
    public var connectionCountPerAddress = 64
    /// The most open sessions of one address.
    public var sessionCountPerAddress = 32
    /// The time in which a request has to be complete, from the connection or its first byte.
    public var requestTime: Duration = .seconds(10)
    /// The time after which a connection is let go that has sent nothing, not even the answer to a ping.
    public var idleTime: Duration = .seconds(60)
    /// The time in which 64 kB have to be on their way; a client that reads more slowly is let go.
    public var writeTime: Duration = .seconds(10)
    /// The most bytes that wait to be written to one client.
    public var queuedByteCount = 1_048_576
    /// Requests of one address in a second, in the long run, and at once. The loopback counts as one
    /// address.
    public var requestRate = Rate(perSecond: 100, burst: 1_000)
    /// Messages of one session in a second, in the long run, and at once.
    public var messageRate = Rate(perSecond: 100, burst: 400)

    /// How often something may happen.
    public struct Rate: Hashable, Sendable {
      /// The number of times in a second, in the long run.
      public var perSecond: Int
      /// The number of times at once.
      public var burst: Int

      /// Makes a rate.
      public init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
      }
    }

    /// The default bounds.
    public init() {}
  }
#endif
