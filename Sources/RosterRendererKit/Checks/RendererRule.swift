/// What is asked of every renderer. Each rule has a name and a check of its own.
public enum RendererRule: String, Sendable, CaseIterable {
  /// The renderer says hello, and answers each question in time with lines of the protocol.
  case answers
  /// Each view that is to be seen is shown, with the right views in it, and no other.
  case rows
  /// Views stand in the right order, from back to front.
  case order
  /// A header that sticks stands at the edge of what is visible, in front of the rows, until its
  /// section ends.
  case headers
  /// Each view shows its own attributes, such as its text.
  case attributes
  /// Each view has its place and size, within a point.
  case frames
  /// The view with the focus keeps it as long as it is shown.
  case focus
  /// The first visible row stays where it is when something changes above it, within a point, also
  /// if the user scrolls at the same time.
  case anchor
  /// No view is shown twice.
  case once
  /// Hidden views are not shown, nor views in them.
  case hidden
  /// Views that were let go are neither shown nor kept, and nothing is left in the end.
  case leaks
  /// What the user does comes back as a report about the right view, with the right values.
  case events
  /// A view of a class that the renderer does not know is an empty view, and not an error.
  case unknownClasses

  /// What the rule says, in a few words.
  public var words: String {
    switch self {
    case .answers: "questions are answered in time, by the protocol"
    case .rows: "each view that is to be seen is shown, and no other"
    case .order: "views stand in the right order"
    case .headers: "headers stick at the edge, in front of the rows"
    case .attributes: "each view shows its own attributes"
    case .frames: "each view has its place and size"
    case .focus: "the view with the focus keeps it"
    case .anchor: "the first visible row stays where it is"
    case .once: "no view is shown twice"
    case .hidden: "hidden views are not shown"
    case .leaks: "views that were let go are gone"
    case .events: "what the user does comes back with its view and values"
    case .unknownClasses: "unknown classes are empty views"
    }
  }
}
