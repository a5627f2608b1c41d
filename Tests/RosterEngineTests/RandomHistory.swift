import RosterCore
import RosterEngine
import RosterTestSupport

/// A naive list that goes from one random changeset to the next.
struct RandomHistory {
  private(set) var list = NaiveList<String, String>()
  private var changesets: RandomChangesets

  /// For whatever else is random.
  var random: SplitMix64

  init(seed: UInt64) {
    changesets = RandomChangesets(seed: seed)
    random = SplitMix64(seed: ~seed)
  }

  /// The next changeset, which the list has taken.
  ///
  /// - Parameter removesTwice: Whether items may be removed together with their section.
  mutating func next(removesTwice: Bool = true) throws -> TextChange {
    var parts = changesets.valid(for: list.counts)
    if !removesTwice {
      parts.removedItems.removeAll { parts.removedSections.contains($0.section) }
    }
    let changeset = parts.changeset(models: "\(list.revision):")
    list = try list.applying(changeset)
    return changeset
  }

  /// Has the list take a changeset from elsewhere.
  mutating func take(_ changeset: TextChange) throws { list = try list.applying(changeset) }

  /// Has the list become a snapshot.
  mutating func replace(with target: TextContents) throws {
    list = try list.applying(
      TextChange {
        for section in list.counts.indices { $0.removeSection(at: section) }
        for (index, section) in target.sections.enumerated() {
          $0.insertSection(at: index, section.model)
          $0.insertItems(section.items, at: ItemPath(section: index, item: 0))
        }
      })
  }

  /// A changeset that is most probably not valid, and whether it is.
  mutating func spoiled() -> (changeset: TextChange, isValid: Bool) {
    let changeset = changesets.spoiled(for: list.counts).changeset(models: "\(list.revision):")
    guard let target = try? list.applying(changeset) else { return (changeset, false) }
    list = target
    return (changeset, true)
  }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// The models with the items that they belong to.
  var identifiedModels: [(ItemID, String)] {
    get throws {
      try (0..<state.sectionCount).flatMap {
        Array(zip(try state.itemIDs(inSection: $0), try models(inSection: $0)))
      }
    }
  }
}
