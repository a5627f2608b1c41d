internal import RosterComponents
internal import RosterCore
internal import RosterJSON
internal import RosterLayout

/// The kinds of rows that a run shows. Each asks something else of a renderer.
enum RowKind: String, CaseIterable {
  /// A text.
  case text
  /// A box with a text and a button in it.
  case button
  /// A field that can have the focus.
  case field
  /// Texts that change their order among each other.
  case parts
  /// A view of a class that no renderer knows, beside a text.
  case unknown
}

/// What the rows of a run show: a pure function of the model, which may be any JSON.
enum RowViews {
  /// The class that no renderer knows.
  static let unknownClass = "roster.conformance.unknown"

  /// Returns the length of a row along the axis.
  static func length(of model: JSONValue) -> Double {
    if let length = model["height"]?.numberValue, (1...1_000).contains(length) { return length }
    return 24 + Double(hash(of: model) % 5) * 9
  }

  /// The length of headers and footers.
  static let supplementLength: Double = 30

  /// Returns the views of an item.
  static func views(of model: JSONValue, breadth: Double) -> [ViewTree] {
    let length = length(of: model)
    let text = text(of: model)
    switch kind(of: model) {
    case .text: return [label(text, model, at: 4, breadth: breadth, length: length)]
    case .button:
      var button = view("button", ["title": .string("Like \(text)")], at: 40, length: 10)
      button.events = [.tap: [action("like")], .pan: [action("drag")]]
      var box = view("box", ["border": "accent"], at: 0, breadth: breadth, length: length)
      box.children = [label(text, model, at: 2, breadth: breadth / 2, length: 9), button]
      return [box]
    case .field:
      var field = view("field", ["value": .string(text)], at: 8, length: length - 2)
      field.events = [.submit: [action("send")]]
      return [field, label("x", model, at: 0, breadth: 8, length: length)]
    case .parts:
      let order = [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0], [0, 2]][hash(of: model) % 5]
      return order.enumerated().map { index, part in
        var tree = label("\(part)", model, at: Double(index) * 20, breadth: 18, length: length)
        tree.scope = ScopePath([ScopeKey(typeName: "Part", identifier: .number(part))])
        return tree
      }
    case .unknown:
      return [
        label(text, model, at: 4, breadth: breadth, length: length),
        view(unknownClass, ["charge": .string(text)], at: 50, length: 5),
      ]
    }
  }

  /// Returns the views of a header or footer.
  static func views(
    of model: JSONValue, as kind: SupplementKind, breadth: Double
  ) -> [ViewTree] {
    [
      label(
        "\(kind) of \(text(of: model))", model, at: 0, breadth: breadth, length: supplementLength)
    ]
  }

  // MARK: Parts

  private static func label(
    _ text: String, _ model: JSONValue, at left: Double, breadth: Double, length: Double
  ) -> ViewTree {
    var attributes: ViewAttributes = ["text": .string(text)]
    if model["bold"] == true { attributes["bold"] = true }
    return view("text", attributes, at: left, breadth: breadth, length: length)
  }

  private static func view(
    _ className: String, _ attributes: ViewAttributes, at left: Double, breadth: Double = 30,
    length: Double
  ) -> ViewTree {
    var tree = ViewTree(spec: ViewSpec(className, attributes: attributes))
    tree.frame = ViewFrame(
      origin: Point(x: left, y: 1), size: Size(width: breadth, height: max(1, length - 1)))
    return tree
  }

  private static func action(_ name: String) -> ActionReference {
    ActionReference(target: .responders, name: name)
  }

  private static func kind(of model: JSONValue) -> RowKind {
    if let kind = model["kind"]?.stringValue.flatMap(RowKind.init) { return kind }
    return RowKind.allCases[hash(of: model) % RowKind.allCases.count]
  }

  private static func text(of model: JSONValue) -> String {
    model["text"]?.stringValue ?? model.canonicalText
  }

  /// A number that depends on nothing but the model.
  private static func hash(of model: JSONValue) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in model.canonicalText.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(hash >> 33)
  }
}
