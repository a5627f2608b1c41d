#if Sync
  /// Why a request did not get the answer of a hub.
  ///
  /// Whatever it is, the list of the device is as it was, and the next `synchronize()` goes on.
  public struct HubError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public struct Code: Hashable, Sendable {
      private enum Kind {
        case invalidAddress, unreachable, timedOut, connectionLost, cancelled, token, unknownList
        case tooLarge, answerTooLarge, malformed, newerFormat, otherHub, busy, failed, refused
      }

      private let kind: Kind

      /// The address is no address of a hub, or the list has a name that no hub can serve.
      public static let invalidAddress = Code(kind: .invalidAddress)
      /// There was no connection, or no trust in the other side.
      public static let unreachable = Code(kind: .unreachable)
      /// It took too long.
      public static let timedOut = Code(kind: .timedOut)
      /// The connection broke before the answer was complete.
      public static let connectionLost = Code(kind: .connectionLost)
      /// The task was cancelled.
      public static let cancelled = Code(kind: .cancelled)
      /// The token is missing, or opens other lists.
      public static let token = Code(kind: .token)
      /// The hub has no such list.
      public static let unknownList = Code(kind: .unknownList)
      /// The hub takes no requests as large as this one: its limits are smaller than the device's.
      public static let tooLarge = Code(kind: .tooLarge)
      /// The answer is larger than the device takes.
      public static let answerTooLarge = Code(kind: .answerTooLarge)
      /// One side does not understand the other one.
      public static let malformed = Code(kind: .malformed)
      /// The hub is older than the device. Update the hub.
      public static let newerFormat = Code(kind: .newerFormat)
      /// The device belongs to another hub.
      public static let otherHub = Code(kind: .otherHub)
      /// The hub has too much to do. Try again later.
      public static let busy = Code(kind: .busy)
      /// The hub cannot read or write its list. Try again later.
      public static let failed = Code(kind: .failed)
      /// The server at the address does not let the request in, or is no hub.
      public static let refused = Code(kind: .refused)
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, and what to do about it.
    public let message: String
    /// Whether the hub may have settled changes of the request. If not, none of it has reached the
    /// list of the hub. In both cases the request may be made again.
    public let mayHaveArrived: Bool
    /// The status of HTTP, if there was an answer.
    public let status: Int?
    /// How long the hub asks to wait.
    public let retryAfter: Duration?

    package init(
      _ code: Code, _ message: String, mayHaveArrived: Bool, status: Int? = nil,
      retryAfter: Duration? = nil
    ) {
      self.code = code
      self.message = message
      self.mayHaveArrived = mayHaveArrived
      self.status = status
      self.retryAfter = retryAfter
    }
  }

  extension HubError: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String { message }
  }

  extension HubError.Code {
    /// The code of a refusal.
    init(_ reason: HubReason?, status: Int) {
      switch reason {
      case .token: self = .token
      case .unknownList: self = .unknownList
      case .bodyTooLarge: self = .tooLarge
      case .malformedMessage, .contentType, .encoding: self = .malformed
      case .newerFormat: self = .newerFormat
      case .otherHub: self = .otherHub
      case .requestRate, .busy: self = .busy
      case .storage: self = .failed
      // A balancer without a hub behind it answers in its own words.
      case .path, .method, nil: self = 502...504 ~= status ? .busy : .refused
      }
    }
  }
#endif
