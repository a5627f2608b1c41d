#if Web
  import NIOCore

  /// How long a connection may remain in what it is doing.
  ///
  ///     waiting ──── request complete ───▶ answering ──── answered ───▶ idle ─── first byte ───▶ waiting
  ///        │                                   │
  ///        └── let go after `requestTime`      └── upgraded: the feed counts for itself
  struct ConnectionClock {
    enum Phase: Hashable, Sendable {
      /// For the rest of a request.
      case waiting
      case answering
      /// Between two requests.
      case idle
      case feed
      /// The last bytes are written; the client is to close.
      case closing
    }

    private static let closingTime = TimeAmount.seconds(3)

    private let requestTime: TimeAmount
    private let idleTime: TimeAmount
    private(set) var phase = Phase.waiting
    /// When the connection is let go unless something happens.
    private(set) var deadline: NIODeadline?

    init(_ bounds: WebServerBounds, at now: NIODeadline) {
      requestTime = TimeAmount(bounds.requestTime)
      idleTime = TimeAmount(bounds.idleTime)
      deadline = now + requestTime
    }

    /// What a connection that has reached its deadline is counted as; `nil` if it only did not close.
    var reason: WebServerCounts.Reason? {
      switch phase {
      case .waiting: .requestTime
      case .idle: .idleTime
      case .answering, .feed, .closing: nil
      }
    }

    mutating func received(at now: NIODeadline) {
      guard phase == .idle else { return }
      phase = .waiting
      deadline = now + requestTime
    }

    mutating func requestIsComplete() {
      guard phase == .waiting || phase == .idle else { return }
      phase = .answering
      deadline = nil
    }

    mutating func answered(at now: NIODeadline) {
      guard phase == .answering else { return }
      phase = .idle
      deadline = now + idleTime
    }

    mutating func upgraded() {
      guard phase != .closing else { return }
      phase = .feed
      deadline = nil
    }

    mutating func closing(at now: NIODeadline) {
      guard phase != .closing else { return }
      phase = .closing
      deadline = now + Self.closingTime
    }
  }
#endif
