package import RosterJSON
package import RosterLayout

// By the keys of “Grids” in FORMATS.md.

extension GridContainer {
  /// Adds what differs from the default to a style.
  ///
  ///     {"display":"grid","gap":8,"gridTemplateColumns":["1fr",100]}
  package func describe(in style: inout JSONObject) {
    // `none` and `contents` hide the box itself, whatever places its content.
    if style["display"] == nil { style["display"] = "grid" }
    let usual = GridContainer()
    if !columns.isEmpty { style["gridTemplateColumns"] = .array(columns.map(\.json)) }
    if !rows.isEmpty { style["gridTemplateRows"] = .array(rows.map(\.json)) }
    if !autoColumns.isEmpty { style["gridAutoColumns"] = .array(autoColumns.map(\.json)) }
    if !autoRows.isEmpty { style["gridAutoRows"] = .array(autoRows.map(\.json)) }
    if flow != usual.flow || isDense {
      let axis = flow == .row ? "row" : "column"
      style["gridAutoFlow"] = .string(isDense ? axis + " dense" : axis)
    }
    if let justifyItems { style["justifyItems"] = .string(justifyItems.word) }
    if let alignItems { style["alignItems"] = .string(alignItems.alongColumn.word) }
    if justifyContent != usual.justifyContent {
      style["justifyContent"] = .string(justifyContent.word)
    }
    if alignContent != usual.alignContent {
      style["alignContent"] = .string(alignContent.acrossMainAxis.word)
    }
    let (row, column) = (rowGap.lengthJSON ?? 0, columnGap.lengthJSON ?? 0)
    if row != 0 { style["rowGap"] = row }
    if column != 0 { style["columnGap"] = column }
  }
}

extension LayoutStyle {
  /// Adds the place of a box in a grid to its style.
  func describeGridItem(in style: inout JSONObject) {
    style["gridColumnStart"] = gridColumn.start.json
    style["gridColumnEnd"] = gridColumn.end.json
    style["gridRowStart"] = gridRow.start.json
    style["gridRowEnd"] = gridRow.end.json
    if let justifySelf { style["justifySelf"] = .string(justifySelf.word) }
  }
}

extension GridLine {
  /// The line or the span; `nil` for `auto`.
  fileprivate var json: JSONValue? {
    if let lineNumber { return .number(Double(lineNumber)) }
    return spanCount.map { .string("span \($0)") }
  }
}

extension GridTracks {
  fileprivate var json: JSONValue {
    switch self {
    case .track(let track): track.json
    case .repeated(let count, let tracks):
      Self.repeated(.number(Double(max(1, min(count, GridLine.limit)))), tracks)
    case .autoFill(let tracks): Self.repeated("auto-fill", tracks)
    case .autoFit(let tracks): Self.repeated("auto-fit", tracks)
    }
  }

  private static func repeated(_ count: JSONValue, _ tracks: [GridTrack]) -> JSONValue {
    ["repeat": count, "tracks": .array(tracks.map(\.json))]
  }
}

extension GridTrack {
  fileprivate var json: JSONValue {
    if isFitContent { return ["fitContent": max.json] }
    return min == max ? min.json : ["minmax": [min.json, max.json]]
  }
}

extension GridBreadth {
  fileprivate var json: JSONValue {
    switch self {
    case .points(let points): .number(Self.valid(points))
    case .percent(let percent): .string(text(percent) + "%")
    case .calc(let sum): LayoutLength.calc(sum).lengthJSON ?? "auto"
    case .fraction(let factor): .string(text(factor) + "fr")
    case .auto: "auto"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    }
  }

  private func text(_ number: Double) -> String {
    JSONValue.number(Self.valid(number)).canonicalText
  }
}
