internal import RosterComponents
internal import RosterCore

/// The animations of the rows of a presenter: what plays, and what the present update begins.
///
/// Times come from the host, which gives none as long as nothing plays. So animations that begin when
/// nothing plays begin with the next frame of the host:
///
///     host's times        5.0 5.1  (nothing plays)  9.3 9.4
///     player's times      0.0 0.1  0.1              0.1 0.2
final class RowAnimations<Host: ViewHost, Message: Sendable> {
  let player: AnimationPlayer<Host>
  /// What the presenter knew of the visible rows before the update.
  private var former: [TreeID: KnownTree<Message>] = [:]
  /// The trees that were taken in the update.
  var changed: Set<TreeID> = []
  /// How far the update has moved the visible part.
  var distance = 0.0
  private var plans: [TreeID: AnimationPlan] = [:]
  private var removed: Set<TreeID> = []
  /// The player's time of the last frame.
  private var time = 0.0
  /// The host's time of the last frame.
  private(set) var hostTime = 0.0
  /// Whether the next frame of the host is the first one of what plays.
  private var isFirst = true

  init(reducesMotion: Bool) { player = AnimationPlayer(reducesMotion: reducesMotion) }

  // MARK: An update

  /// The visible rows before the update.
  var formerTrees: [TreeID] { former.keys.sorted() }

  func begin(_ visible: [TreeID], _ known: [TreeID: KnownTree<Message>]) {
    changed = []
    for tree in visible { former[tree] = known[tree] }
  }

  /// Plans how a visible row comes or changes.
  ///
  /// - Parameters:
  ///   - isNew: Whether its item or section was not in the list before.
  func plan(_ tree: TreeID, to now: KnownTree<Message>, isNew: Bool) {
    guard changed.contains(tree), let next = now.tree else { return }
    if let before = former[tree] {
      plans[tree] = AnimationPlan(from: before.tree, to: next)
    } else if isNew {
      plans[tree] = AnimationPlan(from: nil, to: next)
    }
  }

  /// Plans how a row that was visible goes.
  func planRemoval(of tree: TreeID) {
    guard let before = former[tree]?.tree else { return }
    plans[tree] = AnimationPlan(from: before, to: nil)
    removed.insert(tree)
  }

  /// Shows the rows, and begins what was planned.
  func play<Result>(
    in list: ListMount<Host>, showing show: () -> Result
  ) -> Result {
    if player.nextTime == nil { isFirst = true }
    return player.play(plans, removing: removed, in: list, at: time, showing: show)
  }

  /// Ends the update.
  func forget() {
    (former, changed, plans, removed, distance) = ([:], [], [:], [], 0)
  }

  // MARK: Time

  /// The host's time of the next frame that may look different; `nil` if nothing plays.
  var nextTime: Double? {
    player.nextTime.map { isFirst ? hostTime : hostTime + max(0, $0 - time) }
  }

  func advance(to hostTime: Double) -> Bool {
    let passed = isFirst ? 0 : max(0, hostTime - self.hostTime)
    self.hostTime = max(hostTime, self.hostTime)
    time += passed
    let isPlaying = player.advance(to: time)
    isFirst = !isPlaying
    return isPlaying
  }
}
