internal import RosterCore
package import RosterJSON
package import RosterLayout

extension ComponentTree {
  /// The boxes of the tree as JSON, for a renderer that lays them out itself, as a browser does by
  /// CSS. They are those that a layout of the tree has, and the tree need not have been laid out.
  ///
  /// A view is written as in ``ViewTree/json``, but with the names of its events alone, and without
  /// a frame. A box without a view has no `class`. Both have these members, if they are not empty:
  ///
  ///     style     what of the layout differs from the default; see ``LayoutStyle/json(_:)``
  ///     rule      the layout of the children, if that is not flexbox; see ``RuleDescribed``
  ///     measured  whether something else draws the content: [width, height], or true
  ///     lines     the most lines of a text
  ///     zOrder    the children from back to front, of a rule that was laid out
  ///     scope     the scope, if it is not that of the box around it
  ///     children  the boxes in it, of which those of a measured box are not shown
  ///
  /// A rule of an application says nothing about itself. In a tree that was laid out it is written as
  /// the places that it gave its children; otherwise it is `"custom"`.
  ///
  /// - Parameters:
  ///   - isMeasured: Returns whether the size that the content of a view would like to have is
  ///     written. A renderer that draws the class needs none, and texts take long to measure. The
  ///     sizes of boxes without a view are always written.
  ///   - described: Returns what is written of a view; by default its description.
  /// - Returns: The outermost boxes, which stand in a column if there are several.
  /// - Complexity: O(*n*), where *n* is the number of boxes, and that of measuring.
  package func boxTree(
    measuring isMeasured: @escaping (ViewSpec) -> Bool = { _ in true },
    describing described: @escaping (ViewSpec) -> ViewSpec = { $0 }
  ) -> [JSONValue] {
    var writer = BoxTreeWriter(described: described)
    if let layout {
      let isRoot = if case .root = layout.root.part { true } else { false }
      guard isRoot else { return writer.write([(layout.root, layout.layout)], isMeasured) }
      return writer.write(
        zip(layout.root.children, layout.layout.children).map { ($0, $1.layout) }, isMeasured)
    }
    var assembly = LayoutAssembly(content, after: nil)
    return writer.write(assembly.run().boxes.map { ($0, nil) }, isMeasured)
  }
}

/// Writes boxes from the outside in. It does not recurse, since trees may be deep.
private struct BoxTreeWriter {
  private enum Step {
    case begin(LaidBox, Layout?, scope: ScopePath)
    case end(JSONObject)
  }

  private let described: (ViewSpec) -> ViewSpec
  private var steps: [Step] = []
  /// The finished boxes in each open box.
  private var boxes: [[JSONValue]] = [[]]

  init(described: @escaping (ViewSpec) -> ViewSpec) { self.described = described }

  mutating func write(
    _ outermost: [(box: LaidBox, layout: Layout?)], _ isMeasured: (ViewSpec) -> Bool
  ) -> [JSONValue] {
    for (box, layout) in outermost.reversed() {
      steps.append(.begin(box, layout, scope: .root))
    }
    while let step = steps.popLast() {
      switch step {
      case .begin(let box, let layout, let scope): begin(box, layout, in: scope, isMeasured)
      case .end(var members):
        let children = boxes.removeLast()
        if !children.isEmpty { members["children"] = .array(children) }
        boxes[boxes.count - 1].append(.object(members))
      }
    }
    return boxes[0]
  }

  private mutating func begin(
    _ box: LaidBox, _ layout: Layout?, in outer: ScopePath, _ isMeasured: (ViewSpec) -> Bool
  ) {
    // A hidden box has no layout of its own.
    let layout = layout.flatMap { $0.isHidden ? nil : $0 }
    var members: JSONObject = [:]
    var isSized = true
    if case .view(let part) = box.part {
      members = described(part.spec).members
      let events = part.events.events.map(\.rawValue).sorted()
      if !events.isEmpty { members["events"] = .array(events.map { .string($0) }) }
      isSized = box.isMeasured && isMeasured(part.spec)
    }
    if box.scope != outer { members["scope"] = .string(box.scope.text(within: outer)) }
    var container: FlexContainer?
    var grid: GridContainer?
    switch box.node.content {
    case .flex(let flex, _): container = flex
    case .grid(let found, _): grid = found
    case .measured(let content):
      members["measured"] = isSized ? content.sizeJSON : true
      if let lines = (content as? any LineLimitedContent)?.maximumLines, lines > 0 {
        members["lines"] = .number(Double(lines))
      }
    case .rule(let rule, _):
      let described = (rule as? any RuleDescribed)?.json
      members["rule"] = described ?? layout.map(\.placesJSON) ?? "custom"
      if described == nil { members["zOrder"] = layout?.zOrderJSON }
    }
    var style = box.node.style.json(container)
    if let grid { grid.describe(in: &style) }
    if !style.isEmpty { members["style"] = .object(style) }
    steps.append(.end(members))
    boxes.append([])
    let inner = box.isMeasured ? nil : layout?.children
    for index in box.children.indices.reversed() {
      steps.append(.begin(box.children[index], inner?[index].layout, scope: box.scope))
    }
  }
}

extension MeasuredContent {
  /// The size that the content has with unlimited room.
  fileprivate var sizeJSON: JSONValue {
    let size = measure(width: .maxContent, height: .maxContent).size
    guard size.width.isFinite, size.height.isFinite else { return true }
    return [.number(size.width), .number(size.height)]
  }
}

extension Layout {
  /// The places of the children as those of a `StaticRule`, and the size of the whole.
  fileprivate var placesJSON: JSONValue {
    let places = children.map { child -> JSONValue in
      guard !child.layout.isHidden else { return .null }
      return [
        "left": .number(child.position.x), "top": .number(child.position.y),
        "width": .number(child.layout.size.width), "height": .number(child.layout.size.height),
      ]
    }
    return [
      "static": .array(places), "size": [.number(size.width), .number(size.height)],
    ]
  }

  fileprivate var zOrderJSON: JSONValue? {
    zOrder.map { .array($0.map { .number(Double($0)) }) }
  }
}

/// Text that may be limited to some lines.
package protocol LineLimitedContent: MeasuredContent {
  /// The most lines; `nil`, or less than 1, for as many as there are.
  var maximumLines: Int? { get }
}
