/// The change of a commit to one file of its first parent.
enum GitFileChange: Hashable, Sendable {
  case inserted(GitPath, GitObject)
  case updated(GitPath, GitObject)
  case removed(GitPath)
  /// The file was renamed, and possibly changed.
  case moved(GitPath, to: GitPath, GitObject)
}
