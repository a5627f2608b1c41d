import Foundation
import Testing

/// The files of the package as they stand.
enum SourceTree {
  struct File: CustomTestStringConvertible {
    /// The path from the root of the package.
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var testDescription: String { path }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized

  /// The files below some folders whose name ends in some way.
  static func files(under folders: [String], ending suffix: String) throws -> [File] {
    try folders.flatMap { folder in
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path(percentEncoded: false))
      return try paths.filter { $0.hasSuffix(suffix) }.sorted().map { try file("\(folder)/\($0)") }
    }
  }

  static func file(_ path: String) throws -> File {
    File(
      path: path,
      text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: root.appending(path: path).standardized.path(percentEncoded: false))
  }
}
