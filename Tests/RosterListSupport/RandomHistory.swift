package import RosterCore
package import RosterEngine
package import RosterTestKit
package import RosterTestSupport

/// A naive list that changes by one random changeset after another.
package struct RandomHistory {
  package private(set) var list = NaiveList<String, String>()
  private var changesets: RandomChangesets

  /// For other random choices.
  package var random: SplitMix64

  package init(seed: UInt64) {
    changesets = RandomChangesets(seed: seed)
    random = SplitMix64(seed: ~seed)
  }

  /// Returns the next changeset, already applied to the list.
  ///
  /// - Parameter removesTwice: Whether items may be removed together with their section.
  package mutating func next(removesTwice: Bool = true) throws -> TextChange {
    var parts = changesets.valid(for: list.counts)
    if !removesTwice {
      parts.removedItems.removeAll { parts.removedSections.contains($0.section) }
    }
    let changeset = parts.changeset(models: "\(list.revision):")
    list = try list.applying(changeset)
    return changeset
  }

  /// Applies a changeset from elsewhere to the list.
  package mutating func take(_ changeset: TextChange) throws { list = try list.applying(changeset) }

  /// Replaces the list by a snapshot.
  package mutating func replace(with target: TextContents) throws {
    list = try list.applying(
      TextChange {
        for section in list.counts.indices { $0.removeSection(at: section) }
        for (index, section) in target.sections.enumerated() {
          $0.insertSection(at: index, section.model)
          $0.insertItems(section.items, at: ItemPath(section: index, item: 0))
        }
      })
  }

  /// Returns a changeset that is probably invalid, and whether it is valid.
  package mutating func spoiled() -> (changeset: TextChange, isValid: Bool) {
    let changeset = changesets.spoiled(for: list.counts).changeset(models: "\(list.revision):")
    guard let target = try? list.applying(changeset) else { return (changeset, false) }
    list = target
    return (changeset, true)
  }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// The models with the ids of their items.
  package var identifiedModels: [(ItemID, String)] {
    get throws {
      try (0..<state.sectionCount).flatMap {
        Array(zip(try state.itemIDs(inSection: $0), try models(inSection: $0)))
      }
    }
  }
}
