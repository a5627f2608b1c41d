extension ChangeBatch: CustomStringConvertible {
  /// A description of what changed where, without models: within braces one line for each part,
  /// with paths and sections in ascending order and neighbouring sections as a range. It is empty
  /// if nothing changed.
  ///
  ///     {
  ///       updated items: [0, 1] → [0, 2]
  ///       inserted items: [0, 0], [1, 3]
  ///       removed sections: 1–3
  ///     }
  public var description: String {
    let outline = changeset.outline
    let parts: [(name: String, places: [String])] = [
      ("updated items", updatedPaths.map(\.description)),
      ("removed items", outline.removedItems.map(\.description)),
      ("moved items", outline.movedItems.map(\.description)),
      ("inserted items", outline.insertedItems.map(\.description)),
      ("updated sections", Self.ranges(updatedSections)),
      ("removed sections", Self.ranges(outline.removedSections)),
      ("moved sections", outline.movedSections.map(\.description)),
      ("inserted sections", Self.ranges(outline.insertedSections)),
    ]
    let lines = parts.filter { !$0.places.isEmpty }
      .map { "  \($0.name): \($0.places.joined(separator: ", "))" }
    return lines.isEmpty ? "" : (["{"] + lines + ["}"]).joined(separator: "\n")
  }

  private static func ranges(_ sections: [Int]) -> [String] {
    IndexRuns(ascending: sections).ranges.map { range in
      let last = range.upperBound - 1
      return range.lowerBound == last ? "\(last)" : "\(range.lowerBound)–\(last)"
    }
  }
}
