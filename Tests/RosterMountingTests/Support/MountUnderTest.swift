import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import Testing

/// A mount on a recording host, which is compared with the naive model after every render.
final class MountUnderTest {
  let host = RecordingHost()
  let mount: ViewMount<RecordingHost>
  let poolCountMax: Int

  init(poolCountMax: Int = 16) {
    self.poolCountMax = poolCountMax
    mount = ViewMount(in: host.container, of: host, poolCountMax: poolCountMax)
  }

  /// Renders, and returns what is wrong afterwards, `nil` if nothing is.
  func offence(
    rendering views: [ViewTree], isLaidOut: Bool = false
  ) -> (counts: MountCounts, offence: String?) {
    let before = host.counts
    let counts = mount.render(views, isLaidOut: isLaidOut)
    var called = host.counts - before
    called.reused = counts.reused
    if let fault = host.faults.first { return (counts, fault) }
    if let fault = host.inconsistencies.first { return (counts, fault) }
    if host.picture() != SeenView.pictures(views, isLaidOut: isLaidOut) {
      return (counts, "something else is shown")
    }
    if host.largestPoolCount > poolCountMax { return (counts, "a pool is too large") }
    if called != counts { return (counts, "the counts are \(counts), not \(called)") }
    return (counts, nil)
  }

  /// Renders, and expects that everything is right afterwards.
  @discardableResult
  func render(
    _ views: [ViewTree], isLaidOut: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MountCounts {
    let (counts, offence) = offence(rendering: views, isLaidOut: isLaidOut)
    #expect(offence == nil, sourceLocation: sourceLocation)
    return counts
  }
}

extension MountCounts {
  static func - (left: MountCounts, right: MountCounts) -> MountCounts {
    var counts = MountCounts()
    for path in [
      \MountCounts.made, \.reused, \.set, \.unset, \.described, \.framed, \.moved, \.shown,
      \.hidden,
      \.letGo,
    ] {
      counts[keyPath: path] = left[keyPath: path] - right[keyPath: path]
    }
    return counts
  }
}

extension ViewTree {
  /// A view of a component with an identifier.
  static func row(_ name: Int, _ attributes: ViewAttributes = [:], of type: String = "Row")
    -> ViewTree
  {
    let scope = ScopePath([ScopeKey(typeName: type, identifier: .number(name))])
    return ViewTree(spec: ViewSpec("row", attributes: attributes), scope: scope)
  }

  /// A view above all components.
  static func view(
    _ className: String, _ attributes: ViewAttributes = [:], _ children: [ViewTree] = []
  ) -> ViewTree {
    ViewTree(spec: ViewSpec(className, attributes: attributes), children: children)
  }

  /// The view with a frame.
  func framed(at x: Double = 0) -> ViewTree {
    var tree = self
    tree.frame = ViewFrame(origin: Point(x: x, y: 0), size: Size(width: 1, height: 1))
    return tree
  }
}
