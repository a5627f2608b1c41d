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
}
