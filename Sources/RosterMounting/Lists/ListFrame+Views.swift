internal import RosterComponents
internal import RosterCore
internal import RosterJSON
internal import RosterLayout

extension ListFrame {
  /// The list as a view, without its rows.
  var view: ViewTree {
    ViewTree(
      spec: ViewSpec(
        "list",
        attributes: [
          "axis": .string(axis == .vertical ? "vertical" : "horizontal"),
          "length": .number(length), "offset": .number(offset), "count": .number(Double(rowCount)),
        ]))
  }

  /// Returns a row as a view of the list. Its scope is that of the row and not of a component.
  func view(of row: ListRow) -> ViewTree {
    var attributes: ViewAttributes = [
      "tree": .string(row.tree.description), "kind": .string(row.tree.kindName),
      "section": .number(Double(row.place.section)),
    ]
    attributes["item"] = row.place.path.map { .number(Double($0.item)) }
    attributes["stickyEnd"] = row.stickyEnd.map { .number($0) }
    if row.isDragged { attributes["dragged"] = true }
    var tree = ViewTree(
      spec: ViewSpec("row", attributes: attributes),
      scope: ScopePath(rowOf: row.tree, isLaidOut: row.isLaidOut), children: row.views)
    let across = row.column?.place(in: breadth) ?? (start: 0, breadth: breadth)
    tree.frame =
      switch axis {
      case .vertical:
        ViewFrame(
          origin: Point(x: across.start, y: row.start),
          size: Size(width: across.breadth, height: row.length))
      case .horizontal:
        ViewFrame(
          origin: Point(x: row.start, y: across.start),
          size: Size(width: row.length, height: across.breadth))
      }
    return tree
  }
}

extension TreeID {
  /// The word for what the tree belongs to.
  fileprivate var kindName: String { supplement.map(\.kind.description) ?? "item" }
}

// MARK: Scopes of rows

// A row keeps its view as a component keeps its own: by its scope. No type of component has a name
// with a space, so no scope of a component is taken for that of a row.
private let rowSuffix = " row"
private let looseRowSuffix = " row without layout"

extension ScopePath {
  /// Makes the scope of the row of a tree.
  init(rowOf tree: TreeID, isLaidOut: Bool) {
    let number = tree.item?.rawValue ?? tree.supplement?.section.rawValue ?? 0
    let name = tree.kindName + (isLaidOut ? rowSuffix : looseRowSuffix)
    self.init([ScopeKey(typeName: name, identifier: .number(number))])
  }

  /// The tree of the row whose scope this is; `nil` for scopes of components.
  var rowTree: TreeID? {
    guard depth == 1, let key, case .number(let number) = key.identifier else { return nil }
    switch key.typeName {
    case "item" + rowSuffix, "item" + looseRowSuffix: return .item(ItemID(rawValue: number))
    case "header" + rowSuffix, "header" + looseRowSuffix:
      return .supplement(SupplementID(.header, of: SectionID(rawValue: number)))
    case "footer" + rowSuffix, "footer" + looseRowSuffix:
      return .supplement(SupplementID(.footer, of: SectionID(rawValue: number)))
    default: return nil
    }
  }

  /// Whether this is the scope of a row whose views were not laid out, though the row itself has a
  /// frame.
  var isRowWithoutLayout: Bool { depth == 1 && key?.typeName.hasSuffix(looseRowSuffix) == true }
}

extension MountedView {
  /// The scope that the views within belong to, unless they are of components within it.
  var contentScope: ScopePath {
    description.scope.rowTree == nil ? description.scope : .root
  }
}
