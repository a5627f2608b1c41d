public import RosterComponents
public import RosterLayout

/// How the visible page gives way to another one.
public enum NavigationTransition: String, Hashable, Sendable, Codable, CaseIterable {
  /// A page comes to stand above.
  case push
  /// A page goes, and one below it is visible again.
  case pop
  /// A page takes the place of another.
  case replace
  /// A modal comes to stand above.
  case present
  /// A modal goes.
  case dismiss
  /// Another tab is selected, which stands behind the one before.
  case tabForward
  /// Another tab is selected, which stands before the one before.
  case tabBackward

  /// Whether the page that appears is drawn above the one that disappears.
  public var appearsAbove: Bool {
    switch self {
    case .push, .replace, .present, .tabForward, .tabBackward: true
    case .pop, .dismiss: false
    }
  }

  /// Returns the animations of both pages: `initial` those of the page that appears, `final` those
  /// of the page that disappears.
  ///
  /// A push comes from the side, and a modal from below; what goes, goes where it came from.
  ///
  /// - Parameters:
  ///   - size: The size of a page.
  ///   - timing: The pace of the animations.
  public func animations(
    in size: Size, _ timing: AnimationTiming = AnimationTiming()
  ) -> ViewTransition {
    let right = Point(x: size.width, y: 0)
    let left = Point(x: -size.width, y: 0)
    let below = Point(x: 0, y: size.height)
    // What lies behind moves less, so that it looks far away.
    let behind = Point(x: -size.width / 4, y: 0)
    return switch self {
    case .push: Self.slide(from: right, to: behind, timing)
    case .pop: Self.slide(from: behind, to: right, timing)
    case .tabForward: Self.slide(from: right, to: left, timing)
    case .tabBackward: Self.slide(from: left, to: right, timing)
    case .replace:
      ViewTransition(initial: [.alpha(from: 0, timing)], final: [.alpha(to: 0, timing)])
    case .present:
      // What is covered stays until it is.
      ViewTransition(
        initial: [.translation(from: below, timing)], final: [.alpha(from: 1, to: 1, timing)])
    case .dismiss: ViewTransition(final: [.translation(to: below, timing)])
    }
  }

  private static func slide(
    from start: Point, to end: Point, _ timing: AnimationTiming
  ) -> ViewTransition {
    ViewTransition(
      initial: [.translation(from: start, timing)], final: [.translation(to: end, timing)])
  }
}
