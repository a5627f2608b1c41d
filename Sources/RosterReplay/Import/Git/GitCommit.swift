/// A commit and its changes to the files of its first parent.
package struct GitCommit: Hashable, Sendable {
  /// The full object id.
  var hash: String
  /// The date of the commit, in the strict form of ISO 8601; `nil` if the commit has none.
  var committedAt: String?
  /// The name of the author; `nil` if the commit has none.
  var author: String?
  /// The first line of what the author says, or its beginning.
  var title: String?
  var changes: [GitFileChange] = []
}

/// The change of a commit to one file of its first parent.
enum GitFileChange: Hashable, Sendable {
  case inserted(GitPath, GitObject)
  case updated(GitPath, GitObject)
  case removed(GitPath)
  /// The file was renamed, and possibly changed.
  case moved(GitPath, to: GitPath, GitObject)
}

/// The object that a name in a tree refers to.
struct GitObject: Hashable, Sendable {
  /// The file mode in octal: `100644`, `100755`, `120000` for a symbolic link, `160000` for a
  /// submodule.
  var mode: String
  /// The full object id: that of a blob, or of a commit for a submodule.
  var hash: String
}
