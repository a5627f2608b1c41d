#if Web
  import RosterConcurrency

  /// What a server has done since it was started.
  public struct WebServerCounts: Hashable, Sendable {
    /// Why a client was refused, or let go.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      /// There are too many connections.
      case connections
      /// There are too many connections of this address.
      case connectionsOfAddress
      /// There are too many sessions of this address.
      case sessionsOfAddress
      /// Requests came too fast.
      case requestRate
      /// Messages came too fast.
      case messageRate
      /// A request was not HTTP, or not as it has to be.
      case malformedRequest
      /// The header lines of a request were too long or too many.
      case headTooLarge
      /// The body of a request was too long.
      case bodyTooLarge
      /// A method other than GET, HEAD and POST.
      case method
      /// A path with `..`, control characters, double encoding or the like.
      case path
      /// The server was called by a name that it does not have.
      case host
      /// The request came from a page of another origin.
      case origin
      /// The token was missing or wrong.
      case token
      /// A WebSocket was asked for in a way that this server does not speak.
      case handshake
      /// The site has no session at this path, or no room for it.
      case session
      /// A request was not complete in time.
      case requestTime
      /// Nothing was heard for too long.
      case idleTime
      /// The client did not read what was written in time.
      case writeTime
      /// Too much waited to be written.
      case queuedBytes
      /// A frame was too long.
      case frameTooLarge
      /// A message was too long, or in too many frames.
      case messageTooLarge
      /// Frames were not as they have to be: not masked, out of order, with reserved bits.
      case malformedFrame
      /// A message was not text in UTF-8.
      case notText
      /// The site ended the session because of what the client said.
      case malformedMessage
    }

    /// Connections that were accepted.
    public var connections = 0
    /// Connections that are open.
    public var openConnections = 0
    /// Requests that were answered by the site.
    public var requests = 0
    /// Sessions that were opened.
    public var sessions = 0
    /// Sessions that are open.
    public var openSessions = 0
    /// Messages of sessions that clients sent.
    public var messagesReceived = 0
    /// Messages of sessions that were written to clients.
    public var messagesSent = 0
    /// Bytes of these messages.
    public var messageBytesSent = 0
    /// Requests and connections that were refused.
    public var refused: [Reason: Int] = [:]
    /// Connections that were closed although they had been accepted.
    public var letGo: [Reason: Int] = [:]
  }

  /// The counts of a running server.
  final class WebServerCounter: Sendable {
    private struct Contents {
      var counts = WebServerCounts()
      var observers: [AsyncStream<WebServerCounts>.Continuation] = []
    }

    private let contents = Guarded(Contents())

    var present: WebServerCounts { contents.withLock { $0.counts } }

    /// The counts as they are now, and after each change.
    var updates: AsyncStream<WebServerCounts> {
      let (stream, observer) = AsyncStream<WebServerCounts>.makeStream()
      contents.withLock { contents in
        observer.yield(contents.counts)
        contents.observers.append(observer)
      }
      return stream
    }

    func count(_ change: (inout WebServerCounts) -> Void) {
      contents.withLock { contents in
        change(&contents.counts)
        let counts = contents.counts
        contents.observers.removeAll { observer in
          if case .terminated = observer.yield(counts) { true } else { false }
        }
      }
    }

    func refused(_ reason: WebServerCounts.Reason) {
      count { $0.refused[reason, default: 0] += 1 }
    }

    func letGo(_ reason: WebServerCounts.Reason) {
      count { $0.letGo[reason, default: 0] += 1 }
    }
  }
#endif
