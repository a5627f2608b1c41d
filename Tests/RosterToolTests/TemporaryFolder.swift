import Foundation

/// A folder that is removed when the last reference to it goes.
final class TemporaryFolder: Sendable {
  private let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "roster-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a text file, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(of: name)))
    return path(of: name)
  }
}
