import RosterJSON
import RosterLog

/// The files of one commit by folder, folders and files in bytewise order. It corresponds to the
/// list.
struct GitTree: Sendable {
  var folders = NamedArray<GitFolder>()

  /// A change that does not fit the tree.
  struct Misfit: Error {
    var path: GitPath
    var problem: String
  }
}

extension GitTree {
  /// Returns the expected list for this tree.
  ///
  /// - Complexity: O(*n*) for *n* files.
  func expectation(revision: Int) -> Expectation {
    var fingerprint = Fingerprint()
    for folder in folders.elements {
      fingerprint.addSection(model: folder.model)
      for file in folder.files.elements {
        fingerprint.addItem(model: folder.model(of: file))
      }
    }
    var expectation = Expectation()
    expectation.revision = revision
    expectation.counts = folders.elements.map(\.files.count)
    expectation.fingerprint = fingerprint.hex
    return expectation
  }
}

/// A folder with files directly in it: a section of the list.
struct GitFolder: Named, Sendable {
  /// The whole path; "." for the root.
  var name: ByteString
  var files = NamedArray<GitFile>()
}

extension GitFolder {
  /// The model of the section.
  var model: JSONValue { .object(["path": .string(GitPath.text(of: name.bytes))]) }

  /// Returns the model of the item for `file` in this folder.
  func model(of file: GitFile) -> JSONValue {
    .object([
      "path": .string(GitPath(folder: name, name: file.name).text),
      "blob": .string(file.object.hash),
      "mode": .string(file.object.mode),
    ])
  }
}

/// A file in a folder: an item of the list.
struct GitFile: Named, Hashable, Sendable {
  var name: ByteString
  var object: GitObject
}
