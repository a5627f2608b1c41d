extension ChangesetOutline: CustomStringConvertible {
  /// One line for each part, in the order of the parts, without empty parts; empty if all are.
  public var description: String {
    partDescriptions(
      updatedItems: updatedItems.map(\.description),
      insertedItems: insertedItems.map(\.description),
      updatedSections: updatedSections.map(\.description),
      insertedSections: insertedSections.map(\.description))
  }

  fileprivate func partDescriptions(
    updatedItems: [String], insertedItems: [String], updatedSections: [String],
    insertedSections: [String]
  ) -> String {
    let parts: [(String, [String])] = [
      ("updated items", updatedItems),
      ("removed items", removedItems.map(\.description)),
      ("moved items", movedItems.map(\.description)),
      ("inserted items", insertedItems),
      ("updated sections", updatedSections),
      ("removed sections", removedSections.map(\.description)),
      ("moved sections", movedSections.map(\.description)),
      ("inserted sections", insertedSections),
    ]
    return parts.filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }
      .joined(separator: "\n")
  }
}

extension Changeset: CustomStringConvertible {
  /// One line for each part with its models, in the order of the parts; empty for the empty
  /// changeset.
  public var description: String {
    outline.partDescriptions(
      updatedItems: updatedItems.map { "\($0): \($1)" },
      insertedItems: insertedItems.map { "\($0): \($1)" },
      updatedSections: updatedSections.map(describe),
      insertedSections: insertedSections.map(describe))
  }

  private func describe(_ section: Int, _ model: SectionModel?) -> String {
    model.map { "\(section): \($0)" } ?? "\(section)"
  }
}
