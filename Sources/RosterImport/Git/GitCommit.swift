/// A commit and its changes to the files of its first parent.
package struct GitCommit: Hashable, Sendable {
  /// The full object id.
  var hash: String
  /// The date of the commit, in the strict form of ISO 8601; `nil` if the commit has none.
  var committedAt: String?
  var changes: [GitFileChange] = []
}
