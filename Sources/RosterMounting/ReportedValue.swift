public import RosterComponents
public import RosterJSON

/// A value that the user has given an attribute of a view, which shows it already.
///
/// A host that reports one of these events shows the value itself:
///
///     event     of a view of class      attribute
///     scroll    scroll                  offset
///     change    toggle                  on
///     change    segments                selected
///     change    field                   value
///     submit    field                   value
public struct ReportedValue: Hashable, Sendable {
  /// The name of the attribute.
  public var name: String
  /// The value.
  public var value: JSONValue
  /// Whether the user goes on to other values before the program has answered, as in a text that is
  /// typed. What the program answers then is compared with all values that were reported.
  public var isInterim: Bool

  /// Makes a value of its parts.
  public init(_ name: String, _ value: JSONValue, isInterim: Bool = false) {
    (self.name, self.value, self.isInterim) = (name, value, isInterim)
  }

  /// Makes the value that an event reports; `nil` if the event of such a view changes no attribute.
  public init?(_ event: ViewEvent, _ values: [JSONValue], ofClass className: String) {
    guard let value = values.first else { return nil }
    switch (className, event.rawValue) {
    case ("scroll", "scroll"): self.init("offset", value, isInterim: true)
    case ("toggle", "change"): self.init("on", value)
    case ("segments", "change"): self.init("selected", value)
    case ("field", "change"), ("field", "submit"): self.init("value", value, isInterim: true)
    default: return nil
    }
  }
}

/// What the user has made of an attribute, until the program has answered.
///
///     described   ""
///     reported    "a" "ab" "abc"     the host shows the last one
///     answer      "a"                an answer to the first: nothing is set
///     answer      ""                 what was described before: still no answer
///     answer      "ABC"              another value: it is set, from "abc"
struct UnansweredValues {
  let name: String
  /// The oldest first; not empty.
  private(set) var values: [JSONValue]

  /// A program that answers nothing must not make this grow.
  private static var countMax: Int { 64 }

  init(_ reported: ReportedValue) { (name, values) = (reported.name, [reported.value]) }

  /// The value that the host shows.
  var shown: JSONValue? { values.last }

  mutating func append(_ value: JSONValue) {
    if value == values.last { return }
    values.append(value)
    if values.count > Self.countMax { values.removeFirst() }
  }

  /// Takes an answer, and returns whether it is one to a value that was reported.
  mutating func answer(_ value: JSONValue?) -> Bool {
    guard let value, let index = values.firstIndex(of: value) else { return false }
    values.removeSubrange(...index)
    return true
  }
}

extension ViewMount {
  /// Takes a value that the user has given a view as the one that the view shows.
  ///
  /// It is not set once more if the program takes it over, and it is set back if the program does
  /// not. The host has shown the value already. Does nothing for a view that is not shown.
  ///
  ///     mount.viewReported(ReportedValue("on", true), of: toggle)
  ///     mount.render(tree)  // on: true sets nothing, on: false is set, from true
  public func viewReported(_ reported: ReportedValue, of view: View) {
    precondition(!tree.isRendering, "a host must not report while its mount renders")
    guard let mounted = views[view], !mounted.isPooled, !mounted.isLeaving else { return }
    // Also the tree that is shown may be an answer.
    shown = nil
    tree.note(reported, of: mounted)
  }
}

extension MountedTree {
  /// Notes a value that the user has given a view.
  fileprivate func note(_ reported: ReportedValue, of mounted: MountedView) {
    if !reported.isInterim {
      mounted.describe(reported.name, as: reported.value)
    } else if let index = mounted.unanswered.firstIndex(where: { $0.name == reported.name }) {
      mounted.unanswered[index].append(reported.value)
    } else if mounted.description.spec.attributes[reported.name] != reported.value {
      if mounted.unanswered.isEmpty { answering.append(mounted) }
      mounted.unanswered.append(UnansweredValues(reported))
    }
    noteDifference(of: mounted)
  }

  /// Lets the next render that changes something around a view look at the view too: its description
  /// may be the same in memory as the one that was rendered last.
  private func noteDifference(of mounted: MountedView) {
    var inner = mounted
    // The outermost views stay as they are: only another tree of theirs is an answer.
    while let container = inner.container, container.container != nil,
      container.description.scope.rowTree == nil
    {
      let index = container.places.firstIndex { $0 === inner }
      if let index { container.describeChild(at: index, as: inner.description) }
      inner = container
    }
  }

  /// Sets attributes of which values were reported, where the program wants other ones.
  ///
  /// - Returns: The names of the attributes, for which nothing else is to be done.
  func answerReports(of mounted: MountedView, with tree: ViewTree) -> [String] {
    let (former, next) = (mounted.description.spec.attributes, tree.spec.attributes)
    // A field says so if it has not taken a text, also if it is to show what it was.
    let isCorrected = next["correction"] != former["correction"]
    let answered = mounted.unanswered
    mounted.unanswered = []
    for var unanswered in answered {
      let (name, shown) = (unanswered.name, unanswered.shown)
      let value = next[name]
      if !isCorrected, value == former[name] || unanswered.answer(value) {
        if unanswered.shown != nil { mounted.unanswered.append(unanswered) }
      } else {
        change(name, of: mounted, from: shown, to: value)
      }
    }
    if mounted.unanswered.isEmpty { answering.removeAll { $0 === mounted } }
    return answered.map(\.name)
  }

  /// Takes what is reported of a view and those within as what they show: whatever they are to show
  /// next is no answer to it.
  func forgetAnswers(within view: MountedView) {
    guard !answering.isEmpty else { return }
    for mounted in answering where mounted.isWithin(view) {
      for unanswered in mounted.unanswered {
        mounted.describe(unanswered.name, as: unanswered.shown)
      }
      mounted.unanswered = []
    }
    answering.removeAll { $0.unanswered.isEmpty }
  }
}
