public import RosterComponents
public import RosterJSON
public import RosterLayout

/// What a renderer in another process says.
public enum WireReport: Hashable, Sendable {
  /// The first line of a renderer.
  case hello(WireHello)
  /// An event has happened to a view. A view that was let go meanwhile has no actions any more.
  case event(ViewEvent, view: Int, values: [JSONValue])
  /// The user has scrolled a view: its `offset` is this value.
  ///
  /// `frame` is the last frame that the renderer had applied. A ``WireHost`` adds the distances of
  /// the later frames to the offset.
  case scrolled(view: Int, offset: Double, frame: Int)
  /// The space for the root has another size.
  case resized(Size)
  /// This view has the keyboard focus now, or no view has it.
  case focused(Int?)
  /// The answer to the question what is shown.
  case shown(question: Int, ShownViews)
  /// What a question asked for is done; what came of it was reported before.
  case done(question: Int)
  /// The renderer cannot go on; its words.
  case failed(String)
}

/// How a renderer introduces itself.
public struct WireHello: Hashable, Sendable {
  /// Which attributes a renderer can unset; see ``ViewHost/canUnset(_:ofClass:)``.
  public enum Unsettable: Hashable, Sendable {
    /// All of them, as in a renderer that keeps attributes in a dictionary.
    case all
    /// Those with these names.
    case named(Set<String>)
  }

  /// The versions of the protocol that the renderer speaks.
  public var versions: [Int]
  /// What the renderer calls itself, for messages.
  public var name: String?
  /// The size of the space for the root, in points.
  public var size: Size?
  /// The size of a character, in points, if all have the same.
  public var cell: Size?
  /// Which attributes the renderer can unset; none by default.
  public var unsettable: Unsettable

  /// Makes an introduction.
  public init(
    versions: [Int] = [WireHost.version], name: String? = nil, size: Size? = nil,
    cell: Size? = nil, unsettable: Unsettable = .named([])
  ) {
    self.versions = versions
    self.name = name
    self.size = size
    self.cell = cell
    self.unsettable = unsettable
  }
}

// MARK: Writing

extension WireReport {
  /// The line, with its line feed.
  public var line: [UInt8] { JSONValue.object(members).wireLine }

  private var members: JSONObject {
    switch self {
    case .hello(let hello): return ["hello": hello.json]
    case .event(let event, let view, let values):
      var members: JSONObject = ["event": .string(event.rawValue), "view": .view(view)]
      if !values.isEmpty { members["values"] = .array(values) }
      return members
    case .scrolled(let view, let offset, let frame):
      return ["scrolled": .view(view), "offset": .number(offset), "frame": .view(frame)]
    case .resized(let size): return ["resized": size.wireJSON]
    case .focused(let view): return ["focused": view.map { .view($0) } ?? .null]
    case .shown(let question, let shown):
      var members: JSONObject = [
        "shown": .view(question), "views": .array(shown.views.map(\.json)),
        "kept": .number(Double(shown.keptCount)),
      ]
      members["focused"] = shown.focused.map { .view($0) }
      return members
    case .done(let question): return ["done": .view(question)]
    case .failed(let message): return ["error": .string(message)]
    }
  }
}

extension WireHello {
  fileprivate var json: JSONValue {
    var members: JSONObject = ["versions": .array(versions.map { .number(Double($0)) })]
    members["name"] = name.map { .string($0) }
    members["size"] = size?.wireJSON
    members["cell"] = cell?.wireJSON
    switch unsettable {
    case .all: members["unset"] = true
    case .named(let names):
      if !names.isEmpty { members["unset"] = .array(names.sorted().map { .string($0) }) }
    }
    return .object(members)
  }

  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    self.init(versions: [])
    for version in try members.required("versions").elements() {
      versions.append(try version.int())
    }
    name = try members["name"]?.string()
    size = try members["size"]?.wireSize()
    cell = try members["cell"]?.wireSize()
    guard let unset = members["unset"] else { return }
    if let all = unset.value.boolValue {
      unsettable = all ? .all : .named([])
    } else {
      var names: Set<String> = []
      for name in try unset.elements() { names.insert(try name.string()) }
      unsettable = .named(names)
    }
  }
}

// MARK: Reading

extension WireReport {
  init(_ cursor: JSONCursor, _ limits: WireLimits) throws(WireProblem) {
    let members = try WireProblem.decoding { () throws(JSONDecodingError) in
      try cursor.members()
    }
    if members["shown"] != nil {
      self = try Self.shown(members, limits)
      return
    }
    guard
      let report = try WireProblem.decoding({ () throws(JSONDecodingError) in
        try Self.report(members)
      })
    else {
      throw WireProblem(
        .invalid, at: "",
        "expected an object with one of \"hello\", \"event\", \"scrolled\", \"resized\", "
          + "\"focused\", \"shown\", \"done\" and \"error\"")
    }
    self = report
  }

  private static func report(
    _ members: JSONCursor.Members
  ) throws(JSONDecodingError) -> WireReport? {
    if let hello = members["hello"] { return .hello(try WireHello(hello)) }
    if let event = members["event"] {
      return .event(
        ViewEvent(rawValue: try event.string()), view: try members.required("view").view(),
        values: try members["values"]?.array() ?? [])
    }
    if let view = members["scrolled"] {
      return .scrolled(
        view: try view.view(), offset: try members.required("offset").number(),
        frame: try members.required("frame").view())
    }
    if let size = members["resized"] { return .resized(try size.wireSize()) }
    if let view = members["focused"] {
      return .focused(view.value == .null ? nil : try view.view())
    }
    if let question = members["done"] { return .done(question: try question.view()) }
    if let message = members["error"] { return .failed(try message.string()) }
    return nil
  }

  private static func shown(
    _ members: JSONCursor.Members, _ limits: WireLimits
  ) throws(WireProblem) -> WireReport {
    let (question, keptCount, focused, elements) = try WireProblem.decoding {
      () throws(JSONDecodingError) in
      let focused = members["focused"]
      return (
        try members.required("shown").view(), try members.required("kept").view(),
        focused?.value == .null ? nil : try focused?.view(),
        try members.required("views").elements()
      )
    }
    var room = limits.viewCountMax
    var views: [ShownView] = []
    for element in elements { views.append(try ShownView(element, limits, room: &room)) }
    return .shown(
      question: question, ShownViews(views: views, focused: focused, keptCount: keptCount))
  }
}

extension Size {
  fileprivate var wireJSON: JSONValue { [.number(width), .number(height)] }
}

extension JSONCursor {
  fileprivate func wireSize() throws(JSONDecodingError) -> Size {
    let (width, height) = try pair()
    let size = Size(width: try width.number(), height: try height.number())
    guard size.width >= 0, size.height >= 0 else {
      throw error("expected a width and a height that are not negative")
    }
    return size
  }
}
