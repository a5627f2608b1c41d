import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting

/// Showing rows in the views of a host, beside a bare loop that makes the same views.
struct MountBenchmark {
  let runs: Int

  private static let rowCount = 1_000

  func figures() throws -> [Figure] {
    let trees = try Self.trees(changed: false)
    let changed = try Self.trees(changed: true)
    let host = NodeHost()
    var mounts: [ViewMount<NodeHost>] = []
    var roots: [HostNode] = []
    var counts = MountCounts()
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs * 4,
      [
        {
          mounts = trees.map { tree in
            let mount = ViewMount(in: HostNode("row"), of: host)
            counts = mount.render(tree)
            return mount
          }
        },
        {
          for (mount, tree) in zip(mounts, changed) { counts = mount.render(tree) }
        },
        {
          for (mount, tree) in zip(mounts, changed) { counts = mount.render(tree) }
        },
        {
          roots = trees.map { tree in
            let root = HostNode("row")
            for view in tree.views { root.children.append(HostNode(view)) }
            return root
          }
        },
        // What is let go is no part of any figure.
        {
          precondition(mounts.count == roots.count, "both make the views of all rows")
          (mounts, roots) = ([], [])
        },
      ])
    precondition(counts == MountCounts(), "what is shown already is left alone")
    return [
      Figure(
        name: "mount \(Self.rowCount) rows of ten views", value: seconds[0].asTime,
        baseline: "a bare loop \(seconds[3].asTime)", ratio: (seconds[0] / seconds[3]).asFactor,
        goal: "≤ 2×"),
      Figure(
        name: "  again, two texts of each row changed", value: seconds[1].asTime,
        ratio: (seconds[1] / seconds[3]).asFactor),
      Figure(
        name: "  again, nothing changed", value: seconds[2].asTime,
        ratio: (seconds[2] / seconds[3]).asFactor),
    ]
  }

  private static func trees(changed: Bool) throws -> [ComponentTree<Never>] {
    let builder = TreeBuilder()
    let constraints = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: 400, height: .infinity)))
    return try (0..<rowCount).map { number in
      let row = MountedRow(number: changed ? number + rowCount : number)
      return try builder.build(Node(row)).tree.laidOut(in: constraints)
    }
  }
}

/// A row of ten views: a portrait, a name, a time, two lines of text, and three buttons.
private struct MountedRow: Component, Equatable {
  static let typeName = "MountedRow"

  let number: Int

  func body(_ scope: Scope<MountedRow>) -> Node<Never> {
    ViewNode("box") {
      ViewNode("image").attribute("source", "portrait").width(.points(24)).height(.points(24))
      ViewNode("box") {
        ViewNode("text").attribute("text", "Somebody").height(.points(16))
        ViewNode("text").attribute("text", .number(Double(number))).height(.points(16))
        ViewNode("text").attribute("text", .number(Double(number))).height(.points(16))
        ViewNode("box") {
          ViewNode("button").attribute("title", "like").width(.points(40)).height(.points(16))
          ViewNode("button").attribute("title", "reply").width(.points(40)).height(.points(16))
          ViewNode("button").attribute("title", "share").width(.points(40)).height(.points(16))
        }
        .direction(.row)
      }
    }
    .direction(.row)
  }
}

/// A view in memory.
final class HostNode: Hashable {
  let className: String
  var attributes: [String: JSONValue] = [:]
  var frame: ViewFrame?
  var children: [HostNode] = []
  var isHidden = false

  init(_ className: String) { self.className = className }

  /// Makes the views of a description.
  convenience init(_ tree: ViewTree) {
    self.init(tree.spec.className)
    for attribute in tree.spec.attributes { attributes[attribute.name] = attribute.value }
    frame = tree.frame
    children.reserveCapacity(tree.children.count)
    for child in tree.children { children.append(HostNode(child)) }
  }

  static func == (left: HostNode, right: HostNode) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A host whose views are values in memory.
struct NodeHost: ViewHost {
  var focusedView: HostNode? { nil }

  func makeView(_ className: String) -> HostNode { HostNode(className) }

  func set(_ name: String, of view: HostNode, from old: JSONValue?, to new: JSONValue) {
    view.attributes[name] = new
  }

  func unset(_ name: String, of view: HostNode, from old: JSONValue) {
    view.attributes[name] = nil
  }

  func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  func setFrame(_ frame: ViewFrame?, of view: HostNode) { view.frame = frame }

  func place(_ view: HostNode, in container: HostNode, inFrontOf sibling: HostNode?) {
    if let last = container.children.last, last === sibling {
      container.children.append(view)
      return
    }
    container.children.removeAll { $0 === view }
    let index = sibling.flatMap { container.children.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    container.children.insert(view, at: index)
  }

  func show(_ view: HostNode) { view.isHidden = false }

  func hide(_ view: HostNode) { view.isHidden = true }

  func letGo(_ view: HostNode, with inner: [HostNode]) {}
}
