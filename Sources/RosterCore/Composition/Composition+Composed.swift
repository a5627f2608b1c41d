extension Composition {
  /// The one outline that has the effect of all outlines together.
  ///
  /// - Complexity: O(*n* log *n*) for *n* changes that remain.
  var composed: ModelledOutline {
    var result = ModelledOutline()
    addArrivals(to: &result)
    addDepartures(to: &result)
    addUpdates(to: &result)
    return result
  }

  private func addArrivals(to result: inout ModelledOutline) {
    let changedSections = items.keys.compactMap(\.source).sorted()
    var target = 0
    for piece in sections.piecesInOrder() {
      let sources = piece.start..<piece.start + piece.count
      switch piece.origin {
      case .kept, .missing:
        let first = changedSections.firstIndex(fromWhich: { $0 >= sources.lowerBound })
        for source in changedSections[first...].prefix(while: sources.contains) {
          addArrivals(in: .source(source), at: target + source - piece.start, to: &result)
        }
      case .moved:
        for (offset, source) in sources.enumerated() {
          let move = SectionMove(source: source, target: target + offset)
          result.outline.movedSections.append(move)
          addArrivals(in: .source(source), at: move.target, to: &result)
        }
      case .inserted:
        for (offset, number) in sources.enumerated() {
          result.outline.insertedSections.append(target + offset)
          result.insertedSectionModels.append(sectionModels[.inserted(number)] ?? 0)
          addArrivals(in: .inserted(number), at: target + offset, to: &result)
        }
      }
      target += piece.count
    }
    result.outline.movedItems = result.outline.movedItems.ascending()
    result.outline.movedSections = result.outline.movedSections.ascending()
  }

  private func addArrivals(
    in section: SectionKey, at target: Int, to result: inout ModelledOutline
  ) {
    guard let row = items[section] else { return }
    var path = ItemPath(section: target, item: 0)
    for piece in section.source.map(row.piecesInOrder) ?? row.pieces {
      switch piece.origin {
      case .moved:
        for (offset, source) in piece.sourcePaths.enumerated() {
          let place = ItemPath(section: target, item: path.item + offset)
          result.outline.movedItems.append(ItemMove(source: source, target: place))
        }
      case .inserted:
        for offset in 0..<piece.count {
          result.outline.insertedItems.append(
            ItemPath(section: target, item: path.item + offset))
          result.insertedItemModels.append(piece.start + offset)
        }
      case .kept, .missing: break
      }
      path.item += piece.count
    }
  }

  private func addDepartures(to result: inout ModelledOutline) {
    result.outline.removedSections = removedSections.sorted()
    // An item that is removed with its section need not be named.
    result.outline.removedItems =
      removedItems.filter { !removedSections.contains($0.section) }.ascending()
  }

  /// Adds the updates of the items and sections that remain. Items that are still in a removed
  /// section are removed with it.
  private func addUpdates(to result: inout ModelledOutline) {
    let moves = result.outline.movedItems
    func livesOn(_ path: ItemPath) -> Bool {
      if !removedSections.contains(path.section) { return true }
      let index = moves.firstIndex(fromWhich: { $0.source >= path })
      return index < moves.count && moves[index].source == path
    }
    let updates = updatedItems.filter { livesOn($0.key) }.sorted { $0.key < $1.key }
    result.outline.updatedItems = updates.map(\.key)
    result.updatedItemModels = updates.map(\.value)
    let sections = sectionModels.compactMap { key, model in key.source.map { ($0, model) } }
      .sorted { $0.0 < $1.0 }
    result.outline.updatedSections = sections.map(\.0)
    result.updatedSectionModels = sections.map(\.1)
  }
}
