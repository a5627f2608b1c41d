public import RosterComponents
internal import RosterCore
internal import RosterLog

/// The types of components whose states synchronize.
///
///     let feed = try SyncedList(
///       list, with: transport, coding: .json, states: SyncedStates(LikeButton.self, Poll.self))
///
/// What a type does is its ``Component/stateSyncing``; a type whose states stay on the device may be
/// named. All openings of a device name the same types.
public struct SyncedStates: Sendable {
  private typealias Merge =
    @Sendable (_ base: JSONState?, _ remote: JSONState, _ local: JSONState) -> JSONState?

  /// By the names of types; `nil` if the last writer's state stays.
  private var merges: [String: Merge?] = [:]

  /// Names types. Without any, all states stay on the device.
  public init(_ types: any Component.Type...) {
    for type in types { add(type) }
  }

  /// Names types by their ``Component/typeName``, for a program that does not have them. Of all of them the
  /// last writer's state stays, also if the type would merge it with others.
  public init(lastWriterOf typeNames: [String]) {
    for name in typeNames { merges[name] = .some(nil) }
  }

  private mutating func add<C: Component>(_ type: C.Type) {
    switch C.stateSyncing {
    case .local: return
    case .lastWriter: merges[C.typeName] = .some(nil)
    case .merged:
      merges[C.typeName] = { base, remote, local in
        C.merged(base: base?.stored, remote: remote.stored, local: local.stored)
          .flatMap { JSONState($0) }
      }
    }
  }

  /// Whether all states stay on the device.
  var isEmpty: Bool { merges.isEmpty }

  /// Whether the state of a scope synchronizes.
  func contains(_ scope: ScopePath) -> Bool {
    scope.key.map { merges[$0.typeName] != nil } ?? false
  }

  /// Whether the state of a scope is merged with others.
  func merges(_ scope: ScopePath) -> Bool {
    scope.key.flatMap { merges[$0.typeName] ?? nil } != nil
  }

  /// The state of a scope that was changed here, in a list where it may have been changed too.
  ///
  /// - Parameters:
  ///   - base: The state before the change here, `nil` if there was none.
  ///   - remote: The state in the list.
  ///   - local: The state after the change here.
  func state(
    of scope: ScopePath, base: JSONState?, remote: JSONState?, local: JSONState?
  ) -> JSONState? {
    guard base != remote, let remote, let name = scope.key?.typeName,
      let merge = merges[name] ?? nil
    else { return local }
    // An undo that takes the first state back does not take back what others wrote since.
    guard let local else { return remote }
    return merge(base, remote, local) ?? local
  }
}
