package import RosterCore

/// How the states of a type of components come to other devices, where a list synchronizes.
public enum StateSyncing<State: Sendable>: Sendable {
  /// They stay on the device.
  case local
  /// All devices have the state that came to the hub last.
  case lastWriter
  /// If a device has changed a state that was changed elsewhere meanwhile, it computes the state from
  /// both.
  ///
  ///     static let stateSyncing = StateSyncing<State>.merged { base, remote, local in
  ///       State(count: remote.count + local.count - (base?.count ?? 0))
  ///     }
  ///
  /// The closure gets the state from which both began, `nil` if there was none, then the other one, and
  /// that of the device. It runs on the device, on any thread, and is pure. If one of the sides has
  /// removed the state, the device's own change of it stays.
  case merged(@Sendable (_ base: State?, _ remote: State, _ local: State) -> State)
}

extension Component {
  /// Returns the stored form of the state that stored ones merge to.
  ///
  /// - Returns: `nil` if states of the type are not merged, or one of them does not decode.
  package static func merged(
    base: StoredState?, remote: StoredState, local: StoredState
  ) -> StoredState? {
    guard case .merged(let merge) = stateSyncing else { return nil }
    return try? StateCoding.stored(
      merge(
        base?.decoded(as: Self.self), remote.decoded(as: Self.self), local.decoded(as: Self.self)),
      of: Self.self)
  }
}
