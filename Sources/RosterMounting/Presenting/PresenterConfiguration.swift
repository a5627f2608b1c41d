public import RosterComponents
public import RosterCore
public import RosterEngine
public import RosterLayout

/// How a presenter shows a list.
public struct PresenterConfiguration: Sendable {
  /// The size of the visible part.
  public var size: Size
  /// The direction in which items follow each other.
  public var axis: ScrollAxis
  /// What happens at the start and end of the list.
  public var rules: ScrollRules
  /// Whether a header stays visible as long as its section is.
  public var sticksHeaders = false
  /// How the items of the first sections stand, by the index of the section; in rows in all sections behind
  /// those.
  public var arrangements: [SectionArrangement] = []
  /// How far ahead in the direction of scrolling rows have views, in lengths of the visible part.
  public var overscanAhead = 0.5
  /// How far behind rows have views, in lengths of the visible part.
  public var overscanBehind = 0.25
  /// How many hidden rows are kept, and how many hidden views in each view.
  public var poolCountMax = 16
  /// Whether views appear, change and disappear with the animations of their components. If so, call
  /// ``ListPresenter/advanceAnimations(to:)`` as long as there is a
  /// ``ListPresenter/nextAnimationTime``.
  public var animates = false
  /// Whether views change at once nevertheless, since the user does not want motion.
  public var reducesMotion = false
  /// Whether a presenter that is slower than the list gets every batch, or one for all that it
  /// missed.
  public var delivery = BatchDelivery.every
  /// Returns what rows are laid out for when the visible part has a new size; `nil`, the default,
  /// to leave the list as it is configured.
  public var layout: (@Sendable (Size) -> LayoutConstraints)?
  /// Called for an action or edit of a controller that could not be queued.
  public var onRefusal: (@Sendable (TreeID, DataSourceError) -> Void)?

  /// Makes a configuration.
  public init(_ axis: ScrollAxis = .vertical, size: Size, rules: ScrollRules = ScrollRules()) {
    self.size = size
    self.axis = axis
    self.rules = rules
  }
}
