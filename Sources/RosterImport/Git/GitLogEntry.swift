/// A change in the raw form, `:100644 100755 <blob> <blob> M`, whose paths have not been read yet.
struct GitLogEntry {
  private enum Status: Character {
    case added = "A"
    case copied = "C"
    case deleted = "D"
    case modified = "M"
    case renamed = "R"
    case typeChanged = "T"
  }

  private let status: Status
  private let object: GitObject
  private var sourcePath: GitPath?

  init?(_ text: String) {
    let fields = text.dropFirst().split(separator: " ")
    guard fields.count == 5, let status = fields[4].first.flatMap(Status.init) else { return nil }
    self.status = status
    object = GitObject(mode: String(fields[1]), hash: String(fields[3]))
  }

  /// Takes the next path, and returns the change if that was the last one.
  mutating func take(_ path: GitPath) -> GitFileChange? {
    switch status {
    case .added: return .inserted(path, object)
    case .deleted: return .removed(path)
    case .modified, .typeChanged: return .updated(path, object)
    case .copied, .renamed:
      guard let sourcePath else {
        sourcePath = path
        return nil
      }
      // The copied file itself stays where it was.
      return status == .copied ? .inserted(path, object) : .moved(sourcePath, to: path, object)
    }
  }
}
