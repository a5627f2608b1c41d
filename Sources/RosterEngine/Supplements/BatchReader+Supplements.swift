internal import RosterComponents
internal import RosterCore

extension BatchReader {
  /// The last of each header and footer that a run of batches names, of sections that live on.
  func mergedSupplements(_ run: [Batch]) -> [GeneratedSupplement<Output>] {
    guard let target = run.last?.target.state else { return [] }
    var first: [SupplementID: GeneratedSupplement<Output>] = [:]
    var last: [SupplementID: GeneratedSupplement<Output>] = [:]
    for batch in run {
      for supplement in batch.supplements {
        if first[supplement.id] == nil { first[supplement.id] = supplement }
        last[supplement.id] = supplement
      }
    }
    return last.values.compactMap { supplement in
      target.index(of: supplement.id.section).map { section in
        GeneratedSupplement(
          id: supplement.id, targetSection: section, output: supplement.output,
          size: supplement.size, formerSize: first[supplement.id]?.formerSize)
      }
    }.sorted { ($0.targetSection, $0.id.kind) < ($1.targetSection, $1.id.kind) }
  }
}
