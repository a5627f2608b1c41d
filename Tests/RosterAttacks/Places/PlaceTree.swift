import Foundation

/// Everything in a folder: each name, with the bytes of its file or the text of its link.
struct PlaceTree: Equatable {
  private(set) var entries: [String: Data] = [:]

  /// Reads a folder and the folders in it.
  init(_ root: String) throws {
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: root) {
      let path = "\(root)/\(name)"
      if let text = try? manager.destinationOfSymbolicLink(atPath: path) {
        entries[name] = Data("-> \(text)".utf8)
      } else {
        entries[name] = manager.contents(atPath: path) ?? Data()
      }
    }
  }

  /// The files that SQLite keeps beside a database while it is open.
  static let companions = ["-wal", "-shm"]

  /// Returns the first thing that differs, `nil` if nothing does.
  ///
  /// Readers note in the index of a log up to where they read.
  ///
  /// - Parameter mayAppear: The names that may be there in addition.
  func difference(from before: PlaceTree, mayAppear: Set<String> = []) -> String? {
    for (name, bytes) in before.entries.sorted(by: { $0.key < $1.key }) {
      guard let now = entries[name] else { return "\(name) is gone" }
      if now != bytes, !name.hasSuffix("-shm") { return "\(name) has other bytes" }
    }
    return entries.keys.sorted().first { before.entries[$0] == nil && !mayAppear.contains($0) }
      .map { "\($0) has appeared" }
  }

  /// Returns the folder without some names.
  func without(_ names: Set<String>) -> PlaceTree {
    var rest = self
    rest.entries = entries.filter { !names.contains($0.key) }
    return rest
  }
}
