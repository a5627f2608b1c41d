internal import RosterComponents
internal import RosterCore
internal import RosterJSON
internal import RosterLayout

/// What plays in one view, and what the host shows of the view instead of its description.
///
/// What the host shows is always that, and otherwise the description. So the mount knows every
/// value that a view has, and need not tell a host what it has told it already.
struct ViewAnimation {
  /// At most one of each aspect.
  var tracks: [AnimationTrack] = []
  /// The attributes that do not have the value of the description, or soon will not, at most one of each name. The shown
  /// value is that which the host has, `nil` for that of the class.
  var attributes: [(name: String, shown: JSONValue?)] = []
  /// The frame that the host has, `nil` if neither position nor size is animated.
  var frame: ViewFrame?

  func track(of aspect: AnimatedAspect) -> AnimationTrack? { tracks.first { $0.aspect == aspect } }

  /// Returns a frame in which what is animated has the values of a time.
  func frame(_ described: ViewFrame, at time: Double) -> ViewFrame {
    var frame = described
    if let (x, y) = track(of: .position)?.pair(at: time) {
      (frame.origin.x, frame.origin.y) = (x, y)
    }
    if let (width, height) = track(of: .size)?.pair(at: time) {
      (frame.size.width, frame.size.height) = (width, height)
    }
    return frame
  }

  var animatesFrame: Bool { tracks.contains { $0.aspect.isPartOfFrame } }
}

extension AnimatedAspect {
  var isPartOfFrame: Bool { self == .position || self == .size }
}

extension AnimationTrack {
  fileprivate func pair(at time: Double) -> (Double, Double)? {
    guard let numbers = value(at: time)?.arrayValue?.compactMap(\.numberValue), numbers.count == 2
    else { return nil }
    return (numbers[0], numbers[1])
  }
}

/// What plays in the views of one mount.
struct MountAnimations {
  /// A view that is no longer in the tree, and is shown until its animations end.
  struct Departure {
    let view: MountedView
    let reason: Reason
    /// When its last animation ends.
    var end: Double
  }

  /// Why a view leaves with an animation.
  struct Reason {
    /// The scope whose outermost view it is.
    let scope: ScopePath
    /// Whether the scope has other views now. If not, it is gone.
    let isReplaced: Bool
  }

  /// The last time that the mount was told.
  var time = -Double.infinity
  /// The views in which something plays, in the order in which it began.
  var playing: [MountedView] = []
  /// The views that leave, in the order of the renders.
  var departures: [Departure] = []
  /// The views that are to leave with an animation in the next render.
  var departing: [ObjectIdentifier: (view: MountedView, reason: Reason)] = [:]

  var isEmpty: Bool { playing.isEmpty && departures.isEmpty }
}

extension MountedView {
  /// Whether an attribute is not what the description says, but what an animation does.
  func isAnimating(_ name: String) -> Bool {
    animation?.attributes.contains { $0.name == name } ?? false
  }
}
