/// What a commit does to one file of its first parent.
enum GitFileChange: Hashable, Sendable {
  case inserted(GitPath, GitObject)
  case updated(GitPath, GitObject)
  case removed(GitPath)
  /// The file was renamed, and perhaps changed as well.
  case moved(GitPath, to: GitPath, GitObject)
}
