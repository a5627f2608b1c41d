@testable import RosterComponents

/// The rules of a controller's life, written down a second time, as what may follow what.
struct LegalTrace: Hashable {
  enum Mount: Hashable { case unmounted, mounting, mounted, remounting, unmounting }

  private(set) var mount = Mount.unmounted
  private(set) var hasView = false
  private(set) var isVisible = false
  private(set) var isInvalidated = false
  private var last: ControllerEvent?
  private var isLayoutKnown = false
  /// A `willUpdate` came that no mount has begun after.
  private var hasUpdate = false
  /// The mount that has begun came after a `willUpdate`, so that `didUpdate` must follow its end.
  private var owesUpdate = false

  /// Why an event may not come now, `nil` if it may.
  mutating func append(_ event: ControllerEvent) -> String? {
    defer { last = event }
    if last == nil, event != .didInit { return "\(event) before didInit" }
    if isInvalidated { return "\(event) after invalidate" }
    if mustFollowUp, event != .didUpdate { return "\(event) instead of didUpdate" }
    if mount == .unmounting, event != .didUnmount, event != .willRelinquishView {
      return "\(event) while unmounting"
    }
    return rule(event) ? nil : "\(event) while \(mount), after \(last.map { "\($0)" } ?? "nothing")"
  }

  private var mustFollowUp: Bool {
    (last == .didMount || last == .didRemount) && owesUpdate
  }

  private mutating func rule(_ event: ControllerEvent) -> Bool {
    switch event {
    case .didInit: return last == nil
    case .willUpdate:
      hasUpdate = true
      isLayoutKnown = false
      return true
    case .didUpdate:
      defer { owesUpdate = false }
      return mustFollowUp
    case .didPrepareLayout:
      isLayoutKnown = true
      return mount == .unmounted || mount == .mounted
    case .treeWillAppear:
      defer { isVisible = true }
      return !isVisible
    case .treeDidDisappear:
      defer { isVisible = false }
      return isVisible
    case .invalidate:
      isInvalidated = true
      return mount == .unmounted && !hasView && !isVisible
    default: return mountRule(event)
    }
  }

  private mutating func mountRule(_ event: ControllerEvent) -> Bool {
    switch event {
    case .willMount: return begin(from: .unmounted, .mounting)
    case .willRemount: return begin(from: .mounted, .remounting)
    case .didMount: return step(from: .mounting, to: .mounted)
    case .didRemount: return step(from: .remounting, to: .mounted)
    case .willUnmount: return step(from: .mounted, to: .unmounting)
    case .didUnmount: return step(from: .unmounting, to: .unmounted) && !hasView
    case .didAcquireView:
      defer { hasView = true }
      let follows = last == .willMount || last == .willRemount || last == .willRelinquishView
      return !hasView && follows && mount != .unmounting
    case .willRelinquishView:
      defer { hasView = false }
      return hasView && (last == .willRemount || last == .willUnmount)
    default: return false
    }
  }

  private mutating func begin(from source: Mount, _ target: Mount) -> Bool {
    owesUpdate = hasUpdate
    hasUpdate = false
    return step(from: source, to: target) && isLayoutKnown
  }

  private mutating func step(from source: Mount, to target: Mount) -> Bool {
    defer { mount = target }
    return mount == source
  }
}
