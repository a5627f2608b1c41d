internal import RosterCore

/// The contents of rows that were encoded lately, for all clients of a list.
///
/// Contents are kept in two halves. If the newer one is full, the older one is forgotten and the newer one
/// takes its place; what is read meanwhile goes to the newer one. So every operation is O(1), and what is
/// read often stays.
struct RowCache {
  private var newer = Half()
  private var older = Half()
  private let countMax: Int
  private let byteCountMax: Int

  private struct Half {
    var contents: [TreeID: RowContent] = [:]
    var byteCount = 0

    mutating func remove(_ tree: TreeID) {
      guard let removed = contents.removeValue(forKey: tree) else { return }
      byteCount -= removed.bytes.count
    }
  }

  /// - Parameters:
  ///   - countMax: The most rows that are kept.
  ///   - byteCountMax: The most bytes that are kept.
  init(countMax: Int, byteCountMax: Int) {
    self.countMax = countMax
    self.byteCountMax = byteCountMax
  }

  /// The number of rows.
  var count: Int { newer.contents.count + older.contents.count }
  /// The number of bytes.
  var byteCount: Int { newer.byteCount + older.byteCount }

  /// Returns the content of a row, if it is kept.
  mutating func content(of tree: TreeID) -> RowContent? {
    if let content = newer.contents[tree] { return content }
    guard let content = older.contents[tree] else { return nil }
    older.remove(tree)
    insert(content, for: tree)
    return content
  }

  /// Keeps the content of a row.
  mutating func insert(_ content: RowContent, for tree: TreeID) {
    remove(tree)
    if newer.contents.count >= countMax / 2
      || newer.byteCount + content.bytes.count > byteCountMax / 2
    {
      older = newer
      newer = Half()
    }
    guard content.bytes.count <= byteCountMax / 2 else { return }
    newer.contents[tree] = content
    newer.byteCount += content.bytes.count
  }

  /// Forgets a row, because it has changed.
  mutating func remove(_ tree: TreeID) {
    newer.remove(tree)
    older.remove(tree)
  }

  /// Forgets all rows.
  mutating func removeAll() {
    newer = Half()
    older = Half()
  }
}
