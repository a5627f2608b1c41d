internal import RosterCore

extension ControllerHost {
  /// Makes or takes the renderer's view for a description, and brings it up to date; `nil` if it
  /// needs none.
  public typealias MakeView = (ViewTree, ViewAddress) -> View?

  /// Shows all views of a tree, or brings them up to date: mounts each scope that has views, with
  /// the scopes within it, and then unmounts those that have none any more.
  ///
  /// A scope's own view is the first of its outermost ones; it has none if that is already one of a
  /// scope within it.
  ///
  /// - Parameters:
  ///   - views: Its outermost views, of the newest time.
  ///   - tree: The tree.
  ///   - makeView: Is asked once for each view, before those within it.
  public func mount(
    _ views: [ViewTree], of tree: some TreeIdentifying, makingView makeView: MakeView
  ) {
    let tree = tree.treeID
    var mounted: Set<ScopePath> = []
    let run = ViewRun(views: views[...], parent: [], scope: .root)
    mount(run, of: tree, &mounted, makeView)
    let left = self[tree]?.controlled { !mounted.contains($0) } ?? []
    tell(left.reversed().flatMap { $0.handle(.unmount) })
  }

  private func mount(
    _ run: ViewRun, of tree: TreeID, _ mounted: inout Set<ScopePath>, _ makeView: MakeView
  ) {
    var rest = run
    while let part = rest.takeFirst() {
      switch part {
      case .view(let view, let address):
        _ = makeView(view, address)
        let children = ViewRun(views: view.children[...], parent: address, scope: run.scope)
        mount(children, of: tree, &mounted, makeView)
      case .scope(let run): mountScope(run, of: tree, &mounted, makeView)
      }
    }
  }

  /// Mounts the scope of some views, which begin with its own view if it has one.
  private func mountScope(
    _ run: ViewRun, of tree: TreeID, _ mounted: inout Set<ScopePath>, _ makeView: MakeView
  ) {
    mounted.insert(run.scope)
    var rest = run
    var view: View?
    var children: ViewRun?
    if run.views.first?.scope == run.scope, case .view(let own, let address)? = rest.takeFirst() {
      view = makeView(own, address)
      children = ViewRun(views: own.children[...], parent: address, scope: run.scope)
    }
    mount(run.scope, of: tree, view: view) {
      if let children { mount(children, of: tree, &mounted, makeView) }
      mount(rest, of: tree, &mounted, makeView)
    }
  }
}

/// Views side by side in one scope, or in scopes within it.
private struct ViewRun {
  enum Part {
    /// A view of the scope itself.
    case view(ViewTree, ViewAddress)
    /// The views of a scope directly in it, and of the scopes in that.
    case scope(ViewRun)
  }

  var views: ArraySlice<ViewTree>
  let parent: ViewAddress
  let scope: ScopePath

  mutating func takeFirst() -> Part? {
    guard let first = views.first else { return nil }
    guard let inner = first.scope.ancestor(atDepth: scope.depth + 1), scope.contains(inner) else {
      defer { views.removeFirst() }
      return .view(first, parent.appending(views.startIndex))
    }
    let run = views.prefix { inner.contains($0.scope) }
    views = views.dropFirst(run.count)
    return .scope(ViewRun(views: run, parent: parent, scope: inner))
  }
}
