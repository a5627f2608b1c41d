/// CSS Grid 2, section 12: track sizing.
extension GridAxis {
  /// An item, as far as tracks depend on it.
  struct Item {
    /// The index of the item.
    let index: Int
    let sets: Range<Int>
    let trackCount: Int
    var isFlexible = false
  }

  /// What an item contributes to its tracks, with its margins.
  enum Contribution {
    /// Section 6.6 and 12.5: the smallest size that it accepts.
    case minimum
    case minContent
    case maxContent
  }

  /// The room for the tracks.
  enum Room {
    /// A known length.
    case definite(Double)
    /// As little as the content needs.
    case minContent
    /// As much as the content wants.
    case maxContent(Limits)
    /// The tracks decide, while the grid is laid out.
    case open(Limits)

    /// Whether the grid is laid out, and not asked for the width that it would like to have.
    var isLayout: Bool {
      switch self {
      case .definite, .open: true
      case .minContent, .maxContent: false
      }
    }
  }

  /// The minimum and the maximum of a length that is not known.
  struct Limits {
    var least = 0.0
    var most = Double.infinity
  }

  /// Gives each track its size.
  ///
  /// - Parameter contribution: Returns what an item contributes.
  mutating func size(
    _ items: [Item], in room: Room, stretches: Bool,
    _ contribution: (_ item: Int, _ kind: Contribution) -> Double
  ) {
    resolveIntrinsicSizes(items, in: room, contribution)
    maximize(in: room)
    expandFlexible(items, in: room, contribution)
    if stretches { stretchAuto(in: room) }
    spacing = gap
  }

  // MARK: Intrinsic sizes (section 12.5)

  private enum Step {
    case intrinsicMinimums
    case contentMinimums
    case maxContentMinimums
    case intrinsicMaximums
    case maxContentMaximums

    var isMaximum: Bool { self == .intrinsicMaximums || self == .maxContentMaximums }
  }

  private mutating func resolveIntrinsicSizes(
    _ items: [Item], in room: Room, _ contribution: (Int, Contribution) -> Double
  ) {
    var plain: [Item] = []
    var flexible: [Item] = []
    for var item in items {
      guard sets[item.sets].contains(where: { $0.min != .fixed || $0.max != .fixed }) else {
        continue
      }
      item.isFlexible = sets[item.sets].contains { $0.max == .flexible }
      if item.isFlexible { flexible.append(item) } else { plain.append(item) }
    }
    // Stable, so that sums do not depend on how items are sorted.
    plain = plain.enumerated().sorted {
      ($0.element.trackCount, $0.offset) < ($1.element.trackCount, $1.offset)
    }.map(\.element)
    var start = 0
    while start < plain.count {
      var end = start
      while end < plain.count, plain[end].trackCount == plain[start].trackCount { end += 1 }
      let group = plain[start..<end]
      increase(.intrinsicMinimums, group, in: room, contribution)
      increase(.contentMinimums, group, in: room, contribution)
      increase(.maxContentMinimums, group, in: room, contribution)
      increase(.intrinsicMaximums, group, in: room, contribution)
      increase(.maxContentMaximums, group, in: room, contribution)
      for index in sets.indices { sets[index].isGrowable = false }
      start = end
    }
    increase(.intrinsicMinimums, flexible[...], in: room, contribution)
    increase(.contentMinimums, flexible[...], in: room, contribution)
    increase(.maxContentMinimums, flexible[...], in: room, contribution)
    for index in sets.indices {
      if sets[index].limit == .infinity { sets[index].limit = sets[index].base }
    }
  }

  /// One of the steps for items with spans of one length (section 12.5, step 3).
  private mutating func increase(
    _ step: Step, _ items: ArraySlice<Item>, in room: Room,
    _ contribution: (Int, Contribution) -> Double
  ) {
    var touched = false
    for item in items {
      let affected = item.sets.filter { isAffected(sets[$0], by: step, item, in: room) }
      if affected.isEmpty { continue }
      touched = true
      var space = wanted(by: item, step, in: room, contribution)
      space -= gap * Double(item.trackCount - 1)
      for set in sets[item.sets] {
        space -= set.count * (step.isMaximum && set.limit < .infinity ? set.limit : set.base)
      }
      guard space > 0 else {
        // A growth limit becomes finite by that alone.
        for index in affected { sets[index].planned = max(sets[index].planned, 0) }
        if step.isMaximum { markSized(affected) }
        continue
      }
      distribute(space, over: affected, step, isFlexible: item.isFlexible)
      for index in affected {
        sets[index].planned = max(sets[index].planned, sets[index].increase)
        sets[index].increase = 0
      }
      if step.isMaximum { markSized(affected) }
    }
    if touched { finish(step) }
  }

  /// Notes growth limits that are to become finite, by a planned increase that is not 0 as a number.
  private mutating func markSized(_ affected: [Int]) {
    for index in affected where sets[index].limit == .infinity { sets[index].isGrowable = true }
  }

  private mutating func finish(_ step: Step) {
    for index in sets.indices {
      if step.isMaximum {
        if sets[index].limit == .infinity {
          if sets[index].isGrowable { sets[index].limit = sets[index].base + sets[index].planned }
        } else {
          sets[index].limit += sets[index].planned
        }
      } else {
        sets[index].base += sets[index].planned
        sets[index].limit = max(sets[index].limit, sets[index].base)
      }
      sets[index].planned = 0
    }
  }

  private func isAffected(_ set: Set, by step: Step, _ item: Item, in room: Room) -> Bool {
    if item.isFlexible && set.max != .flexible { return false }
    switch step {
    case .intrinsicMinimums: return set.min != .fixed
    case .contentMinimums: return set.min == .minContent || set.min == .maxContent
    case .maxContentMinimums:
      if set.min == .maxContent { return true }
      // Flexible tracks are no larger than minimum contributions (not in CSS: what browsers do), which
      // matters only if the sum of their factors is less than 1.
      if case .maxContent = room { return set.min == .auto && !item.isFlexible }
      return false
    case .intrinsicMaximums: return set.max != .fixed && set.max != .flexible
    case .maxContentMaximums:
      return set.max == .auto || set.max == .maxContent || set.max == .fitContent
    }
  }

  private func wanted(
    by item: Item, _ step: Step, in room: Room, _ contribution: (Int, Contribution) -> Double
  ) -> Double {
    switch step {
    case .intrinsicMinimums: return contribution(item.index, .minimum)
    case .contentMinimums, .intrinsicMaximums: return contribution(item.index, .minContent)
    case .maxContentMinimums:
      let most = contribution(item.index, .maxContent)
      let isOnlyMax = sets[item.sets].allSatisfy { $0.min == .maxContent }
      return room.isLayout || isOnlyMax ? most : limited(most, item, contribution)
    case .maxContentMaximums: return contribution(item.index, .maxContent)
    }
  }

  /// Section 12.5: a contribution, limited by the maximum of the tracks if that is known, and at least
  /// the minimum contribution.
  private func limited(
    _ length: Double, _ item: Item, _ contribution: (Int, Contribution) -> Double
  ) -> Double {
    let most = fixedMaximum(of: item)
    if most.isNaN || length <= most { return length }
    return max(most, min(length, contribution(item.index, .minimum)))
  }

  /// The most that the tracks of an item become, with the gaps; NaN if content or room decides.
  func fixedMaximum(of item: Item, withFitContent: Bool = true) -> Double {
    var sum = gap * Double(item.trackCount - 1)
    for set in sets[item.sets] {
      switch set.max {
      case .fixed: sum += set.count * set.limit
      case .fitContent where withFitContent: sum += set.count * set.fitLimit
      default: return .nan
      }
    }
    return sum
  }

  // MARK: Distributing extra space (section 12.5.1)

  private mutating func distribute(
    _ space: Double, over affected: [Int], _ step: Step, isFlexible: Bool
  ) {
    if isFlexible {
      let factors = affected.reduce(0) { $0 + sets[$1].factor * sets[$1].count }
      if factors > 0 {
        for index in affected { sets[index].increase = space * (sets[index].factor / factors) }
        return
      }
    }
    var rest = share(space, over: affected) { set in
      if step.isMaximum {
        if set.limit == .infinity || set.isGrowable {
          return set.max == .fitContent
            ? max(set.fitLimit - (set.limit == .infinity ? set.base : set.limit), 0) : .infinity
        }
        return 0
      }
      return max(set.limit - set.base, 0)
    }
    guard rest > 0 else { return }
    var beyond = affected.filter { index in
      switch (step, sets[index].max) {
      case (.maxContentMinimums, .fixed), (.maxContentMinimums, .minContent): false
      case (_, .fixed): false
      default: true
      }
    }
    if step.isMaximum {
      rest = share(rest, over: beyond) { set in
        guard set.max == .fitContent else { return .infinity }
        let size = (set.limit == .infinity ? set.base : set.limit) + set.increase
        return set.increase + max(set.fitLimit - size, 0)
      }
      return
    }
    if beyond.isEmpty { beyond = affected }
    // Tracks with `fit-content(…)` are no longer intrinsic when they have reached their limit.
    let growing = beyond.filter { index in
      sets[index].max != .fitContent
        || sets[index].base + sets[index].increase < sets[index].fitLimit
    }
    _ = share(rest, over: growing.isEmpty ? beyond : growing) { _ in .infinity }
  }

  /// Adds equal shares to the increases of tracks, up to the most that each may grow.
  ///
  /// - Returns: The space that remains.
  private mutating func share(
    _ space: Double, over indices: [Int], upTo most: (Set) -> Double
  ) -> Double {
    let rooms = indices.map { (index: $0, room: max(most(sets[$0]) - sets[$0].increase, 0)) }
      .sorted { ($0.room, $0.index) < ($1.room, $1.index) }
    var count = indices.reduce(0) { $0 + sets[$1].count }
    var rest = space
    for (index, room) in rooms {
      let share = min(rest / count, room)
      sets[index].increase += share
      rest -= share * sets[index].count
      count -= sets[index].count
    }
    return rest
  }

  // MARK: Maximizing (section 12.6)

  private mutating func maximize(in room: Room) {
    switch room {
    case .minContent: return
    case .definite(let length): grow(to: length)
    case .maxContent, .open:
      // Not limited by the maximum of the grid (not in CSS: what browsers do).
      for index in sets.indices { sets[index].base = sets[index].limit }
    }
  }

  private mutating func grow(to length: Double) {
    let free = length - total
    guard free > 0 else { return }
    _ = share(free, over: Array(sets.indices)) { $0.limit - $0.base }
    for index in sets.indices {
      sets[index].base += sets[index].increase
      sets[index].increase = 0
    }
  }

  // MARK: Flexible tracks (section 12.7)

  private mutating func expandFlexible(
    _ items: [Item], in room: Room, _ contribution: (Int, Contribution) -> Double
  ) {
    guard sets.contains(where: { $0.max == .flexible }) else { return }
    switch room {
    case .minContent: return
    case .definite(let length): setFractions(fraction(of: sets.indices, gaps: trackCount, length))
    case .maxContent(let limits), .open(let limits):
      var fraction = 0.0
      for set in sets where set.max == .flexible {
        fraction = max(fraction, set.base / max(set.factor, 1))
      }
      for item in items where sets[item.sets].contains(where: { $0.max == .flexible }) {
        fraction = max(
          fraction,
          self.fraction(
            of: item.sets, gaps: item.trackCount, contribution(item.index, .maxContent)))
      }
      let bases = sets.map(\.base)
      setFractions(fraction)
      let length = total
      guard length < limits.least || length > limits.most else { return }
      for index in sets.indices { sets[index].base = bases[index] }
      let used = length < limits.least ? limits.least : limits.most
      setFractions(self.fraction(of: sets.indices, gaps: trackCount, used))
    }
  }

  private mutating func setFractions(_ fraction: Double) {
    for index in sets.indices where sets[index].max == .flexible {
      sets[index].base = max(sets[index].base, Length.limited(fraction * sets[index].factor))
    }
  }

  /// Section 12.7.1: finds the size of a fraction, so that tracks fill a length.
  private func fraction(of indices: Range<Int>, gaps trackCount: Int, _ length: Double) -> Double {
    var leftover = length - gap * Double(max(trackCount - 1, 0))
    var factors = 0.0
    var flexible: [(index: Int, size: Double)] = []
    for index in indices {
      let set = sets[index]
      if set.max == .flexible {
        factors += set.factor * set.count
        flexible.append((index, set.factor > 0 ? set.base / set.factor : .infinity))
      } else {
        leftover -= set.base * set.count
      }
    }
    // Tracks that need more than their share are not flexible: those first that need most.
    flexible.sort { ($0.size, $0.index) > ($1.size, $1.index) }
    for (index, size) in flexible {
      let share = max(leftover, 0) / max(factors, 1)
      if factors > 0, share >= size - Self.shareTolerance { break }
      leftover -= sets[index].base * sets[index].count
      factors -= sets[index].factor * sets[index].count
    }
    if factors <= 1e-12 { return 0 }
    return max(leftover, 0) / max(factors, 1)
  }

  /// By how much the content of a track may exceed its share without being more. Content that is as
  /// large as its share, because a ratio makes it so, is not so exactly.
  private static let shareTolerance = 1.0 / 65_536

  // MARK: Stretching (section 12.8)

  private mutating func stretchAuto(in room: Room) {
    let count = sets.reduce(0) { $0 + ($1.max == .auto ? $1.count : 0) }
    guard count > 0 else { return }
    let length: Double
    switch room {
    case .definite(let definite): length = definite
    case .maxContent(let limits), .open(let limits): length = limits.least
    case .minContent: return
    }
    let free = length - total
    guard free > 0 else { return }
    for index in sets.indices where sets[index].max == .auto { sets[index].base += free / count }
  }
}
