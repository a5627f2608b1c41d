import RosterCore
import RosterTestSupport

extension ListState {
  /// Returns the batch of a changeset that fits the list.
  func batch<Model, SectionModel>(
    of changeset: Changeset<Model, SectionModel>
  ) throws -> ChangeBatch<Model, SectionModel> {
    ChangeBatch(
      source: self, target: try applying(changeset).target,
      verified: try changeset.verified(against: self))
  }
}

/// Every valid changeset of up to two changes over a small list.
struct SmallBatches {
  let counts: [Int]

  /// Makes the batches, and the lists before and after each, until something is found.
  ///
  /// - Parameter find: Returns what is wrong; `nil` if nothing is.
  /// - Returns: The first finding with its changeset, and the number of batches.
  func first(
    _ find: (
      _ batch: ChangeBatch<String, String>, _ source: NaiveList<String, String>,
      _ target: NaiveList<String, String>
    ) -> String?
  ) throws -> (finding: String?, count: Int) {
    let rows = ListRows<String, String>(
      counts.enumerated().map { section, count in
        .init(model: "s\(section)", items: (0..<count).map { "\(section)-\($0)" })
      })
    var list = TrackedList()
    if !counts.isEmpty { list = try TrackedList(rows) }
    var (validCount, first): (Int, String?) = (0, nil)
    for size in 0...2 {
      SmallChangesets(counts: counts).forEach(ofCount: size) { parts in
        let changeset = parts.changeset(models: "new ")
        guard first == nil, let target = try? list.naive.applying(changeset),
          let batch = try? list.state.batch(of: changeset)
        else { return }
        validCount += 1
        first = find(batch, list.naive, target).map { "\(changeset): \($0)" }
      }
    }
    return (first, validCount)
  }
}
