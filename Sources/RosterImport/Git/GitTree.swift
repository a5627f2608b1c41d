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
