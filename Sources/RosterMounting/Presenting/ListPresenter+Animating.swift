extension ListPresenter {
  /// Shows what plays at a time. A host calls it for each of its frames as long as there is a
  /// ``nextAnimationTime``, and shows the frame then.
  ///
  ///     presenter.onUpdate = { _ in host.flush() }
  ///     host.onFrame = { time in
  ///       if presenter.nextAnimationTime != nil { presenter.advanceAnimations(to: time) }
  ///     }
  ///
  /// Animations that begin when nothing plays begin with the next call.
  ///
  /// - Parameter time: The time in seconds since any moment, the same for all calls.
  /// - Returns: Whether something still plays, so that another frame is needed.
  @discardableResult
  public func advanceAnimations(to time: Double) -> Bool {
    precondition(!isUpdating, "a host must not call its presenter during an update")
    guard time.isFinite else { return nextAnimationTime != nil }
    return animations?.advance(to: time) ?? false
  }

  /// The time of the next frame that may look different: that of the last frame while views move,
  /// later during a delay; `nil` if nothing plays.
  public var nextAnimationTime: Double? { animations?.nextTime }

  /// Whether views change at once, since the user does not want motion. If that begins while
  /// animations play, they end.
  public var reducesMotion: Bool {
    get { animations?.player.reducesMotion ?? configuration.reducesMotion }
    set {
      configuration.reducesMotion = newValue
      animations?.player.reducesMotion = newValue
    }
  }

  /// Ends all animations at once: the views look as the list describes them.
  public func finishAnimations() {
    precondition(!isUpdating, "a host must not call its presenter during an update")
    animations?.player.finish()
  }
}
