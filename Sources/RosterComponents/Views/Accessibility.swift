public import RosterJSON

/// The description of a view for assistive technology.
///
/// If a value is left out, the renderer's class decides.
public struct Accessibility: Hashable, Sendable {
  /// Whether the view is one element for the user, regardless of the views in it.
  public var isElement: Bool?
  /// What the view is, in words.
  public var label: String?
  /// What happens when the user acts on it.
  public var hint: String?
  /// The current value.
  public var value: String?
  /// The kind of the view, and its condition.
  public var traits: Set<Trait> = []
  /// The actions that the user may perform besides the usual ones, in the order in which they are
  /// offered.
  public var actions: [Action] = []
  /// The reading priority: the view is read before siblings with a lower number. The default is 0.
  public var sortPriority: Double?

  /// Makes an empty description.
  public init() {}

  /// Makes a description of the usual parts.
  public init(
    label: String?, hint: String? = nil, value: String? = nil,
    traits: Set<Trait> = [], isElement: Bool? = nil
  ) {
    self.isElement = isElement
    self.label = label
    self.hint = hint
    self.value = value
    self.traits = traits
  }
}

extension Accessibility {
  /// The kind of an element, or its condition, in the words of assistive technology.
  ///
  /// Any text names a trait. A renderer ignores the traits that it does not know.
  public struct Trait: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes a trait of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It can be pressed.
    public static let button = Trait(rawValue: "button")
    /// It leads elsewhere.
    public static let link = Trait(rawValue: "link")
    /// It is a picture.
    public static let image = Trait(rawValue: "image")
    /// It is a heading.
    public static let header = Trait(rawValue: "header")
    /// It is a text that does not change.
    public static let staticText = Trait(rawValue: "staticText")
    /// Its value goes up and down.
    public static let adjustable = Trait(rawValue: "adjustable")
    /// It is chosen.
    public static let selected = Trait(rawValue: "selected")
    /// It cannot be used now.
    public static let disabled = Trait(rawValue: "disabled")
    /// Its value changes often and by itself.
    public static let updatesFrequently = Trait(rawValue: "updatesFrequently")
  }

  /// An action that assistive technology offers for a view: an event of the view with a label.
  ///
  /// The view's events name what it performs, so that a long press and the action that replaces it
  /// perform the same.
  public struct Action: Hashable, Sendable {
    /// The label in the user's language.
    public var label: String
    /// The event that happens when the user chooses the action.
    public var event: ViewEvent

    /// Makes an action of its parts.
    public init(_ label: String, event: ViewEvent) {
      self.label = label
      self.event = event
    }
  }
}

extension Accessibility.Trait: ExpressibleByStringLiteral {
  /// Makes a trait of its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Accessibility: Codable, JSONDescribed {
  /// Reads a description.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try self.init(JSONCursor(json))
  }

  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    isElement = try members["element"]?.bool()
    label = try members["label"]?.string()
    hint = try members["hint"]?.string()
    value = try members["value"]?.string()
    sortPriority = try members["sortPriority"]?.number()
    if let names = members["traits"] {
      for name in try names.elements() {
        traits.insert(Trait(rawValue: try name.string()))
      }
    }
    actions = try members["actions"]?.elements().map(Action.init) ?? []
  }

  /// The description as JSON:
  ///
  /// ```json
  /// {"label":"Like","traits":["button"],"actions":[{"label":"Delete","event":"delete"}]}
  /// ```
  public var json: JSONValue {
    var members: JSONObject = [:]
    members["element"] = isElement.map { .bool($0) }
    members["label"] = label.map { .string($0) }
    members["hint"] = hint.map { .string($0) }
    members["value"] = value.map { .string($0) }
    members["sortPriority"] = sortPriority.map { .number($0) }
    if !traits.isEmpty {
      members["traits"] = .array(traits.map(\.rawValue).sorted().map { .string($0) })
    }
    if !actions.isEmpty {
      members["actions"] = .array(
        actions.map { ["label": .string($0.label), "event": .string($0.event.rawValue)] })
    }
    return .object(members)
  }
}

extension Accessibility.Action {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    let event = ViewEvent(rawValue: try members.required("event").string())
    self.init(try members.required("label").string(), event: event)
  }
}
