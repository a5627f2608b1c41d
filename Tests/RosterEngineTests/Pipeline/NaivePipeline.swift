/// What a pipeline must do, in the simplest form: a list of one section is its number of items, and
/// everything that waits is one array.
struct NaivePipeline {
  enum Kind: UInt8, CaseIterable {
    /// A change that inserts an item at [0, 0], or removes it.
    case insertion, removal
    /// A change that leads to two items from any list.
    case replacement
    /// A change that only writes a state of the item at [0, 0].
    case assignment
    /// An insertion that is committed alone.
    case lone
    /// An insertion that was verified before it was queued.
    case prepared
    /// An update of the item at [0, 0].
    case updateByPath
    /// An update of an item by its id, which may not exist.
    case updateByID
    /// A reload of everything, which replaces every waiting reload.
    case reload
    /// A reload of the item at [0, 0], which replaces those that mean the same path.
    case reloadByPath
    /// A step through the history, which may lead to any list.
    case step
    /// A change that is made when its turn comes, which may lead to any list from any list.
    case draft

    var isUpdate: Bool {
      switch self {
      case .updateByPath, .updateByID, .reload, .reloadByPath, .step, .draft: true
      case .insertion, .removal, .replacement, .assignment, .lone, .prepared: false
      }
    }
    /// Whether it is committed alone.
    var standsAlone: Bool {
      switch self {
      case .lone, .reload, .reloadByPath, .step, .draft: true
      case .insertion, .removal, .replacement, .assignment, .prepared, .updateByPath, .updateByID:
        false
      }
    }
    /// Whether it is valid regardless of what happens to the modifications before it.
    var isIndependent: Bool { self == .updateByID || self == .reload || self == .draft }
    /// Whether the list after it is unknown until it is committed.
    var isStep: Bool { self == .step || self == .draft }
    /// Whether it needs an item at [0, 0] before it.
    var needsItem: Bool {
      [.removal, .assignment, .updateByPath, .reloadByPath].contains(self)
    }

    /// Returns the number of items after it, `nil` if unknown.
    func itemCount(after count: Int?) -> Int? {
      switch self {
      case .insertion, .lone, .prepared: count.map { $0 + 1 }
      case .removal: count.map { $0 - 1 }
      case .replacement: 2
      case .step, .draft: nil
      case .assignment, .updateByPath, .updateByID, .reload, .reloadByPath: count
      }
    }
  }

  struct Modification: Equatable {
    var number: Int
    var kind: Kind
  }

  enum Answer: Equatable {
    case schedule, none, invalid, noSuchItem, full, closed, suspended
  }

  let waitingCountMax: Int
  static let groupCountMax = 2
  /// The maximum number of items before an insertion.
  static let itemCountMax = 2

  private(set) var waiting: [Modification] = []
  private(set) var inFlight: [Modification] = []
  /// The number of items after everything committed.
  private(set) var itemCount = 1
  private(set) var isScheduled = false
  private(set) var isClosed = false
  /// Whether storage has failed and no caller has confirmed it yet.
  private(set) var isSuspended = false
  /// Whether another writer preceded the changes in flight, which can then only be given up.
  private(set) var isOverrun = false
  private var modificationCount = 0

  init(waitingCountMax: Int = 3) { self.waitingCountMax = waitingCountMax }

  var pendingCount: Int { waiting.count + inFlight.count }

  /// The number of items after everything pending, `nil` if unknown.
  var lastItemCount: Int? {
    ((isOverrun ? [] : inFlight) + waiting).reduce(itemCount) { $1.kind.itemCount(after: $0) }
  }

  /// The number that the next accepted modification gets.
  var nextNumber: Int { modificationCount + 1 }

  // MARK: Accepting

  /// - Returns: The answer, and the modifications that the new one replaces.
  mutating func enqueue(_ kind: Kind) -> (answer: Answer, replaced: [Modification]) {
    if isClosed { return (.closed, []) }
    if isSuspended { return (.suspended, []) }
    if waiting.count == waitingCountMax { return (.full, []) }
    if kind.needsItem, lastItemCount == 0 {
      return (kind == .removal ? .invalid : .noSuchItem, [])
    }
    let replaced = waiting.indices.filter { isReplaced($0, by: kind) }.map { waiting[$0] }
    waiting.removeAll { replaced.contains($0) }
    modificationCount += 1
    waiting.append(Modification(number: modificationCount, kind: kind))
    defer { isScheduled = true }
    return (isScheduled ? .none : .schedule, replaced)
  }

  private func isReplaced(_ index: Int, by kind: Kind) -> Bool {
    switch (waiting[index].kind, kind) {
    case (.reload, .reload), (.reloadByPath, .reload): true
    case (.reloadByPath, .reloadByPath): meansTheSamePaths(index)
    default: false
    }
  }

  /// Returns whether nothing that may change paths waits behind a modification.
  private func meansTheSamePaths(_ index: Int) -> Bool {
    waiting[index...].allSatisfy { $0.kind.isUpdate && !$0.kind.isStep }
  }

  // MARK: Working

  /// Takes consecutive updates, or consecutive changes. Only the first of the changes may be a
  /// replacement, and what stands alone is taken alone.
  mutating func takeGroup() -> [Modification] {
    guard let first = waiting.first else { return [] }
    let row = waiting.dropFirst().prefix {
      $0.kind.isUpdate == first.kind.isUpdate && !$0.kind.standsAlone && $0.kind != .replacement
    }
    inFlight = [first] + (first.kind.standsAlone ? [] : row)
    if !first.kind.isUpdate { inFlight = Array(inFlight.prefix(Self.groupCountMax)) }
    waiting.removeFirst(inFlight.count)
    return inFlight
  }

  /// - Parameter count: The number of items that a step has led to.
  /// - Returns: The changes behind that step that do not fit.
  mutating func finish(leaving count: Int?) -> [Modification] {
    guard inFlight.contains(where: { $0.kind.isStep }) else {
      itemCount = inFlight.reduce(itemCount) { $1.kind.itemCount(after: $0) ?? $0 }
      inFlight = []
      return []
    }
    inFlight = []
    itemCount = count ?? itemCount
    let isBehind = waiting.prefix { !$0.kind.isStep && $0.kind != .replacement }
    var count = itemCount
    var refused: [Modification] = []
    for change in isBehind where !change.kind.isUpdate {
      if change.kind.needsItem, count == 0 {
        refused.append(change)
      } else {
        count = change.kind.itemCount(after: count) ?? count
      }
    }
    waiting.removeAll { refused.contains($0) }
    return refused
  }

  /// - Returns: What fails with the failed change: neither a replacement nor what is after it.
  mutating func fail(committedCount: Int) -> [Modification] {
    inFlight = Array(inFlight.prefix(committedCount))
    _ = finish(leaving: nil)
    return refuseDependents()
  }

  /// - Parameter count: The number of items that steps before the failure have led to.
  /// - Returns: Everything that waits, because its callers did not know of the failure.
  mutating func storageFail(committedCount: Int, leaving count: Int?) -> [Modification] {
    inFlight = Array(inFlight.prefix(committedCount))
    let refused = waiting
    waiting = []
    _ = finish(leaving: count)
    isOverrun = false
    isSuspended = true
    return refused
  }

  /// - Returns: Whether this resumes the pipeline.
  mutating func resume(knowsTheLast: Bool) -> Bool {
    defer { if knowsTheLast { isSuspended = false } }
    return knowsTheLast && isSuspended
  }

  /// - Returns: What is no longer valid, because another writer has changed the list.
  mutating func follow(leaving count: Int) -> [Modification] {
    itemCount = count
    if let first = inFlight.first, !first.kind.isUpdate { isOverrun = true }
    return refuseDependents()
  }

  private mutating func refuseDependents() -> [Modification] {
    let upToReplacement = waiting.prefix { $0.kind != .replacement }
    let dependents = upToReplacement.filter { !$0.kind.isIndependent }
    waiting.removeAll { dependents.contains($0) }
    return dependents
  }

  /// Gives up the changes that another writer preceded.
  mutating func giveUp() {
    inFlight = []
    isOverrun = false
  }

  mutating func release() -> Answer {
    isScheduled = !waiting.isEmpty
    return isScheduled ? .schedule : .none
  }

  mutating func close() { isClosed = true }
}
