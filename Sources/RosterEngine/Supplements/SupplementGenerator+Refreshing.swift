internal import RosterComponents
internal import RosterCore

extension SupplementGenerator {
  /// Builds anew what a reload names and is in memory, however equal it is; on the work queue.
  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(StorageError) -> SupplementRefresh {
    let providers = providers
    let sections = (places.isAll ? Array(0..<source.sectionCount) : places.sections.sorted())
    if sections.isEmpty { return SupplementRefresh() }
    let kept = placed(in: source).filter { places.containsWhole(section: $0.section) }
    let roots = try roots(
      of: kept.map { ($0.id, $0.section) }, providers, at: source.revision)
    let conditions = trees.items.currentConditions
    let built = trees.items.owner.generateConcurrently(count: kept.count) { index in
      let former = kept[index]
      return self.trees.items.rebuilt(roots[index](), after: former, conditions)
    }
    return SupplementRefresh(
      supplements: built, namesAll: kept.count == sections.count * providers.kinds.count,
      replacesAll: false)
  }

  /// Builds and lays out what is in memory for other conditions or out of other components, as far as
  /// it is another; on the work queue.
  ///
  /// - Returns: `nil` if everything is the same.
  func reconfigure(
    _ conditions: TreeConditions, _ change: ProvidersChange, on source: ListState
  ) throws(StorageError) -> SupplementRefresh? {
    let former = trees.items.currentConditions
    if conditions == former, change.replaced.isEmpty { return nil }
    let (old, new) = (providers, change.providers(after: providers))
    let kept = placed(in: source)
    let isSameEnvironment = conditions.environment == former.environment
    let rebuilt = kept.indices.filter {
      change.replaced.contains(kept[$0].id.kind) && new[kept[$0].id.kind] != nil
    }
    let roots = try roots(
      of: rebuilt.map { (kept[$0].id, kept[$0].section) }, new, at: source.revision)
    let rootsByIndex = Dictionary(uniqueKeysWithValues: zip(rebuilt, roots))
    let refreshed = trees.items.owner.generateConcurrently(count: kept.count) { index in
      let former = kept[index]
      let items = self.trees.items
      if new[former.id.kind] == nil { return former.withoutTree }
      if let root = rootsByIndex[index] { return items.replaced(root(), after: former, conditions) }
      return items.refreshed(former, conditions, isSameEnvironment: isSameEnvironment)
    }
    let kinds = Set(old.kinds + new.kinds)
    var refresh = SupplementRefresh(
      supplements: refreshed, namesAll: kept.count == source.sectionCount * kinds.count,
      replacesAll: true)
    if !change.replaced.isEmpty {
      let estimates = estimates(new)
      refresh.estimates = estimates
      refresh.publishProviders = { self.replaceProviders(new) }
    }
    return refresh
  }

  /// What is in memory, ascending.
  func placed(in source: ListState) -> [UpdatedSupplement] {
    trees.kept.compactMap { id, built in
      source.index(of: id.section).map { UpdatedSupplement(id: id, section: $0, built: built) }
    }.sorted { ($0.section, $0.id.kind) < ($1.section, $1.id.kind) }
  }

  /// Shows what a reload or another configuration has built; on the work queue.
  func publish(_ refresh: SupplementRefresh) {
    refresh.publishProviders?()
    if refresh.replacesAll {
      let providers = providers
      trees.replaceAll(with: refresh.supplements.filter { providers[$0.id.kind] != nil })
    } else {
      trees.replace(refresh.supplements)
    }
  }
}
