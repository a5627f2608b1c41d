import Foundation
import RosterLayoutCases
import Testing

/// The files of cases beside the tests.
enum LayoutFixture {
  static func bytes(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try Data(contentsOf: folder.appending(path: "Fixtures").appending(path: name))
  }

  static func cases(_ name: String) throws -> [LayoutCase] {
    try LayoutCaseReader().read(try bytes(name))
  }
}
