extension ListContents: CustomStringConvertible {
  /// Within braces one line for each item with its path and its model; "{}" if there is no item.
  ///
  ///     {
  ///       [0, 0]: Hello,
  ///       [0, 1]: World
  ///     }
  public var description: String {
    let lines = sections.enumerated().flatMap { section, row in
      row.items.enumerated().map { "  \(ItemPath(section: section, item: $0)): \($1)" }
    }
    return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n}"
  }
}
