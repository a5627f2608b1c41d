/// Collects an answer, and refuses it as soon as it cannot become a picture.
public struct ImageAnswer: Sendable {
  /// What the answer may be as large as.
  public let limits: ImageLimits
  private let onProgress: @Sendable (ImageProgress) -> Void
  private var head: ImageAnswerHead?
  private var bytes: [UInt8] = []

  init(limits: ImageLimits, onProgress: @escaping @Sendable (ImageProgress) -> Void = { _ in }) {
    self.limits = limits
    self.onProgress = onProgress
  }

  /// Takes the head of the answer.
  ///
  /// - Throws: ``ImageError`` if its status is no success, if it is no picture, or too large.
  public mutating func begin(_ head: ImageAnswerHead) throws(ImageError) {
    guard 200...299 ~= head.status else {
      throw ImageError(
        .refused, "the server answers with the status \(head.status)", status: head.status,
        retryAfter: head.retryAfter)
    }
    if let type = head.contentType, !Self.mayBePicture(type) {
      throw ImageError(.wrongType, "the answer is no picture; its type is \(type.prefix(80))")
    }
    if let length = head.contentLength {
      if length > limits.byteCountMax { throw .tooManyBytes(limits) }
      // A server may announce what it does not send.
      bytes.reserveCapacity(min(max(length, 0), 1 << 20))
    }
    self.head = head
  }

  /// Takes the next bytes of the answer.
  ///
  /// - Throws: ``ImageError`` if there are too many.
  public mutating func append(_ next: some Collection<UInt8>) throws(ImageError) {
    guard next.count <= limits.byteCountMax - bytes.count else { throw .tooManyBytes(limits) }
    bytes += next
    let progress = ImageProgress(
      receivedByteCount: bytes.count, totalByteCount: head?.contentLength)
    onProgress(progress)
  }

  /// Returns the bytes of a complete answer.
  func finished() throws(ImageError) -> [UInt8] {
    guard let head else {
      throw ImageError(.connection, "the connection ended without an answer; try again")
    }
    if let length = head.contentLength, length != bytes.count {
      throw ImageError(
        .truncated, "the answer has \(bytes.count) bytes and not the announced \(length); try again"
      )
    }
    if bytes.isEmpty { throw ImageError(.wrongType, "the answer is empty") }
    return bytes
  }

  /// Servers that do not know what they have call it a stream of bytes; the decoder will tell.
  private static func mayBePicture(_ type: String) -> Bool {
    let name = type.prefix { $0 != ";" && !$0.isWhitespace }.lowercased()
    return name.isEmpty || name.hasPrefix("image/") || name == "application/octet-stream"
      || name == "binary/octet-stream"
  }
}
