internal import Foundation
package import RosterCore

/// The changes that a build makes to the stored states. They are encoded on first use, so a tree
/// that is built only for display costs no encoding.
///
/// Unchecked because `encoded` is a variable: it is accessed only with `lock` held.
final class StateWrites: @unchecked Sendable {
  struct Encoded: Sendable {
    var changes: [ScopeStateChange] = []
    var unencodable: [UnencodableState] = []
  }

  static let none = StateWrites([])

  private let writes: [StateWrite]
  private let lock = NSLock()
  private var encoded: Encoded?

  init(_ writes: [StateWrite]) { self.writes = writes }

  /// Returns the changes, and the states that do not encode. They are computed once.
  func encode() -> Encoded {
    lock.withLock {
      if let encoded { return encoded }
      var made = Encoded()
      for write in writes { made.add(write) }
      encoded = made
      return made
    }
  }
}

extension StateWrites.Encoded {
  fileprivate mutating func add(_ write: StateWrite) {
    switch write {
    case .begin(let path, let owner):
      do {
        changes.append(ScopeStateChange(scope: path, state: try owner.encodedState()))
      } catch {
        let reason = StateCoding.reason(of: error)
        unencodable.append(UnencodableState(scope: path, reason: reason))
      }
    case .replace(let path, let state):
      changes.append(ScopeStateChange(scope: path, state: state))
    case .forget(let path): changes.append(ScopeStateChange(scope: path, state: nil))
    case .forgetInitial(let path, let owner):
      guard owner.keptState != nil else { return }
      changes.append(ScopeStateChange(scope: path, state: nil))
    }
  }
}

/// One change that a build makes to the stored states.
enum StateWrite: Sendable {
  /// A scope has begun with its initial state.
  case begin(ScopePath, any ScopeOwner)
  /// The state of a scope has changed.
  case replace(ScopePath, StoredState)
  /// A scope is gone.
  case forget(ScopePath)
  /// A scope is gone whose initial state was stored, if it could be encoded.
  case forgetInitial(ScopePath, any ScopeOwner)
}

/// A state that a build wrote or removed.
package struct ScopeStateChange: Hashable, Sendable {
  /// The scope.
  package let scope: ScopePath
  /// The new state, `nil` if the scope is gone and its state is removed.
  package let state: StoredState?

  /// Makes a change of its parts.
  package init(scope: ScopePath, state: StoredState?) {
    self.scope = scope
    self.state = state
  }
}

/// An initial state that does not encode. The scope has it, but it cannot be stored.
package struct UnencodableState: Hashable, Sendable {
  /// The scope.
  package let scope: ScopePath
  /// Why the state does not encode.
  package let reason: String
}

/// A stored state that does not decode, so that its scope began with its initial state.
///
/// The stored state stays until the scope's state changes or the scope is removed.
package struct UndecodableState: Hashable, Sendable {
  /// The scope.
  package let scope: ScopePath
  /// The stored state.
  package let stored: StoredState
  /// Why it does not decode.
  package let reason: String
}
