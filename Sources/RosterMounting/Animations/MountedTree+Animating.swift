internal import RosterComponents
internal import RosterJSON

extension MountedTree {
  var isAnimating: Bool { !animations.isEmpty }

  /// Ends all animations.
  func endAnimations() {
    precondition(!isRendering, "a host must not end animations while its mount renders")
    settle(root)
  }

  // MARK: Time

  /// Shows what plays at a time. Time does not go back.
  func advanceAnimations(to time: Double) {
    precondition(!isRendering, "a host must not advance animations while its mount renders")
    animations.time = max(animations.time, time)
    presentAnimations()
    completeDepartures()
  }

  /// The next time at which a view may look different; `nil` if nothing plays.
  var nextAnimationTime: Double? {
    let time = animations.time
    let times = animations.playing.flatMap { $0.animation?.tracks ?? [] }.compactMap {
      $0.nextTime(after: time)
    }
    return times.min() ?? animations.departures.map(\.end).min()
  }

  /// Shows all that plays, as of the last time.
  func presentAnimations() {
    guard !animations.playing.isEmpty else { return }
    animations.playing.forEach(present)
    animations.playing.removeAll { $0.animation == nil }
  }

  // MARK: One view

  /// Plays changes in a view, instead of what plays there of the same aspects.
  ///
  /// - Parameters:
  ///   - changes: The changes; of those that overlap the later one wins.
  ///   - mounted: A view that has been rendered.
  ///   - former: What the view showed before, `nil` if it is new.
  func begin(_ changes: [TimedChange], in mounted: MountedView, after former: ViewTree?) {
    let tree = mounted.description
    var animation = mounted.animation ?? ViewAnimation()
    var begun: [AnimatedAspect: Int] = [:]
    for change in changes where canAnimate(change.aspect, of: mounted) {
      let aspect = change.aspect
      if let index = begun[aspect] {
        animation.tracks[index].add(change)
        continue
      }
      let index = animation.tracks.firstIndex { $0.aspect == aspect }
      let interrupted = index.flatMap { animation.tracks[$0].value(at: animations.time) }
      var track = AnimationTrack(
        aspect, from: interrupted ?? aspect.value(in: former ?? tree),
        described: aspect.value(in: tree))
      track.add(change)
      if let index { animation.tracks[index] = track } else { animation.tracks.append(track) }
      begun[aspect] = index ?? animation.tracks.count - 1
      if case .attribute(let name) = aspect {
        if !mounted.isAnimating(name) {
          animation.attributes.append((name, aspect.described(in: tree)))
        }
      } else if animation.frame == nil {
        animation.frame = tree.frame
      }
    }
    guard !begun.isEmpty else { return }
    if mounted.animation == nil { animations.playing.append(mounted) }
    mounted.animation = animation
    present(mounted)
  }

  /// Returns whether a view can have other values than its description for a while. It cannot if
  /// an attribute could not be taken back, or if there is no frame.
  private func canAnimate(_ aspect: AnimatedAspect, of mounted: MountedView) -> Bool {
    guard case .attribute(let name) = aspect else { return mounted.description.frame != nil }
    return aspect.described(in: mounted.description) != nil || canUnset(name, of: mounted)
  }

  private func canUnset(_ name: String, of mounted: MountedView) -> Bool {
    mounted.canUnset(name, ofClass: mounted.identifier.className)
  }

  /// Shows what plays in a view, and the description where nothing plays any more.
  private func present(_ mounted: MountedView) {
    guard var animation = mounted.animation else { return }
    let (tree, time) = (mounted.description, animations.time)
    for index in animation.tracks.indices {
      let aspect = animation.tracks[index].aspect
      animation.tracks[index].follow(aspect.value(in: tree), at: time)
    }
    animation.tracks.removeAll { track in
      // A view that leaves keeps what it has come to until it is gone.
      (track.end <= time && !mounted.isLeaving)
        || (track.aspect.isPartOfFrame && tree.frame == nil)
    }
    animation.attributes = animation.attributes.compactMap { attribute in
      let (name, described) = (attribute.name, tree.spec.attributes[attribute.name])
      let track = animation.track(of: .attribute(name))
      var value = described
      if let track {
        value = track.value(at: time) ?? (canUnset(name, of: mounted) ? nil : described)
      }
      change(name, of: mounted, from: attribute.shown, to: value)
      return track == nil ? nil : (name, value)
    }
    if let shown = animation.frame {
      let frame = tree.frame.map { animation.frame($0, at: time) }
      if frame != shown {
        mounted.setFrame(frame)
        counts.framed += 1
      }
      animation.frame = animation.animatesFrame ? frame : nil
    }
    mounted.animation = animation.tracks.isEmpty ? nil : animation
  }

  func change(
    _ name: String, of mounted: MountedView, from shown: JSONValue?, to value: JSONValue?
  ) {
    guard shown != value else { return }
    if let value {
      mounted.set(name, from: shown, to: value)
      counts.set += 1
    } else if let shown {
      mounted.unset(name, from: shown)
      counts.unset += 1
    }
  }

  // MARK: The end

  /// Ends all that plays in a view and within it.
  func settle(_ view: MountedView) {
    guard !animations.isEmpty || !animations.departing.isEmpty else { return }
    for (key, departing) in animations.departing where departing.view.isWithin(view) {
      animations.departing[key] = nil
    }
    // They are found first: a view may be let go with others, and has no container then.
    let inside = animations.departures.filter { $0.view !== view && $0.view.isWithin(view) }
    inside.forEach(complete)
    for playing in animations.playing where playing.isWithin(view) {
      var ended = playing.animation
      ended?.tracks = []
      playing.animation = ended
      present(playing)
    }
    animations.playing.removeAll { $0.animation == nil }
  }

  /// A view is let go with all that plays in it.
  func forgetAnimations(of view: MountedView) {
    if view.animation != nil {
      view.animation = nil
      animations.playing.removeAll { $0 === view }
    }
    if view.isLeaving {
      view.isLeaving = false
      animations.departures.removeAll { $0.view === view }
    }
    animations.departing[ObjectIdentifier(view)] = nil
  }
}
