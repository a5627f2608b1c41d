/// The state machine of a controller's life. It turns any sequence of calls by a renderer into a
/// legal sequence of events.
///
///     start                    didInit
///     update                   willUpdate
///     beginMount, endMount     (didPrepareLayout), willMount, (didAcquireView), …children…,
///                              didMount, (didUpdate)
///     the same once mounted    (didPrepareLayout), willRemount, (willRelinquishView,
///                              didAcquireView), …children…, didRemount, (didUpdate)
///     unmount                  willUnmount, (willRelinquishView), didUnmount
///     remove                   as for unmount, (treeDidDisappear), invalidate
///
/// - `didUpdate` comes with the first mount that began after a `willUpdate`, once for all of them.
/// - `didPrepareLayout` comes when the layout is ready, and at the latest before the mount that
///   shows it. So a controller always knows the layout with which it is mounted.
/// - An input that cannot be handled during a mount is handled when the mount ends.
/// - An input without a meaning, such as unmounting an unmounted scope, does nothing.
struct ControllerLifecycle: Hashable, Sendable {
  /// An input of the machine.
  enum Input: Hashable, Sendable {
    case start, update, prepareLayout, appear, disappear
    case beginMount(MountedView), endMount
    case unmount, remove
  }

  /// The view with which a scope is mounted.
  enum MountedView: Hashable, Sendable {
    /// The scope has no view of its own.
    case none
    /// The view that the scope has already.
    case same
    /// A new view.
    case other
  }

  /// A mount that has begun and not ended.
  private struct Bracket: Hashable {
    let isRemount: Bool
    /// Whether it shows what a `willUpdate` announced.
    let showsUpdate: Bool
    /// The number of nested mounts of the same scope, which the machine counts only to find the
    /// end.
    var depth = 1
    var unmountsAtEnd = false
    var removesAtEnd = false
  }

  private enum Phase: Hashable {
    case new, unmounted, mounted, invalidated
    case mounting(Bracket)
  }

  private var phase = Phase.new
  private var hasView = false
  private var isVisible = false
  private var hasUpdate = false
  private var isLayoutPrepared = false

  /// Whether the controller has received its last event.
  var isInvalidated: Bool { phase == .invalidated }

  /// Whether a mount has begun and not ended.
  var isMounting: Bool { if case .mounting = phase { true } else { false } }

  /// Whether the views are shown, or a mount has begun.
  var isMounted: Bool { phase == .mounted || isMounting }

  /// Handles an input and returns the events for the controller.
  mutating func handle(_ input: Input) -> [ControllerEvent] {
    switch (phase, input) {
    case (.new, .start):
      phase = .unmounted
      return [.didInit]
    case (.new, _), (.invalidated, _), (_, .start): return []
    case (.mounting(let bracket), _): return handle(input, in: bracket)
    case (_, .update): return update()
    case (_, .prepareLayout):
      isLayoutPrepared = true
      return [.didPrepareLayout]
    case (_, .appear): return appear()
    case (_, .disappear): return disappear()
    case (_, .beginMount(let view)): return beginMount(view)
    case (_, .endMount): return []
    case (_, .unmount): return unmount()
    case (_, .remove): return remove()
    }
  }

  /// Handles an input between the beginning and the end of a mount.
  private mutating func handle(_ input: Input, in bracket: Bracket) -> [ControllerEvent] {
    var bracket = bracket
    defer { if case .mounting = phase { phase = .mounting(bracket) } }
    switch input {
    case .update: return bracket.removesAtEnd ? [] : update()
    case .appear: return bracket.removesAtEnd ? [] : appear()
    case .disappear: return disappear()
    case .beginMount: bracket.depth += 1
    case .unmount: bracket.unmountsAtEnd = true
    case .remove: bracket.removesAtEnd = true
    case .endMount:
      bracket.depth -= 1
      if bracket.depth == 0 { return end(bracket) }
    case .start, .prepareLayout: break
    }
    return []
  }

  // MARK: Mounting

  private mutating func beginMount(_ view: MountedView) -> [ControllerEvent] {
    let isRemount = phase == .mounted
    var events: [ControllerEvent] = isLayoutPrepared ? [] : [.didPrepareLayout]
    isLayoutPrepared = true
    events.append(isRemount ? .willRemount : .willMount)
    let keepsView = hasView && view == .same
    if hasView, !keepsView { events.append(.willRelinquishView) }
    if view != .none, !keepsView { events.append(.didAcquireView) }
    hasView = view != .none
    phase = .mounting(Bracket(isRemount: isRemount, showsUpdate: hasUpdate))
    hasUpdate = false
    return events
  }

  private mutating func end(_ bracket: Bracket) -> [ControllerEvent] {
    phase = .mounted
    var events: [ControllerEvent] = [bracket.isRemount ? .didRemount : .didMount]
    if bracket.showsUpdate { events.append(.didUpdate) }
    if bracket.removesAtEnd {
      events += remove()
    } else if bracket.unmountsAtEnd {
      events += unmount()
    }
    return events
  }

  private mutating func unmount() -> [ControllerEvent] {
    guard phase == .mounted else { return [] }
    phase = .unmounted
    defer { hasView = false }
    return [.willUnmount] + (hasView ? [.willRelinquishView] : []) + [.didUnmount]
  }

  // MARK: Other steps

  private mutating func update() -> [ControllerEvent] {
    hasUpdate = true
    isLayoutPrepared = false
    return [.willUpdate]
  }

  private mutating func appear() -> [ControllerEvent] {
    guard !isVisible else { return [] }
    isVisible = true
    return [.treeWillAppear]
  }

  private mutating func disappear() -> [ControllerEvent] {
    guard isVisible else { return [] }
    isVisible = false
    return [.treeDidDisappear]
  }

  private mutating func remove() -> [ControllerEvent] {
    let events = unmount() + disappear() + [.invalidate]
    phase = .invalidated
    return events
  }
}

/// A step in the life of a controller.
enum ControllerEvent: Hashable, Sendable {
  /// The controller now belongs to the scope. Comes first and once.
  case didInit
  /// The scope has a new component or state.
  case willUpdate
  /// The views show what the last `willUpdate` announced.
  case didUpdate
  /// The layout of the newest component is known.
  case didPrepareLayout
  /// The views are about to be shown.
  case willMount
  /// The views are shown, including the views within.
  case didMount
  /// The shown views are about to be updated.
  case willRemount
  /// The views are updated, including the views within.
  case didRemount
  /// The views are about to be removed.
  case willUnmount
  /// The views are removed.
  case didUnmount
  /// The scope has a view.
  case didAcquireView
  /// The scope is about to lose its view.
  case willRelinquishView
  /// The item appears on the screen.
  case treeWillAppear
  /// The item has left the screen.
  case treeDidDisappear
  /// The scope or its item is removed. Comes last and once.
  case invalidate
}
