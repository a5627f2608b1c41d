extension LayoutSolver {
  /// CSS Flexbox 1, section 9.7: lets the items of a line grow or shrink.
  ///
  /// - Complexity: O(*n*) for each round. Each round freezes at least one item, and there are few
  ///   rounds, because the shares of the rounds converge faster than numbers can represent.
  func resolveFlexibleLengths(_ lineIndex: Int, _ run: FlexRun) {
    let line = lines[lineIndex]
    let grows = line.hypotheticalMain < run.main
    var unfrozen = freezeInflexible(line, grows: grows)
    if unfrozen == 0 { return }
    if !grows { findAutomaticMinimums(line, run) }
    let initial = freeSpace(line, run)
    while unfrozen > 0 {
      var remaining = freeSpace(line, run)
      let factors = sumOfFactors(line, grows: grows)
      if factors.plain < 1 {
        let part = initial * factors.plain
        if abs(part) < abs(remaining) { remaining = part }
      }
      let violation = distribute(line, remaining, factors, grows: grows)
      unfrozen -= freezeViolations(line, violation)
    }
  }

  /// If an item's flex base size comes from its own size or its content, its automatic minimum is
  /// at most that size. So it is not needed until the item shrinks.
  private func findAutomaticMinimums(_ line: FlexLine, _ run: FlexRun) {
    for child in line.first..<line.end where boxes[child].isInFlow && !boxes[child].isFrozen {
      let style = boxes[child].style
      guard style.pointee.flexBasis.isAuto, !style.pointee.isScrollContainer else { continue }
      let frame = boxes[child].frame
      if run.isRow && style.pointee.minWidth.isAuto {
        boxes[child].minMain = max(
          automaticMinimumWidth(
            child, base: run.baseWidth, height: knownItemHeight(child, run),
            heightBase: run.baseHeight), frame.horizontal)
      } else if !run.isRow && style.pointee.minHeight.isAuto {
        boxes[child].minMain = max(automaticMinimumHeight(child, run), frame.vertical)
      }
    }
  }

  /// Freezes the items that do not flex at their hypothetical size.
  ///
  /// - Returns: The number of items that flex.
  private func freezeInflexible(_ line: FlexLine, grows: Bool) -> Int {
    var unfrozen = 0
    for child in line.first..<line.end where boxes[child].isInFlow {
      let box = boxes + child
      let style = box.pointee.style
      let factor = grows ? style.pointee.flexGrow : style.pointee.flexShrink
      let base = box.pointee.flexBase
      let hypothetical = box.pointee.hypotheticalMain
      let isFrozen = factor == 0 || (grows ? base > hypothetical : base < hypothetical)
      box.pointee.isFrozen = isFrozen
      box.pointee.main = isFrozen ? hypothetical : base
      if !isFrozen { unfrozen += 1 }
    }
    return unfrozen
  }

  private func freeSpace(_ line: FlexLine, _ run: FlexRun) -> Double {
    var used = run.mainGap * Double(line.itemCount - 1)
    for child in line.first..<line.end where boxes[child].isInFlow {
      let box = boxes + child
      used += box.pointee.isFrozen ? box.pointee.main : box.pointee.flexBase
      used += run.isRow ? box.pointee.margin.horizontal : box.pointee.margin.vertical
    }
    return run.main - used
  }

  /// Returns the sums of the factors of items that are not frozen: the factors themselves, and for
  /// shrinking also the factors multiplied by the sizes of the items.
  private func sumOfFactors(
    _ line: FlexLine, grows: Bool
  ) -> (plain: Double, scaled: Double) {
    var plain = 0.0
    var scaled = 0.0
    for child in line.first..<line.end where boxes[child].isInFlow && !boxes[child].isFrozen {
      let style = boxes[child].style
      plain += grows ? style.pointee.flexGrow : style.pointee.flexShrink
      if !grows { scaled += scaledShrink(child) }
    }
    return (plain, scaled)
  }

  private func scaledShrink(_ child: Int) -> Double {
    let box = boxes + child
    let flex = boxes[Int(box.pointee.parent)].style.pointee.flex
    let frame = flex.isRow ? box.pointee.frame.horizontal : box.pointee.frame.vertical
    return box.pointee.style.pointee.flexShrink * max(box.pointee.flexBase - frame, 0)
  }

  /// Gives the items that are not frozen their share, within their limits.
  ///
  /// - Returns: The total amount by which the limits have enlarged items.
  private func distribute(
    _ line: FlexLine, _ remaining: Double, _ factors: (plain: Double, scaled: Double),
    grows: Bool
  ) -> Double {
    var violation = 0.0
    for child in line.first..<line.end where boxes[child].isInFlow && !boxes[child].isFrozen {
      let box = boxes + child
      var target = box.pointee.flexBase
      if grows {
        target += remaining * (box.pointee.style.pointee.flexGrow / factors.plain)
      } else if factors.scaled > 0 {
        target += remaining * (scaledShrink(child) / factors.scaled)
      }
      let clamped = max(min(target, box.pointee.maxMain), box.pointee.minMain)
      violation += clamped - target
      box.pointee.main = clamped
      box.pointee.hypotheticalMain = target
    }
    return violation
  }

  /// Freezes the items whose limits were violated in the direction of the total violation; all
  /// items if the total is 0.
  ///
  /// - Returns: The number of frozen items.
  private func freezeViolations(_ line: FlexLine, _ violation: Double) -> Int {
    var frozen = 0
    for child in line.first..<line.end where boxes[child].isInFlow && !boxes[child].isFrozen {
      let box = boxes + child
      let own = box.pointee.main - box.pointee.hypotheticalMain
      if violation == 0 || (violation > 0 ? own > 0 : own < 0) {
        box.pointee.isFrozen = true
        frozen += 1
      }
    }
    // A sum differs from 0 only if one of its parts does.
    precondition(frozen > 0, "a round of flexing freezes at least one item")
    return frozen
  }
}
