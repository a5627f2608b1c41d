import Foundation

/// A folder that goes when nobody uses it any more.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("roster-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String = "list.sqlite") -> String { url.appendingPathComponent(name).path }
}

/// The bytes of a file, `nil` if there is none.
func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }
