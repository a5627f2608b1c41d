package import Foundation

/// A folder that is removed when the last reference to it goes.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "roster-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path(percentEncoded: false) }

  /// The path of something in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a text file, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(of: name)
  }
}
