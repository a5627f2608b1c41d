public import RosterCore

extension ControllerHost {
  /// Mounts a scope, or remounts it if it is mounted already, including the scopes within it.
  ///
  /// - Parameters:
  ///   - scope: The scope. For a scope without a controller, the host only runs `children`.
  ///   - tree: The tree of the scope.
  ///   - view: The scope's own view; `nil` if it has none.
  ///   - children: Mounts the scopes within it.
  /// - Returns: What `children` returns.
  /// - Throws: The error of `children`. The scope counts as mounted nevertheless, and can be
  ///   unmounted.
  public func mount<Result, Failure: Error>(
    _ scope: ScopePath, of tree: TreeID, view: View? = nil,
    _ children: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let controlled = self[tree]?[scope] else { return try children() }
    tell(controlled.beginMount(with: view))
    // The same controller gets the end, even if its scope is removed in the meantime.
    defer { tell(controlled.handle(.endMount)) }
    return try children()
  }

  /// Mounts a scope without scopes in it.
  public func mount(_ scope: ScopePath, of tree: TreeID, view: View? = nil) {
    mount(scope, of: tree, view: view) {}
  }

  /// Unmounts a scope and the scopes within it, from the inside out. Does nothing if the scope is
  /// not mounted or does not exist.
  public func unmount(_ scope: ScopePath, of tree: TreeID) {
    let scopes = self[tree]?.controlled(within: scope) ?? []
    tell(scopes.reversed().flatMap { $0.handle(.unmount) })
  }

  /// Unmounts all scopes of a tree.
  public func unmount(_ tree: TreeID) { unmount(.root, of: tree) }
}

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
