import Foundation
import RosterTestSupport

extension TemporaryFolder {
  /// The path of a database in the folder.
  func path(_ name: String = "list.sqlite") -> String { path(of: name) }
}

/// The bytes of a file, `nil` if there is none.
func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }
