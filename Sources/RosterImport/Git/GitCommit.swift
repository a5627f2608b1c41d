/// A commit and what it does to the files of its first parent.
package struct GitCommit: Hashable, Sendable {
  /// The full object id.
  var hash: String
  /// When it was committed, in the strict form of ISO 8601; `nil` if the commit does not say.
  var committedAt: String?
  var changes: [GitFileChange] = []
}
