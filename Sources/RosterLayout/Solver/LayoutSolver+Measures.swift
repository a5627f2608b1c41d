extension LayoutSolver {
  /// Returns what is known of a box under some constraints; NaN if it has to be measured.
  @inline(__always)
  func known(
    _ kind: Measure.Kind, of index: Int, _ first: Double, _ second: Double = 0
  ) -> Double {
    let box = boxes + index
    if box.pointee.measures < 0 { return .nan }
    let answer = measures.answer(
      kind, first, second, parent: box.pointee.ruleParent, from: box.pointee.measures)
    if answer.isEstimate { noteEstimate() }
    return answer.value
  }

  /// Remembers what was found out about a box.
  @inline(__always)
  func note(
    _ value: Double, _ kind: Measure.Kind, of index: Int, _ first: Double, _ second: Double = 0
  ) {
    measures.insert(
      value, kind, first, second, parent: boxes[index].ruleParent, at: &boxes[index].measures)
  }

  /// Returns the baseline of a text that was measured at a width; `nil` if it was not. NaN is a text
  /// without baseline.
  func knownTextBaseline(_ index: Int, width: Double) -> Double? {
    var next = boxes[index].measures
    while next >= 0 {
      let measure = measures[next]
      // It has usually been measured at this width, except for later rounding.
      if measure.kind == .text, (measure.first - width).magnitude <= 2 / 1_048_576 {
        return measure.second
      }
      next = measure.previous
    }
    return nil
  }

  /// Returns the height of a text at a width; NaN if it is not known.
  func knownTextHeight(_ index: Int, width: Double) -> Double {
    var next = boxes[index].measures
    while next >= 0 {
      let measure = measures[next]
      if measure.kind == .text, measure.first == width { return measure.value }
      next = measure.previous
    }
    return .nan
  }

  // MARK: From one pass to the next

  /// How many measures of a boundary the next pass gets: those of the last constraints.
  private static let keptMax = 8

  /// Returns the last measures of a box, the newest first.
  func lastMeasures(of index: Int) -> [Measure] {
    var kept: [Measure] = []
    var next = boxes[index].measures
    while next >= 0, kept.count < Self.keptMax {
      var measure = measures[next]
      next = measure.previous
      if measure.parent != boxes[index].ruleParent { continue }
      measure.parent = 0
      kept.append(measure)
    }
    return kept
  }

  /// Gives a box the measures of an earlier pass.
  func restore(_ kept: [Measure], of index: Int) {
    for measure in kept.reversed() { measures.insert(measure, at: &boxes[index].measures) }
  }
}
