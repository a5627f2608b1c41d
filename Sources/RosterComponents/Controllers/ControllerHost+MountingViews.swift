public import RosterCore

extension ControllerHost {
  /// Makes, or finds, the renderer's view for a description, and updates it; `nil` if the renderer
  /// has no view for it.
  public typealias MakeView = (ViewTree, ViewAddress) -> View?

  /// Mounts all views of a tree, or remounts them: first each scope that has views, with the scopes
  /// within it. Then scopes that no longer have views are unmounted.
  ///
  /// A scope's own view is the first of its outermost views, unless that view belongs to a scope
  /// within it; the scope then has no view of its own.
  ///
  /// - Parameters:
  ///   - views: The outermost views of the newest tree.
  ///   - tree: The tree.
  ///   - makeView: Is called once for each view, before the calls for the views within it.
  public func mount(
    _ views: [ViewTree], of tree: TreeID, makingView makeView: MakeView
  ) {
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

  /// Mounts the scope of a run of views, which begins with the scope's own view if it has one.
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

/// Neighbouring views of one scope, or of scopes within it.
private struct ViewRun {
  enum Part {
    /// A view of the scope itself.
    case view(ViewTree, ViewAddress)
    /// The views of a scope directly within it, and of the scopes in that one.
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
