/// Why a session cannot be opened, or why it is over.
///
/// The message is for the client. It is short and contains no contents of models.
package struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    /// There is no such list, or nothing at this path.
    case notFound
    /// A message is not what the protocol allows.
    case malformed
    /// A message, or what it asks for, is larger than allowed.
    case tooLarge
    /// What was asked for is not allowed, such as an edit of a list that is only read.
    case refused
    /// There is no room for one more session, or request.
    case busy
    /// Something failed that the client cannot help, such as a file that cannot be read.
    case failed
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
