public import RosterComponents
public import RosterJSON

/// A view as a renderer says that it shows it, with the shown views in it.
///
/// Hidden views are left out.
public struct ShownView: Hashable, Sendable {
  /// The number of the view.
  public var view: Int
  /// The class that it was made of.
  public var className: String
  /// The attributes that it shows. A list that scrolls has its real `offset`.
  public var attributes: [String: JSONValue]
  /// Where it is seen, relative to the upper left corner of what is seen of the view around it: in
  /// a list that is scrolled by 30 points, a row at 100 is seen at 70. `nil` if it has no frame.
  public var frame: ViewFrame?
  /// The shown views in it, from back to front.
  public var within: [ShownView]

  /// Makes a shown view.
  public init(
    _ view: Int, className: String, attributes: [String: JSONValue] = [:],
    frame: ViewFrame? = nil, within: [ShownView] = []
  ) {
    self.view = view
    self.className = className
    self.attributes = attributes
    self.frame = frame
    self.within = within
  }
}

/// Everything that a renderer says that it shows.
public struct ShownViews: Hashable, Sendable {
  /// The shown views in the root, from back to front.
  public var views: [ShownView]
  /// The view that has the keyboard focus, or the innermost one around what has it.
  public var focused: Int?
  /// How many views the renderer keeps, including hidden ones and without the root.
  public var keptCount: Int

  /// Makes an answer.
  public init(views: [ShownView], focused: Int? = nil, keptCount: Int) {
    self.views = views
    self.focused = focused
    self.keptCount = keptCount
  }
}

extension ShownView {
  var json: JSONValue {
    var members: JSONObject = ["view": .view(view), "class": .string(className)]
    if !attributes.isEmpty {
      members["attributes"] = .object(JSONObject(attributes.map { (key: $0, value: $1) }))
    }
    members["frame"] = frame?.wireJSON
    if !within.isEmpty { members["within"] = .array(within.map(\.json)) }
    return .object(members)
  }

  /// Reads a view and those in it.
  ///
  /// - Parameter room: How many more views may be read.
  init(
    _ cursor: JSONCursor, depth: Int = 0, _ limits: WireLimits, room: inout Int
  ) throws(WireProblem) {
    room -= 1
    guard room >= 0 else {
      throw WireProblem(
        .limit, cursor.error("more than \(limits.viewCountMax) views, which is the limit"))
    }
    guard depth <= limits.depthMax else {
      throw WireProblem(
        .limit, cursor.error("views are more than \(limits.depthMax) deep, which is the limit"))
    }
    let within: JSONCursor.Elements?
    (self, within) = try WireProblem.decoding { () throws(JSONDecodingError) in
      let members = try cursor.members()
      let shown = ShownView(
        try members.required("view").view(), className: try members.required("class").string(),
        attributes: Dictionary(
          uniqueKeysWithValues: try members["attributes"]?.object().map { ($0.key, $0.value) } ?? []
        ),
        frame: try members["frame"]?.wireFrame())
      return (shown, try members["within"]?.elements())
    }
    guard let within else { return }
    for child in within {
      self.within.append(try ShownView(child, depth: depth + 1, limits, room: &room))
    }
  }
}
