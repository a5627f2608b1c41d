internal import RosterComponents
internal import RosterCore

/// Finds a mounted view for each child of a description.
///
/// First each component keeps its own views, wherever it has moved among its siblings. Then views
/// that no component has kept are recycled for others of the same kind: views that would be hidden,
/// in their order, and then hidden ones, the last hidden first.
struct ChildMatching {
  typealias CanUnset = (_ name: String, _ className: String) -> Bool

  enum Match {
    /// A view that has shown the same component.
    case kept(MountedView)
    /// A view that has shown another component.
    case recycled(MountedView)
    /// There is no view for the child. A new one can show these descriptions.
    case missing(ViewReuseIdentifier)

    var mounted: MountedView? {
      switch self {
      case .kept(let mounted), .recycled(let mounted): mounted
      case .missing: nil
      }
    }
  }

  /// The views of one component that can show the same descriptions.
  private struct Kind: Hashable {
    let scope: ScopePath
    let identifier: ViewReuseIdentifier
  }

  /// What a view looks like, before any of its attributes has a value.
  private struct Look: Hashable {
    let identifier: ViewReuseIdentifier
    let contentClass: String?
    let contentComponent: String?

    init(_ identifier: ViewReuseIdentifier, within tree: ViewTree? = nil) {
      self.identifier = identifier
      let first = tree?.children.first
      contentClass = first?.spec.className
      contentComponent = first?.scope.key?.typeName
    }
  }

  private let canUnset: CanUnset
  /// The children to find views for.
  private var children: [ViewTree] = []
  /// What was found for each child.
  private(set) var matches: [Match] = []
  /// The shown views that no child takes, in the order of the tree.
  private(set) var leaving: [MountedView]
  /// The hidden views that no child takes; the one that was hidden first comes first.
  private(set) var pool: [MountedView]

  /// - Parameter departing: The shown views that no child may take.
  init(
    _ container: MountedView, without departing: Set<ObjectIdentifier>, canUnset: @escaping CanUnset
  ) {
    self.canUnset = canUnset
    let children = container.children
    leaving =
      departing.isEmpty ? children : children.filter { !departing.contains(ObjectIdentifier($0)) }
    pool = container.pool
  }

  /// Whether a child has no view.
  var isIncomplete: Bool { matches.contains { $0.mounted == nil } }

  /// Keeps the views of components that have views already. Call it first.
  mutating func keep(_ children: [ViewTree]) {
    self.children = children
    // Most often nothing has moved, and then no identifier is needed.
    let count = zip(leaving, children).prefix { canShow($0, $1) }.count
    matches = leaving.prefix(count).map { .kept($0) }
    leaving.removeFirst(count)
    guard count < children.count else { return }
    if isExhausted {
      matches += children[count...].map { .missing(reuseIdentifier(of: $0)) }
      return
    }
    var waiting: [Kind: [MountedView]] = [:]
    for mounted in pool + leaving.reversed() {
      let kind = Kind(scope: mounted.description.scope, identifier: mounted.identifier)
      waiting[kind, default: []].append(mounted)
    }
    for child in children[count...] {
      let identifier = reuseIdentifier(of: child)
      let mounted = waiting[Kind(scope: child.scope, identifier: identifier)]?.popLast()
      matches.append(mounted.map { .kept($0) } ?? .missing(identifier))
    }
    removeMatched()
  }

  /// Recycles views for the children that have none: first views whose content is of the same kind
  /// too, so that less within them is made, then any others that can show the descriptions.
  ///
  /// - Parameter isFixed: Returns whether a view must not be recycled.
  mutating func recycle(except isFixed: (MountedView) -> Bool) {
    if isExhausted { return }
    recycle(except: isFixed) { Look($1, within: $0) }
    if isIncomplete { recycle(except: isFixed) { Look($1) } }
  }

  /// - Parameter look: Returns what a view and the description that it is to show must share.
  private mutating func recycle(
    except isFixed: (MountedView) -> Bool,
    sharing look: (_ tree: ViewTree, _ identifier: ViewReuseIdentifier) -> Look
  ) {
    var waiting: [Look: [MountedView]] = [:]
    for mounted in pool + leaving.reversed() where !isFixed(mounted) {
      waiting[look(mounted.description, mounted.identifier), default: []].append(mounted)
    }
    for (index, match) in matches.enumerated() {
      guard case .missing(let identifier) = match else { continue }
      if let mounted = waiting[look(children[index], identifier)]?.popLast() {
        matches[index] = .recycled(mounted)
      }
    }
    removeMatched()
  }

  /// Whether no view is left for any child.
  private var isExhausted: Bool { leaving.isEmpty && pool.isEmpty }

  private func reuseIdentifier(of child: ViewTree) -> ViewReuseIdentifier {
    child.reuseIdentifier { canUnset($0, child.spec.className) }
  }

  private mutating func removeMatched() {
    let matched = Set(matches.compactMap { $0.mounted.map(ObjectIdentifier.init) })
    leaving.removeAll { matched.contains(ObjectIdentifier($0)) }
    pool.removeAll { matched.contains(ObjectIdentifier($0)) }
  }

  /// Returns whether a view shows the component of a child, and can show the child.
  private func canShow(_ mounted: MountedView, _ child: ViewTree) -> Bool {
    let spec = child.spec
    guard mounted.identifier.className == spec.className, mounted.description.scope == child.scope
    else { return false }
    let lasting = spec.attributes.lazy.filter { !canUnset($0.name, spec.className) }
    return mounted.identifier.lastingAttributes.elementsEqual(lasting.map(\.name))
  }
}
