/// The transformations of a message on its way from a scope to the scope around it, the innermost
/// first.
final class MessageMap: Sendable {
  private let part: MappedPart
  private let outer: MessageMap?

  init(_ part: MappedPart, outer: MessageMap?) {
    self.part = part
    self.outer = outer
  }

  /// Returns the message that the outer scope receives for one of this scope.
  func callAsFunction(_ message: any Sendable) -> any Sendable {
    var message = part.transform(message)
    var map = outer
    while let current = map {
      message = current.part.transform(message)
      map = current.outer
    }
    return message
  }
}
