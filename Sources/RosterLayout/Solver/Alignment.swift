/// An alignment as the solver reads it, of an item or of the content of a container.
struct Alignment: Equatable {
  /// The position, or the distribution of the remaining room.
  enum Place: UInt8 {
    case stretch
    case start
    case end
    case flexStart
    case flexEnd
    case center
    case baseline
    case lastBaseline
    case selfStart
    case selfEnd
    case left
    case right
    case spaceBetween
    case spaceAround
    case spaceEvenly
  }

  /// What becomes of the position if there is too little room.
  enum Excess: UInt8 {
    /// Neither is given: what a browser does then.
    case normal
    /// The position becomes `start`.
    case safe
    /// The position stays.
    case unsafe
  }

  var place: Place
  var excess = Excess.normal

  init(_ alignment: ItemAlignment) {
    switch alignment {
    case .stretch: place = .stretch
    case .start: place = .start
    case .end: place = .end
    case .flexStart: place = .flexStart
    case .flexEnd: place = .flexEnd
    case .center: place = .center
    case .selfStart: place = .selfStart
    case .selfEnd: place = .selfEnd
    case .baseline: place = .baseline
    case .lastBaseline: place = .lastBaseline
    case .left: place = .left
    case .right: place = .right
    case .safe(let position): (place, excess) = (Self.place(position), .safe)
    case .unsafe(let position): (place, excess) = (Self.place(position), .unsafe)
    }
  }

  init(_ distribution: ContentDistribution) {
    switch distribution {
    case .start: place = .start
    case .end: place = .end
    case .flexStart: place = .flexStart
    case .flexEnd: place = .flexEnd
    case .center: place = .center
    case .left: place = .left
    case .right: place = .right
    case .spaceBetween: place = .spaceBetween
    case .spaceAround: place = .spaceAround
    case .spaceEvenly: place = .spaceEvenly
    case .stretch: place = .stretch
    case .safe(let position): (place, excess) = (Self.place(position), .safe)
    case .unsafe(let position): (place, excess) = (Self.place(position), .unsafe)
    }
  }

  private static func place(_ position: ItemAlignment.Position) -> Place {
    switch position {
    case .start: .start
    case .end: .end
    case .flexStart: .flexStart
    case .flexEnd: .flexEnd
    case .center: .center
    case .selfStart: .selfStart
    case .selfEnd: .selfEnd
    case .left: .left
    case .right: .right
    }
  }

  private static func place(_ position: ContentDistribution.Position) -> Place {
    switch position {
    case .start: .start
    case .end: .end
    case .flexStart: .flexStart
    case .flexEnd: .flexEnd
    case .center: .center
    case .left: .left
    case .right: .right
    }
  }
}

extension Alignment {
  /// The alignment for some remaining room (CSS Box Alignment 3, section 4.4).
  @inline(__always)
  func fitting(free: Double) -> Place { excess == .safe && free < 0 ? .start : place }

  /// The alignment along a main axis: `left` and `right` are edges of a row, and `start` along a
  /// column (CSS Box Alignment 3, section 5.1.1).
  func alongMainAxis(isRow: Bool, isRightToLeft: Bool) -> Alignment {
    guard place == .left || place == .right else { return self }
    var alignment = self
    alignment.place = isRow && isRightToLeft == (place == .left) ? .end : .start
    return alignment
  }

  /// The alignment from left to right of a box in a grid, or of an absolute one between its insets
  /// (CSS Box Alignment 3, section 4.1).
  func alongRow(isRightToLeft: Bool) -> Alignment {
    alongMainAxis(isRow: true, isRightToLeft: isRightToLeft)
  }

  /// The alignment from above to below, where `left` and `right` have no meaning.
  var alongColumn: Alignment { alongMainAxis(isRow: false, isRightToLeft: false) }

  /// The alignment across a main axis: `self-start` is where text begins in the item itself (CSS Box
  /// Alignment 3, section 4.1).
  ///
  /// - Parameter isOpposite: Whether text in the item runs against that of its container along the
  ///   axis.
  func ofItem(isOpposite: Bool) -> Alignment {
    guard place == .selfStart || place == .selfEnd else { return self }
    var alignment = self
    alignment.place = (place == .selfEnd) == isOpposite ? .start : .end
    return alignment
  }
}
