import RosterCore

/// One change somewhere in a list of one section.
enum SingleChange: String, CaseIterable {
  case update, insertion, move

  /// Makes the next change of a list.
  ///
  /// - Parameters:
  ///   - number: What the model says.
  ///   - count: The number of items.
  ///   - random: What says where.
  func changeset(
    _ number: Int, of count: Int, using random: inout FastRandom
  ) -> Changeset<String, String> {
    let index = Int.random(in: 0..<count, using: &random)
    let target = Int.random(in: 0..<count, using: &random)
    return Changeset {
      switch self {
      case .update: $0.updateItem(at: ItemPath(section: 0, item: index), "new \(number)")
      case .insertion: $0.insertItem("new \(number)", at: ItemPath(section: 0, item: index))
      case .move:
        $0.moveItem(
          from: ItemPath(section: 0, item: index), to: ItemPath(section: 0, item: target))
      }
    }
  }
}
