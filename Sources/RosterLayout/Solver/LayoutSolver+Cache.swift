extension LayoutSolver {
  /// Leaves a boundary without boxes if the cache knows it. Its boxes are made when they are
  /// needed.
  func deferIfCached(_ index: Int) {
    let box = boxes + index
    guard box.pointee.style.pointee.isBoundary, !box.pointee.isHidden, !cache.isEmpty,
      box.pointee.style.pointee.display == .box,
      let entry = cache[ObjectIdentifier(box.pointee.node.takeUnretainedValue())],
      entry.measured.isRightToLeft == box.pointee.isRightToLeft
    else { return }
    noteEntry(entry, of: index)
    // Without a layout for some size its boxes are needed, also by a grid around absolute ones.
    box.pointee.isDeferred =
      box.pointee.style.pointee.kind != .measured && entry.placed != nil
    restore(entry.measured.measures, of: index)
    if let memory = entry.measured.rule { ruleMemories[index] = memory }
  }

  /// Marks the boxes between an absolute box and the one that places it.
  func openBoxes(around index: Int) {
    let block = boxes[index].containingBlock
    var around = boxes[index].parent
    while around != block && around >= 0 {
      boxes[Int(around)].isOpen = true
      around = boxes[Int(around)].parent
    }
  }

  /// Returns whether the cache has the layout of a boundary with its size and position.
  func reuse(_ index: Int) -> Bool {
    guard let placed = entry(of: index).placed, let own = constraints(of: index),
      placed.constraints == own
    else { return false }
    boxes[index].resultBaseline = placed.baseline
    return true
  }

  func reusedLayout(of index: Int) -> Layout {
    guard let placed = entry(of: index).placed else {
      preconditionFailure("a boundary stays without boxes only if its layout is known")
    }
    return placed.layout
  }

  /// Returns everything that the layout of a boundary depends on; `nil` if there is more than
  /// constraints can express.
  private func constraints(of index: Int) -> LayoutCache.Constraints? {
    let box = boxes + index
    if box.pointee.isOpen { return nil }
    let isRule = box.pointee.style.pointee.kind == .rule
    return LayoutCache.Constraints(
      size: Size(width: box.pointee.width, height: box.pointee.height),
      heightIsDefinite: box.pointee.heightIsDefinite, heightIsGiven: box.pointee.heightIsGiven,
      initialHeight: box.pointee.initialHeight.isNaN ? nil : box.pointee.initialHeight,
      frame: box.pointee.frame, parent: parent(of: index),
      room: isRule ? finalRoomOfRule(index) : nil,
      pixelsPerPoint: pixelsPerPoint,
      offset: Point(
        x: offset(box.pointee.absoluteX), y: offset(box.pointee.absoluteY)))
  }

  /// Returns the distance of a position from the grid of pixels. Sums are exact at every position
  /// only for whole numbers of pixels per point (see ``exact(_:)``).
  private func offset(_ position: Double) -> Double {
    if pixelsPerPoint == 0 { return 0 }
    let isExact = pixelsPerPoint <= 16 && pixelsPerPoint == pixelsPerPoint.rounded()
    if !isExact { return position }
    let pixels = position * pixelsPerPoint
    return pixels - pixels.rounded(.down)
  }

  // MARK: Results for the next pass

  /// Returns the results of this pass for the boundaries that it has visited, and the earlier
  /// results for those within reused ones, which it has not.
  func foundEntries() -> [ObjectIdentifier: LayoutCache.Entry] {
    // An estimate depends on what was asked before it, which is not so in the next pass.
    if hasEstimates { return [:] }
    var found: [ObjectIdentifier: LayoutCache.Entry] = [:]
    var nested: [Int32: [ObjectIdentifier]] = [:]
    // From the leaves up: the boundaries within a boundary come before it.
    for (index, layout) in boundaryLayouts {
      let node = LayoutNode(boxes[index].node.takeUnretainedValue())
      let identifier = node.id
      nested[boxes[index].boundary, default: []].append(identifier)
      if boxes[index].isDeferred {
        keep(identifier, in: &found)
      } else {
        found[identifier] = LayoutCache.Entry(
          node: node, measured: measured(index), placed: placed(index, layout),
          nested: nested[Int32(index)] ?? [])
      }
    }
    return found
  }

  /// Keeps the results for a reused boundary and the boundaries within it.
  private func keep(
    _ identifier: ObjectIdentifier, in found: inout [ObjectIdentifier: LayoutCache.Entry]
  ) {
    var pending = [identifier]
    while let next = pending.popLast() {
      guard found[next] == nil, let entry = cache[next] else { continue }
      found[next] = entry
      pending += entry.nested
    }
  }

  private func placed(_ index: Int, _ layout: Layout) -> LayoutCache.Placed? {
    constraints(of: index).map {
      LayoutCache.Placed(
        constraints: $0, layout: layout, baseline: boxes[index].resultBaseline)
    }
  }

  private func measured(_ index: Int) -> LayoutCache.Measured {
    LayoutCache.Measured(
      isRightToLeft: boxes[index].isRightToLeft, measures: lastMeasures(of: index),
      rule: ruleMemories[index]?.forNextPass(parent: boxes[index].ruleParent))
  }
}
