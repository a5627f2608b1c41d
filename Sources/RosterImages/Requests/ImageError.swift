public import Foundation

/// The reason why a picture could not be loaded.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    private enum Value {
      case invalidAddress, connection, timedOut, refused, redirected, truncated, wrongType, tooLarge
      case damaged, cancelled
    }
    private let value: Value

    /// The address is none of `http` or `https`, or none that the transport knows.
    public static let invalidAddress = Code(value: .invalidAddress)
    /// The server cannot be reached, or the connection broke.
    public static let connection = Code(value: .connection)
    /// The server took too long.
    public static let timedOut = Code(value: .timedOut)
    /// The server has answered with a status that is no success; see ``ImageError/status``.
    public static let refused = Code(value: .refused)
    /// The server redirects without end.
    public static let redirected = Code(value: .redirected)
    /// The answer ended before it was complete.
    public static let truncated = Code(value: .truncated)
    /// The answer is no picture, or one of a kind that the decoder does not know.
    public static let wrongType = Code(value: .wrongType)
    /// The answer has too many bytes, or the picture too many pixels.
    public static let tooLarge = Code(value: .tooLarge)
    /// The bytes are those of a picture, but cannot be decoded.
    public static let damaged = Code(value: .damaged)
    /// The task that has asked was cancelled.
    public static let cancelled = Code(value: .cancelled)
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong, and what to do about it. It does not contain the address, which may have a
  /// secret in it.
  public let message: String
  /// The status of the answer, if it is the reason.
  public let status: Int?
  /// How long the server asks to wait, if it does.
  public let retryAfter: Duration?

  /// Makes an error.
  public init(_ code: Code, _ message: String, status: Int? = nil, retryAfter: Duration? = nil) {
    self.code = code
    self.message = message
    self.status = status
    self.retryAfter = retryAfter
  }

  /// What went wrong.
  public var description: String { message }

  /// Whether the same request may succeed a little later: connections that break, answers that are
  /// cut short, and servers that are overloaded.
  public var isTransient: Bool {
    switch code {
    case .connection, .timedOut, .truncated: true
    case .refused: status.map { $0 == 408 || $0 == 429 || 500...599 ~= $0 } ?? false
    default: false
    }
  }
}

extension ImageError {
  static let cancelled = ImageError(.cancelled, "the picture is no longer wanted")

  static func tooManyBytes(_ limits: ImageLimits) -> ImageError {
    ImageError(
      .tooLarge,
      "the answer has more than \(limits.byteCountMax) bytes; raise the limit or shrink the picture"
    )
  }

  static func tooManyPixels(width: Int, height: Int) -> ImageError {
    ImageError(
      .tooLarge,
      "the picture has \(width) x \(height) pixels; raise the limits or shrink the picture")
  }

  static func damaged(_ format: String, _ reason: String) -> ImageError {
    ImageError(.damaged, "the \(format) cannot be decoded: \(reason)")
  }
}

extension ImageError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
