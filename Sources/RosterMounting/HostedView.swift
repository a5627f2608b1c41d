internal import RosterComponents
internal import RosterJSON

/// A view of a host, which it is asked to change.
final class HostedView<Host: ViewHost>: MountedView {
  let view: Host.View
  private let host: Host
  private unowned let views: HostedViews<Host>

  /// Makes the container of a mount.
  convenience init(_ container: Host.View, of views: HostedViews<Host>) {
    self.init(container, ViewSpec("").reuseIdentifier(), in: nil, of: views)
  }

  private init(
    _ view: Host.View, _ identifier: ViewReuseIdentifier, in container: MountedView?,
    of views: HostedViews<Host>
  ) {
    self.view = view
    host = views.host
    self.views = views
    super.init(identifier, in: container)
  }

  /// Returns what a view of a mount is to the host.
  static func view(of mounted: MountedView) -> Host.View {
    guard let hosted = mounted as? HostedView else {
      preconditionFailure("the views of a mount belong to one host")
    }
    return hosted.view
  }

  override var focusedView: MountedView? { host.focusedView.flatMap { views[$0] } }

  override func makeView(_ identifier: consuming ViewReuseIdentifier) -> MountedView {
    let made = host.makeView(identifier.className)
    let view = HostedView(made, identifier, in: self, of: views)
    views.add(view)
    return view
  }

  override func place(_ view: MountedView, inFrontOf sibling: MountedView?) {
    if let sibling {
      host.place(Self.view(of: view), in: self.view, inFrontOf: Self.view(of: sibling))
    } else {
      host.place(Self.view(of: view), in: self.view, inFrontOf: nil)
    }
  }

  override func fill(with views: [MountedView]) {
    var behind: Host.View?
    for mounted in views {
      let view = Self.view(of: mounted)
      host.place(view, in: self.view, inFrontOf: behind)
      behind = view
    }
  }

  override func canUnset(_ name: String, ofClass className: String) -> Bool {
    host.canUnset(name, ofClass: className)
  }

  override func set(_ name: String, from old: JSONValue?, to new: JSONValue) {
    host.set(name, of: view, from: old, to: new)
  }

  override func unset(_ name: String, from old: JSONValue) {
    host.unset(name, of: view, from: old)
  }

  override func setEvents(_ events: [ViewEvent: [ActionReference]]) {
    host.setEvents(events, of: view)
  }

  override func setAccessibility(_ accessibility: Accessibility?) {
    host.setAccessibility(accessibility, of: view)
  }

  override func setFrame(_ frame: ViewFrame?) { host.setFrame(frame, of: view) }

  override func show() { host.show(view) }

  override func hide() { host.hide(view) }

  override func didEnterPool() { host.didEnterPool(view) }

  override func willLeavePool() { host.willLeavePool(view) }

  override func letGo(with inner: [MountedView]) {
    views.remove([self] + inner)
    host.letGo(view, with: inner.map { Self.view(of: $0) })
  }
}

/// The host of one mount, and its mounted views by what they are to the host.
final class HostedViews<Host: ViewHost> {
  let host: Host
  private let container: Host.View
  private var mounted: [Host.View: MountedView] = [:]
  /// The views that were made since ``mounted`` was last needed. Most mounts are asked about their
  /// views long after they have made them, if at all.
  private var latest: [MountedView] = []

  init(of host: Host, in container: Host.View) {
    self.host = host
    self.container = container
  }

  /// The mounted view of a view; `nil` for the container, and for views that are not of the mount.
  subscript(view: Host.View) -> MountedView? {
    indexLatest()
    return mounted[view]
  }

  /// Returns what a view of the mount is to the host.
  func view(of mounted: MountedView) -> Host.View { HostedView<Host>.view(of: mounted) }

  fileprivate func add(_ view: MountedView) { latest.append(view) }

  private func indexLatest() {
    for added in latest {
      let view = view(of: added)
      let former = mounted.updateValue(added, forKey: view)
      precondition(
        former == nil && view != container,
        "a host must make a new view, but it has returned one that is in use")
    }
    latest = []
  }

  fileprivate func remove(_ gone: [MountedView]) {
    indexLatest()
    for view in gone { mounted[self.view(of: view)] = nil }
  }
}
