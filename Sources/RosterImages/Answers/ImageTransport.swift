/// Fetches the bytes of pictures: over HTTP, out of an archive, or by the script of a test.
public protocol ImageTransport: Sendable {
  /// Fetches what is at an address. It says how the answer begins, and then appends its bytes as
  /// they arrive:
  ///
  ///     try answer.begin(ImageAnswerHead(status: 200, contentType: "image/png"))
  ///     try answer.append(bytes)
  ///
  /// If the answer throws, the transport stops and throws the same error. If the task is cancelled,
  /// it stops and throws an error with the code `cancelled`.
  func fetch(_ address: String, into answer: inout ImageAnswer) async throws(ImageError)
}

/// How an answer begins.
public struct ImageAnswerHead: Hashable, Sendable {
  /// The status of HTTP; 200 for success.
  public var status: Int
  /// The type of the bytes, as in `image/png; q=1`; `nil` if it is not known.
  public var contentType: String?
  /// The number of the bytes; `nil` if it is not known.
  public var contentLength: Int?
  /// How long the server asks to wait; `nil` if it does not.
  public var retryAfter: Duration?

  /// Makes the head of an answer.
  public init(
    status: Int, contentType: String? = nil, contentLength: Int? = nil, retryAfter: Duration? = nil
  ) {
    (self.status, self.contentType) = (status, contentType)
    (self.contentLength, self.retryAfter) = (contentLength, retryAfter)
  }
}
