internal import Foundation

/// A folder for files that are needed for a while, which only its user may read. It goes with the last
/// reference to it.
package final class ScratchFolder: Sendable {
  package let path: String

  /// Makes a folder in that for temporary files, which `TMPDIR` names.
  package init() throws(ScratchFolderError) {
    let parent = FileManager.default.temporaryDirectory
    path = parent.appendingPathComponent("roster-\(UUID().uuidString)").path
    guard mkdir(path, 0o700) == 0 else {
      throw ScratchFolderError(path: parent.path, reason: String(cString: strerror(errno)))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }
}

/// Why there is no room for temporary files.
package struct ScratchFolderError: Error, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  package var description: String {
    "\(path): no temporary folder can be made in it: \(reason); set TMPDIR to a folder that you may write"
  }
}
