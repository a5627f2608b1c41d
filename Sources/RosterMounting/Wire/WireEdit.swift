package import RosterComponents
package import RosterJSON
internal import RosterLayout

/// One call of a ``ViewHost`` as an element of a frame.
package enum WireEdit: Hashable, Sendable {
  case make(Int, className: String)
  /// `old` is only there if both values are numbers, so that a renderer can add the difference.
  case set(Int, name: String, to: JSONValue, from: JSONValue?)
  case unset(Int, name: String)
  case events(Int, [ViewEvent])
  case accessibility(Int, Accessibility?)
  case frame(Int, ViewFrame?)
  case place(Int, in: Int, inFrontOf: Int?)
  case show(Int)
  case hide(Int)
  case enterPool([Int])
  case leavePool([Int])
  case letGo(Int, inner: [Int])
}

extension WireEdit {
  /// The edit as an element of the array of a frame.
  package var json: JSONValue {
    switch self {
    case .make(let view, let className): ["make", .view(view), .string(className)]
    case .set(let view, let name, let new, let old):
      .array(["set", .view(view), .string(name), new] + (old.map { [$0] } ?? []))
    case .unset(let view, let name): ["unset", .view(view), .string(name)]
    case .events(let view, let events):
      ["events", .view(view), .array(events.map { .string($0.rawValue) })]
    case .accessibility(let view, let accessibility):
      ["accessibility", .view(view), accessibility?.json ?? .null]
    case .frame(let view, let frame): ["frame", .view(view), frame?.wireJSON ?? .null]
    case .place(let view, let container, let sibling):
      ["place", .view(view), .view(container), sibling.map { .view($0) } ?? .null]
    case .show(let view): ["show", .view(view)]
    case .hide(let view): ["hide", .view(view)]
    case .enterPool(let views): ["enterPool", .array(views.map { .view($0) })]
    case .leavePool(let views): ["leavePool", .array(views.map { .view($0) })]
    case .letGo(let view, let inner):
      ["letGo", .view(view), .array(inner.map { .view($0) })]
    }
  }

  init(_ cursor: JSONCursor) throws(WireProblem) {
    let elements = try WireProblem.decoding { () throws(JSONDecodingError) in
      try cursor.elements()
    }
    guard let name = elements.first?.value.stringValue else {
      throw WireProblem(.invalid, cursor.error("expected an array that begins with a name"))
    }
    guard let count = Self.counts[name] else {
      throw WireProblem(
        .version, elements[0].error("version \(WireHost.version) has no such edit"))
    }
    guard count.contains(elements.count) else {
      throw WireProblem(.invalid, cursor.error("expected \(count.lowerBound) elements"))
    }
    self = try WireProblem.decoding { () throws(JSONDecodingError) in
      try Self.edit(name, elements)
    }
  }

  /// The numbers of elements that an edit may have.
  private static let counts: [String: ClosedRange<Int>] = [
    "make": 3...3, "set": 4...5, "unset": 3...3, "events": 3...3, "accessibility": 3...3,
    "frame": 3...3, "place": 4...4, "show": 2...2, "hide": 2...2, "enterPool": 2...2,
    "leavePool": 2...2, "letGo": 3...3,
  ]

  private static func edit(
    _ name: String, _ elements: JSONCursor.Elements
  ) throws(JSONDecodingError) -> WireEdit {
    switch name {
    case "enterPool": return .enterPool(try elements[1].views())
    case "leavePool": return .leavePool(try elements[1].views())
    default: break
    }
    let view = try elements[1].view()
    switch name {
    case "make": return .make(view, className: try elements[2].string())
    case "set":
      return .set(
        view, name: try elements[2].string(), to: elements[3].value,
        from: elements.count > 4 ? elements[4].value : nil)
    case "unset": return .unset(view, name: try elements[2].string())
    case "events":
      var events: [ViewEvent] = []
      for event in try elements[2].elements() {
        events.append(ViewEvent(rawValue: try event.string()))
      }
      return .events(view, events)
    case "accessibility": return .accessibility(view, try elements[2].accessibility())
    case "frame": return .frame(view, try elements[2].wireFrame())
    case "place":
      let sibling = elements[3].value == .null ? nil : try elements[3].view()
      return .place(view, in: try elements[2].view(), inFrontOf: sibling)
    case "show": return .show(view)
    case "hide": return .hide(view)
    default: return .letGo(view, inner: try elements[2].views())
    }
  }
}

extension JSONValue {
  /// The number of a view.
  static func view(_ view: Int) -> JSONValue { .number(Double(view)) }
}

extension ViewFrame {
  /// `[left, top, width, height]`.
  var wireJSON: JSONValue {
    .array([origin.x, origin.y, size.width, size.height].map { .number($0) })
  }
}

extension JSONCursor {
  /// Returns the number of a view.
  func view() throws(JSONDecodingError) -> Int {
    let number = try int()
    guard number >= 0 else { throw error("expected the number of a view") }
    return number
  }

  func views() throws(JSONDecodingError) -> [Int] {
    var views: [Int] = []
    for element in try elements() { views.append(try element.view()) }
    return views
  }

  /// Returns a frame, `nil` for `null`.
  func wireFrame() throws(JSONDecodingError) -> ViewFrame? {
    if value == .null { return nil }
    let numbers = try elements()
    guard numbers.count == 4 else {
      throw error("expected an array of 4 numbers")
    }
    return ViewFrame(
      origin: Point(x: try numbers[0].number(), y: try numbers[1].number()),
      size: Size(width: try numbers[2].number(), height: try numbers[3].number()))
  }

  fileprivate func accessibility() throws(JSONDecodingError) -> Accessibility? {
    if value == .null { return nil }
    do {
      return try Accessibility(json: value)
    } catch {
      throw self.error(error.description)
    }
  }
}
