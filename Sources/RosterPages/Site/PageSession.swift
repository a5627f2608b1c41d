/// What one client shows and is sent.
///
/// A server asks for the next message only when the former one has been written to the network. So what
/// happens while a client reads slowly can become one message.
package protocol PageSession: AnyObject, Sendable {
  /// Takes a message of the client, one JSON object.
  ///
  /// Any thread may call this, one call at a time. It returns soon: work is queued.
  ///
  /// - Throws: A `PageError` if the session is over with this message.
  func receive(_ message: [UInt8]) throws(PageError)

  /// Waits until there is something to send, and returns it as one JSON object.
  ///
  /// One call at a time. The call returns `nil` soon after `close()` or the cancellation of its task.
  ///
  /// - Returns: The message, or `nil` if the session is over.
  func nextMessage() async -> [UInt8]?

  /// Ends the session. Further calls do nothing.
  func close()
}
