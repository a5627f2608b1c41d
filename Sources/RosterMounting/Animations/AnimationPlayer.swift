public import RosterComponents
package import RosterCore

/// Plays animations in the views of one host.
///
/// A plan is played around the render that it belongs to, and then frame by frame:
///
///     let plan = AnimationPlan(from: tree, to: nextTree)
///     player.play(plan, in: mount, at: clock.now) { mount.render(nextTree) }
///     while player.advance(to: clock.now) { waitForFrame() }  // of the display
///
/// Views are animated with what every host has. The opacity is the attribute `opacity`, from 0 to
/// 1; the others are `translation`, an array of two numbers, `scale` and `rotation`. Position and
/// bounds are the frame, and a colour is its attribute. So a host needs no memory and no clock, and
/// one that does not know an attribute ignores it. An attribute that the description does not have
/// is only animated if the host can unset it.
///
/// While an attribute or a frame is animated, renders do not touch it: an animation to the value of
/// the description goes on to the new one. After its end the view has exactly what its description
/// says.
///
/// Views of scopes that are gone, or that are replaced, stay where they are until their animation
/// ends. They have no description, and the mount has removed their events. If a scope comes back
/// meanwhile, its old views are hidden at once. A view that disappears together with a view around
/// it that is not animated is hidden at once too.
///
/// A player belongs to the isolation of its host. It reads no clock: all times are seconds since
/// any moment, the same for all calls.
public final class AnimationPlayer<Host: ViewHost> {
  /// Whether views change at once, since the user does not want motion. If that begins while
  /// animations play, they end.
  public var reducesMotion: Bool {
    didSet { if reducesMotion { finish() } }
  }
  /// The mounts in which something plays.
  private var playing: [MountedTree] = []

  /// Makes a player without animations.
  public init(reducesMotion: Bool = false) { self.reducesMotion = reducesMotion }

  /// Renders a tree, and begins the animations with which its views appear, change and disappear.
  ///
  /// Something that plays already goes on unless the plan changes the same property of the same
  /// view. What is interrupted in this way goes on from where it is, unless the plan says where to
  /// begin.
  ///
  /// - Parameters:
  ///   - plan: The plan from the tree that the mount shows to the one that is rendered.
  ///   - mount: Shows the tree.
  ///   - time: The time at which the animations begin.
  ///   - render: Renders the tree in the mount, once.
  /// - Returns: What `render` returns.
  /// - Complexity: O(*n*) in the number of shown views of the mount, besides the render; nothing
  ///   for an empty plan.
  @discardableResult
  public func play<Result>(
    _ plan: AnimationPlan, in mount: ViewMount<Host>, at time: Double,
    rendering render: () -> Result
  ) -> Result {
    let mount = mount.tree
    if reducesMotion { mount.endAnimations() }
    if reducesMotion || plan.isEmpty { return render() }
    mount.advanceAnimations(to: time)
    let former = mount.prepare(plan, within: mount.root)
    let result = render()
    mount.begin(plan, within: mount.root, after: former)
    follow(mount)
    return result
  }

  /// Shows a frame of a list, and begins the animations of its rows.
  ///
  /// - Parameters:
  ///   - plans: The plans of rows that come, change or go, from their trees before to those after.
  ///   - removed: The rows whose trees are gone. Their views stay until the animations of their plans
  ///     have ended.
  ///   - list: The list.
  ///   - time: The time at which the animations begin.
  ///   - show: Shows the frame, once.
  /// - Returns: What `show` returns.
  package func play<Result>(
    _ plans: [TreeID: AnimationPlan], removing removed: Set<TreeID>, in list: ListMount<Host>,
    at time: Double, showing show: () -> Result
  ) -> Result {
    let mount = list.mount.tree
    if reducesMotion { mount.endAnimations() }
    let plans = plans.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    if reducesMotion || plans.isEmpty { return show() }
    mount.advanceAnimations(to: time)
    let formerRows = list.rowsByTree
    var former: [TreeID: FormerViews] = [:]
    for (tree, plan) in plans {
      guard let row = formerRows[tree] else { continue }
      former[tree] = mount.prepare(plan, within: row)
      if removed.contains(tree), !plan.final.isEmpty {
        mount.animations.departing[ObjectIdentifier(row)] =
          (row, MountAnimations.Reason(scope: row.description.scope, isReplaced: false))
      }
    }
    let result = show()
    let rows = list.rowsByTree
    for (tree, plan) in plans {
      guard let row = rows[tree] ?? formerRows[tree] else { continue }
      mount.begin(plan, within: row, after: former[tree] ?? FormerViews(views: [:]))
    }
    follow(mount)
    return result
  }

  /// Shows the beginning of what was begun, and lets it play on.
  private func follow(_ mount: MountedTree) {
    mount.advanceAnimations(to: mount.animations.time)
    playing.removeAll { $0 === mount || !$0.isAnimating }
    if mount.isAnimating { playing.append(mount) }
  }

  /// Shows what plays at a time.
  ///
  /// - Parameter time: The time. If it is before that of an earlier call, nothing changes.
  /// - Returns: Whether something still plays, so that another frame is needed.
  @discardableResult
  public func advance(to time: Double) -> Bool {
    for mount in playing { mount.advanceAnimations(to: time) }
    playing.removeAll { !$0.isAnimating }
    return !playing.isEmpty
  }

  /// The time of the next frame that may look different: the time of the last call while views
  /// move, later during a delay; `nil` if nothing plays.
  public var nextTime: Double? { playing.compactMap(\.nextAnimationTime).min() }

  /// Ends all animations at once.
  public func finish() {
    playing.forEach { $0.endAnimations() }
    playing = []
  }
}

// MARK: One plan

/// The views of a tree that is about to be replaced.
struct FormerViews {
  /// The outermost views of the scopes of the plan.
  let views: [ScopePath: [MountedView]]
  /// What the views of changed scopes show.
  var descriptions: [ObjectIdentifier: ViewTree] = [:]
}

extension MountedTree {
  /// Finds the views that the animations of a plan begin with, and keeps those that are to leave.
  ///
  /// - Parameter start: The view around all views of the tree.
  fileprivate func prepare(_ plan: AnimationPlan, within start: MountedView) -> FormerViews {
    let changed = plan.change.map(\.scope)
    let replaced = plan.replacement.map(\.scope)
    let scopes = Set(changed + replaced + plan.final.map(\.scope))
    var former = FormerViews(views: views(of: scopes, within: start))
    for view in changed.flatMap({ former.views[$0] ?? [] }) {
      former.descriptions[ObjectIdentifier(view)] = view.description
    }
    let leaving = replaced.map { ($0, true) } + plan.final.map { ($0.scope, false) }
    for (scope, isReplaced) in leaving {
      for view in former.views[scope] ?? []
      where animations.departing[ObjectIdentifier(view)] == nil {
        animations.departing[ObjectIdentifier(view)] =
          (view, MountAnimations.Reason(scope: scope, isReplaced: isReplaced))
      }
    }
    return former
  }

  /// Begins the animations of a plan, after its tree was rendered.
  fileprivate func begin(
    _ plan: AnimationPlan, within start: MountedView, after former: FormerViews
  ) {
    let appeared =
      plan.initial.map { ($0.scope, $0.animations) }
      + plan.replacement.map { ($0.scope, $0.transition.initial) }
    let changed = plan.change.map { ($0.scope, $0.animations) }
    let left =
      plan.replacement.map { ($0.scope, $0.transition.final) }
      + plan.final.map { ($0.scope, $0.animations) }
    let current = views(of: Set((appeared + changed).map(\.0)), within: start)
    var schedule = ViewSchedule(time: animations.time)
    for (scope, animations) in appeared + changed {
      schedule.add(animations, to: current[scope] ?? [])
    }
    for (scope, animations) in left {
      schedule.add(animations, to: (former.views[scope] ?? []).filter(\.isLeaving))
    }
    for (view, changes) in schedule.entries {
      let description = former.descriptions[ObjectIdentifier(view)]
      let isKept = description?.scope == view.description.scope
      begin(changes, in: view, after: isKept ? description : nil)
      let end = view.animation?.tracks.map(\.end).max() ?? -.infinity
      extendDeparture(of: view, to: end)
    }
  }
}

/// The changes of each view, in the order of a plan.
private struct ViewSchedule {
  let time: Double
  private(set) var entries: [(view: MountedView, changes: [TimedChange])] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  init(time: Double) { self.time = time }

  mutating func add(_ animations: [AnimationSpec], to views: [MountedView]) {
    let changes = animations.flatMap { $0.changes(beginningAt: time) }
    for view in views {
      if let index = indices[ObjectIdentifier(view)] {
        entries[index].changes += changes
      } else {
        indices[ObjectIdentifier(view)] = entries.count
        entries.append((view, changes))
      }
    }
  }
}
