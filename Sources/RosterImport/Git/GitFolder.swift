import RosterJSON

/// A folder with files directly in it: a section of the list.
struct GitFolder: Named, Sendable {
  /// The whole path; "." for the root.
  var name: ByteString
  var files = NamedArray<GitFile>()
}

extension GitFolder {
  /// The model of the section.
  var model: JSONValue { .object(["path": .string(GitPathText.text(of: name.bytes))]) }

  /// Returns the model of the item for `file` in this folder.
  func model(of file: GitFile) -> JSONValue {
    .object([
      "path": .string(GitPath(folder: name, name: file.name).text),
      "blob": .string(file.object.hash),
      "mode": .string(file.object.mode),
    ])
  }
}
