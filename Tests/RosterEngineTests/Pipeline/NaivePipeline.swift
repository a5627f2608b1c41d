/// What a pipeline must do, in the plainest words: a list of one section is its number of items,
/// and whatever waits stands in one row.
struct NaivePipeline {
  enum Kind: UInt8, CaseIterable {
    /// A change that inserts an item at [0, 0], or removes it.
    case insertion, removal
    /// A change after which there are two items, whatever there was before.
    case replacement
    /// A change that does nothing but write a state of the item at [0, 0].
    case assignment
    /// An insertion that is committed by itself.
    case lone
    /// An insertion that was verified before it came.
    case prepared
    /// An update of the item at [0, 0].
    case updateByPath
    /// An update of an item by its id, which may or may not be there.
    case updateByID
    /// A reload of everything, which takes the place of every reload that waits.
    case reload
    /// A reload of the item at [0, 0], which takes the place of those that mean the same path.
    case reloadByPath
    /// A step through the history, after which the list may be any.
    case step

    var isUpdate: Bool {
      switch self {
      case .updateByPath, .updateByID, .reload, .reloadByPath, .step: true
      case .insertion, .removal, .replacement, .assignment, .lone, .prepared: false
      }
    }
    /// Whether it is right whatever becomes of what is before it.
    var isIndependent: Bool { self == .updateByID || self == .reload }
    /// Whether there must be an item at [0, 0] before it.
    var needsItem: Bool {
      [.removal, .assignment, .updateByPath, .reloadByPath].contains(self)
    }

    /// The number of items after it, `nil` if nobody knows.
    func itemCount(after count: Int?) -> Int? {
      switch self {
      case .insertion, .lone, .prepared: count.map { $0 + 1 }
      case .removal: count.map { $0 - 1 }
      case .replacement: 2
      case .step: nil
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
  /// How many items there are at most before something is inserted.
  static let itemCountMax = 2

  private(set) var waiting: [Modification] = []
  private(set) var inFlight: [Modification] = []
  /// The number of items after everything that is committed.
  private(set) var itemCount = 1
  private(set) var isScheduled = false
  private(set) var isClosed = false
  /// Whether storage has failed, and no caller has said yet that it knows.
  private(set) var isSuspended = false
  /// Whether others came before the changes in flight, which can only be given up then.
  private(set) var isOverrun = false
  private var modificationCount = 0

  init(waitingCountMax: Int = 3) { self.waitingCountMax = waitingCountMax }

  var pendingCount: Int { waiting.count + inFlight.count }

  /// The number of items after everything that is pending, `nil` if nobody knows.
  var lastItemCount: Int? {
    ((isOverrun ? [] : inFlight) + waiting).reduce(itemCount) { $1.kind.itemCount(after: $0) }
  }

  /// The number that the next accepted modification gets.
  var nextNumber: Int { modificationCount + 1 }

  // MARK: Accepting

  /// - Returns: The answer, and what the new modification takes the place of.
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

  /// Whether nothing waits behind a modification that may change paths.
  private func meansTheSamePaths(_ index: Int) -> Bool {
    waiting[index...].allSatisfy { $0.kind.isUpdate && $0.kind != .step }
  }

  // MARK: Working

  /// All updates in a row, or some changes in a row, of which only the first is a replacement, and
  /// which are one if that stands alone.
  mutating func takeGroup() -> [Modification] {
    let takesUpdates = waiting.first?.kind.isUpdate ?? false
    inFlight = Array(waiting.prefix { $0.kind.isUpdate == takesUpdates })
    if !takesUpdates {
      inFlight = Array(inFlight.prefix(Self.groupCountMax))
      let rest = inFlight.dropFirst().prefix { $0.kind != .replacement && $0.kind != .lone }
      inFlight = Array(inFlight.prefix(1))
      if inFlight.first?.kind != .lone { inFlight += rest }
    }
    waiting.removeFirst(inFlight.count)
    return inFlight
  }

  /// - Parameter count: The number of items that steps in the group have led to.
  /// - Returns: The changes behind those steps that do not fit.
  mutating func finish(leaving count: Int?) -> [Modification] {
    guard inFlight.contains(where: { $0.kind == .step }) else {
      itemCount = inFlight.reduce(itemCount) { $1.kind.itemCount(after: $0) ?? $0 }
      inFlight = []
      return []
    }
    inFlight = []
    itemCount = count ?? itemCount
    let isBehind = waiting.prefix { $0.kind != .step && $0.kind != .replacement }
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

  /// - Returns: What goes with the failed change; a replacement does not, nor what is after it.
  mutating func fail(committedCount: Int) -> [Modification] {
    inFlight = Array(inFlight.prefix(committedCount))
    _ = finish(leaving: nil)
    return refuseDependents()
  }

  /// - Parameter count: The number of items that steps before the failure have led to.
  /// - Returns: What waits, all of it: its callers did not know of the failure.
  mutating func storageFail(committedCount: Int, leaving count: Int?) -> [Modification] {
    inFlight = Array(inFlight.prefix(committedCount))
    let refused = waiting
    waiting = []
    _ = finish(leaving: count)
    isOverrun = false
    isSuspended = true
    return refused
  }

  /// - Returns: Whether modifications are taken again by this.
  mutating func resume(knowsTheLast: Bool) -> Bool {
    defer { if knowsTheLast { isSuspended = false } }
    return knowsTheLast && isSuspended
  }

  /// - Returns: What is not right any more, since others have changed the list.
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

  /// Gives up the changes that others came before.
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
